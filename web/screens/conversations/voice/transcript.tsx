import { X } from 'lucide-react'
import { classes } from '#web/kit/classes.ts'
import type { TranscriptLine } from '#web/voice/transcript.ts'
import { AnswerSources, type Moments } from '../results/moments.tsx'
import type { AnswerSource } from '#contract/results/recap.ts'

interface Props {
  lines: readonly Pick<TranscriptLine, 'id' | 'role' | 'text'>[]
  agentName: string
}

interface NotedProps extends Props {
  /** Links of the recap go to these lines. */
  moments?: Moments
  /** What was read for an answer, by the place of its line. */
  sources?: ReadonlyMap<number, readonly AnswerSource[]>
}

/** What was said. Screen readers can navigate it but do not announce it, since that would talk over the agent. */
export function VoiceTranscript({ lines, agentName, moments, sources }: NotedProps) {
  return (
    <div
      role="log"
      aria-live="off"
      aria-label="Transcript"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, which the keyboard must be able to do
      tabIndex={0}
      // A reversed column stays at its newest line unless the user scrolls back.
      className="flex min-h-20 flex-1 basis-0 large-text:max-h-80 large-text:basis-auto flex-col-reverse overflow-y-auto overscroll-contain p-4 text-lg"
    >
      <div className="mb-auto flex flex-col gap-3">
        {lines.map((line, place) => (
          <Line
            key={line.id}
            line={line}
            agentName={agentName}
            sources={sources?.get(place) ?? []}
            isMarked={moments?.marked === place}
            take={moments?.refOf(place)}
          />
        ))}
      </div>
    </div>
  )
}

interface LineProps {
  line: Props['lines'][number]
  agentName: string
  sources: readonly AnswerSource[]
  isMarked: boolean
  take: ((node: HTMLElement | null) => void) | undefined
}

function Line({ line, agentName, sources, isMarked, take }: LineProps) {
  const isYou = line.role === 'user'
  return (
    <div
      ref={take}
      tabIndex={isMarked ? -1 : undefined}
      className={classes(
        'flex max-w-[88%] flex-col rounded-card outline-offset-4',
        isMarked && 'outline-2 outline-ring',
        isYou ? 'items-end self-end' : 'items-start self-start',
      )}
    >
      <span className="text-xs text-muted">{isYou ? 'You' : agentName}</span>
      <p
        className={classes(
          'rounded-card px-3 py-1.5 break-words',
          isYou ? 'rounded-br-none bg-info-soft' : 'rounded-bl-none bg-soft text-soft-text',
        )}
      >
        {line.text}
      </p>
      <AnswerSources sources={sources} />
    </div>
  )
}

/** The whole transcript during the conversation: a drawer on the right, on a phone a sheet over the moon. */
export function TranscriptDrawer({ lines, agentName, onClose }: Props & { onClose: () => void }) {
  return (
    <section
      aria-label="Full transcript"
      className="flex min-h-0 flex-1 flex-col rounded-t-dialog border border-b-0 border-line bg-surface max-lg:mx-2 max-lg:min-h-48 lg:w-95 lg:flex-none lg:rounded-dialog lg:border-b"
    >
      <div className="flex items-center justify-between border-b border-line py-1 pr-1 pl-4">
        <h4 className="font-semibold">Transcript</h4>
        <button
          type="button"
          aria-label="Hide transcript"
          onClick={onClose}
          className="flex size-11 items-center justify-center rounded-full text-muted transition-colors hover:bg-hover hover:text-text"
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
      {lines.length > 0 ? (
        <VoiceTranscript lines={lines} agentName={agentName} />
      ) : (
        <p className="p-4 text-muted">Nothing has been said yet.</p>
      )}
    </section>
  )
}
