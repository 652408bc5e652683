import { FileText } from 'lucide-react'
import { Link } from 'wouter'
import { formatDuration } from '#contract/amounts.ts'
import type { TranscriptLine, VoiceSession } from '#contract/conversations/voice.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Badge } from '#web/kit/badge.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { MarkedText } from '#web/kit/text/marked-text.tsx'
import { AgentPicture } from '#web/screens/agents/agent-card.tsx'

interface Props {
  conversations: readonly VoiceSession[]
  /** What was searched for, and the line of each transcript that contains it. */
  words?: string
  lines?: ReadonlyMap<string, TranscriptLine>
}

/** Conversations with agent, start, duration and charged time; each leads to its own page. */
export function ConversationList({ conversations, words = '', lines }: Props) {
  return (
    <ul className="-my-3 divide-y divide-line">
      {conversations.map((conversation) => {
        const line = lines?.get(conversation.id)
        return (
          <li
            key={conversation.id}
            data-session={conversation.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3"
          >
            <AgentPicture
              agent={{ name: conversation.agentName, imageUrl: conversation.agentImageUrl }}
              className="size-11 shrink-0 rounded-control text-lg"
            />
            <div className="min-w-0 flex-1 basis-40">
              <p className="truncate font-medium">
                <Link
                  href={paths.session(conversation.id, { q: line && words })}
                  className="rounded-[2px] hover:underline"
                >
                  {conversation.agentName}
                </Link>
              </p>
              <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
                <DateTime value={conversation.startedAt} withTime />
                {conversation.hasTranscript && (
                  <span className="inline-flex items-center gap-1">
                    <FileText aria-hidden className="size-3.5" />
                    Transcript
                  </span>
                )}
              </p>
            </div>
            <Figures conversation={conversation} />
            {conversation.firstWords && !line && (
              <p className="w-full truncate text-sm text-muted sm:pl-15">“{conversation.firstWords}”</p>
            )}
            {line && <FoundLine line={line} words={words} agentName={conversation.agentName} />}
          </li>
        )
      })}
    </ul>
  )
}

function FoundLine({ line, words, agentName }: { line: TranscriptLine; words: string; agentName: string }) {
  return (
    <p className="w-full text-sm sm:pl-15">
      <span className="text-muted">{`${line.speaker === 'you' ? 'You' : agentName}: `}</span>
      <MarkedText text={line.text} words={words} />
    </p>
  )
}

function Figures({ conversation }: { conversation: VoiceSession }) {
  if (conversation.status === 'active') {
    return (
      <span className="max-sm:w-full max-sm:pl-15">
        <Badge tone="success">In progress</Badge>
      </span>
    )
  }
  if (conversation.secondsCharged === 0) return null
  return (
    <p className="flex flex-wrap gap-x-3 tabular max-sm:w-full max-sm:justify-between max-sm:pl-15 sm:w-32 sm:flex-col sm:items-end">
      <span className="font-medium">
        <span className="sr-only">Duration </span>
        <span translate="no">{formatDuration(conversation.durationSeconds)}</span>
      </span>
      <span className="text-sm text-muted">{`${formatDuration(conversation.secondsCharged)} charged`}</span>
    </p>
  )
}
