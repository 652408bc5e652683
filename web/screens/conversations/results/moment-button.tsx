import { formatDuration } from '#contract/amounts.ts'
import type { TranscriptLine } from '#contract/conversations/voice.ts'
import { type Moments, placeOf } from './moments.ts'

interface Props {
  atSecond: number | null
  speaker: TranscriptLine['speaker']
  /** What was said then. */
  about: string
  lines: readonly TranscriptLine[]
  moments: Moments
}

/** The moment of a conversation; a press goes to its line, if the text is there. */
export function MomentButton({ about, atSecond, lines, moments, speaker }: Props) {
  if (atSecond === null) return null
  const place = placeOf(lines, atSecond, speaker)
  if (place === null) return <span className="text-sm text-muted tabular">{formatDuration(atSecond)}</span>
  return (
    <button
      type="button"
      aria-label={`${about}: go to ${formatDuration(atSecond)} in the transcript`}
      onClick={() => moments.jump(place)}
      className="-mx-1 rounded-control px-1 text-sm text-link tabular underline-offset-2 hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
    >
      {formatDuration(atSecond)}
    </button>
  )
}
