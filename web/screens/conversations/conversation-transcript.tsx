import { useQuery } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { formatDuration } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { type myConversation, transcript, type TranscriptLine } from '#contract/conversations/voice.ts'
import type { AnswerSource } from '#contract/results/recap.ts'
import { query } from '#web/client/api.ts'
import { downloadText } from '#web/kit/download-text.ts'
import { focusHeading } from '#web/client/navigation.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Loaded } from '#web/client/loaded.tsx'
import { KeepTranscript } from './keep-transcript.tsx'
import { askToDeleteTranscript } from './delete-transcript.tsx'
import { AnswerSources } from './results/answer-sources.tsx'
import { type Moments, sourcesByPlace } from './results/moments.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { classes } from '#web/kit/classes.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { MarkedText } from '#web/kit/text/marked-text.tsx'
import { Menu, MenuAction } from '#web/kit/dialogs/menu.tsx'
import { fileKinds, transcriptFile } from './transcript-files.ts'

type Shown = Answer<typeof myConversation>

interface Props {
  shown: Shown
  /** Links of the recap go to these lines. */
  moments: Moments
  /** What was read for the answers. */
  sources: readonly AnswerSource[]
}

/** A conversation's kept transcript: to read, to export, to delete (D90). */
export function ConversationTranscript({ shown, moments, sources }: Props) {
  if (shown.hasTranscript) return <KeptText shown={shown} moments={moments} sources={sources} />
  return (
    <Card title="Transcript">
      {shown.hasWords ? (
        <KeepTranscript sessionId={shown.id} agentName={shown.agentName} mayBeKept={false} />
      ) : (
        <EmptyState title="No transcript kept">
          No transcript was stored. You can keep one right after a session, or save every one automatically.
        </EmptyState>
      )}
    </Card>
  )
}

function KeptText({ shown, moments, sources }: Props) {
  const text = useQuery(query(transcript, { params: { id: shown.id } }))
  const [search] = useSearchParams()
  return (
    <Card
      title="Transcript"
      description={
        text.data && (
          <>
            Kept until <DateTime value={text.data.keptUntil} />, visible only to you
          </>
        )
      }
      aside={text.data && <Actions shown={shown} lines={text.data.lines} />}
    >
      <Loaded read={text} what="the transcript">
        {({ lines }) => (
          <Lines
            lines={lines}
            agentName={shown.agentName}
            words={search.get('q') ?? ''}
            moments={moments}
            sources={sources}
          />
        )}
      </Loaded>
    </Card>
  )
}

function Actions({ shown, lines }: { shown: Shown; lines: readonly TranscriptLine[] }) {
  async function erase() {
    // The focused button disappears with the transcript.
    if (await askToDeleteTranscript({ sessionId: shown.id, agentName: shown.agentName })) focusHeading()
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Menu
        trigger={
          <Button variant="secondary" size="dense" icon={<Download aria-hidden className="size-4" />}>
            Export
          </Button>
        }
      >
        {fileKinds.map(({ kind, label }) => (
          <MenuAction
            key={kind}
            onSelect={() => {
              const file = transcriptFile({ ...shown, lines }, kind)
              downloadText(file.text, file.name, file.type)
            }}
          >
            {label}
          </MenuAction>
        ))}
      </Menu>
      <Button
        variant="secondary"
        size="dense"
        icon={<Trash2 aria-hidden className="size-4" />}
        onClick={() => void erase()}
      >
        Delete Transcript
      </Button>
    </div>
  )
}

interface LinesProps extends Omit<Props, 'shown'> {
  lines: readonly TranscriptLine[]
  agentName: string
  /** What was searched for. */
  words: string
}

function Lines({ agentName, lines, moments, sources, words }: LinesProps) {
  const byPlace = sourcesByPlace(lines, sources)
  return (
    <ol aria-label="Transcript" className="flex max-w-prose flex-col gap-4">
      {lines.map(({ speaker, text, atSeconds }, place) => (
        <li
          key={place}
          ref={moments.refOf(place)}
          tabIndex={moments.marked === place ? -1 : undefined}
          className={classes('rounded-card outline-offset-8', moments.marked === place && 'outline-2 outline-ring')}
        >
          <p className="flex items-baseline gap-2 text-sm text-muted">
            <span className={speaker === 'agent' ? 'font-medium text-link' : 'font-medium text-text'}>
              {speaker === 'agent' ? agentName : 'You'}
            </span>
            <span className="tabular">{formatDuration(atSeconds)}</span>
          </p>
          <p className="mt-0.5 text-lg">
            <MarkedText text={text} words={words} />
          </p>
          <AnswerSources sources={byPlace.get(place) ?? []} />
        </li>
      ))}
    </ol>
  )
}
