import { classes } from '#web/kit/classes.ts'
import type { TranscriptLine } from '#web/voice/transcript.ts'

interface Props {
  lines: readonly TranscriptLine[]
  agentName: string
  /** Only the last two lines, each shortened if it is long (S087, D90). */
  compact?: boolean
}

/** What was said. Screen readers can navigate it but do not announce it, since that would talk over the agent. */
export function VoiceTranscript({ lines, agentName, compact = false }: Props) {
  const shown = compact ? lines.slice(-2) : lines
  return (
    <div
      role="log"
      aria-live="off"
      aria-label="Transcript"
      tabIndex={compact ? undefined : 0}
      className={classes(
        // A reversed column stays at its newest line unless the user scrolls back.
        'flex flex-col-reverse text-lg',
        compact
          ? 'min-h-28 flex-1 justify-end sm:min-h-40'
          : // Takes all the room in the dialog; on a low screen the dialog itself scrolls.
            'min-h-20 flex-1 basis-0 overflow-y-auto rounded-card border border-line bg-surface p-3',
      )}
    >
      <div className={classes('flex flex-col gap-2', !compact && 'mb-auto')}>
        {shown.map((line) => (
          <Line key={line.id} line={line} agentName={agentName} compact={compact} />
        ))}
      </div>
    </div>
  )
}

function Line({ line, agentName, compact }: { line: TranscriptLine; agentName: string; compact: boolean }) {
  const isYou = line.role === 'user'
  return (
    <div className={classes('flex max-w-[88%] flex-col', isYou ? 'items-end self-end' : 'items-start self-start')}>
      <span className="text-xs text-muted">{isYou ? 'You' : agentName}</span>
      <p
        className={classes(
          'rounded-card px-3 py-1.5 break-words',
          isYou ? 'rounded-br-none bg-info-soft' : 'rounded-bl-none bg-soft text-soft-text',
        )}
      >
        <span className={classes(compact && 'line-clamp-2 sm:line-clamp-3')}>{line.text}</span>
      </p>
    </div>
  )
}
