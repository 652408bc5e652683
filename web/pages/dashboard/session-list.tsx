import { FileText } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatDuration } from '#contract/amounts.ts'
import type { VoiceSession } from '#contract/voice.ts'
import { AgentPicture } from '#web/parts/agent-card.tsx'
import { DateTime } from '#web/parts/date-time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TranscriptDialog } from './transcript-dialog.tsx'

/** Sessions by their start, the newest first. */
export function newestFirst(sessions: readonly VoiceSession[]): VoiceSession[] {
  return sessions.toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))
}

/** Sessions with their agent, start, length and what was charged; a kept text opens from its row. */
export function SessionList({ sessions }: { sessions: readonly VoiceSession[] }) {
  // The dialog keeps its session while it closes.
  const [reading, setReading] = useState<{ session: VoiceSession; opener: HTMLElement; open: boolean } | null>(null)
  const list = useRef<HTMLUListElement>(null)
  return (
    <>
      <ul ref={list} tabIndex={-1} className="-my-3 divide-y divide-line outline-none">
        {sessions.map((session) => (
          <li key={session.id} data-session={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <AgentPicture
              agent={{ name: session.agentName, imageUrl: session.agentImageUrl }}
              className="size-11 shrink-0 rounded-control text-lg"
            />
            <div className="min-w-0 flex-1 basis-40">
              <p className="truncate font-medium">{session.agentName}</p>
              <p className="text-sm text-muted">
                <DateTime value={session.startedAt} withTime />
              </p>
            </div>
            <div className="flex items-center gap-4 max-sm:w-full max-sm:flex-row-reverse max-sm:justify-between max-sm:pl-15">
              {session.hasTranscript && (
                <Button
                  variant="ghost"
                  size="dense"
                  icon={<FileText aria-hidden className="size-4" />}
                  aria-label={`Transcript of ${session.agentName}`}
                  onClick={(event) => setReading({ session, opener: event.currentTarget, open: true })}
                >
                  Transcript
                </Button>
              )}
              <Figures session={session} />
            </div>
          </li>
        ))}
      </ul>
      {reading && (
        <TranscriptDialog
          session={reading.session}
          open={reading.open}
          onClose={() => setReading({ ...reading, open: false })}
          // The button goes with the transcript that it opened.
          finalFocus={() => (reading.opener.isConnected ? reading.opener : list.current)}
        />
      )}
    </>
  )
}

function Figures({ session }: { session: VoiceSession }) {
  if (session.status === 'active') {
    return (
      <span className="mr-auto">
        <Badge tone="success">In progress</Badge>
      </span>
    )
  }
  return (
    <p className="mr-auto flex flex-col tabular sm:w-32 sm:items-end">
      <span className="font-medium">
        <span className="sr-only">Duration </span>
        {formatDuration(session.durationSeconds)}
      </span>
      <span className="text-sm text-muted">{chargedText(session)}</span>
    </p>
  )
}

function chargedText({ secondsCharged }: VoiceSession): string {
  return secondsCharged === 0 ? 'Not charged' : `${secondsCharged.toLocaleString('en-US')} s charged`
}
