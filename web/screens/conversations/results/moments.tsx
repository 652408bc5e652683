import { useCallback, useState } from 'react'
import { formatDuration } from '#contract/amounts.ts'
import type { TranscriptLine } from '#contract/conversations/voice.ts'
import type { AnswerSource } from '#contract/results/recap.ts'

interface Line {
  speaker: 'you' | 'agent'
  atSeconds: number
}

/** Returns the place of the line of a moment: said in that second, preferably by `speaker`, else the last one before it. */
export function placeOf(lines: readonly Line[], atSecond: number, speaker: Line['speaker']): number | null {
  const exact = lines.findIndex((line) => line.atSeconds === atSecond && line.speaker === speaker)
  if (exact >= 0) return exact
  const earlier = lines.findLastIndex((line) => line.atSeconds <= atSecond)
  return earlier >= 0 ? earlier : null
}

/** Returns what was read for the answers, by the places of their lines. */
export function sourcesByPlace(
  lines: readonly Line[],
  sources: readonly AnswerSource[],
): ReadonlyMap<number, readonly AnswerSource[]> {
  const byPlace = new Map<number, AnswerSource[]>()
  for (const source of sources) {
    const place = placeOf(lines, source.atSecond, 'agent')
    if (place !== null) byPlace.set(place, [...(byPlace.get(place) ?? []), source])
  }
  return byPlace
}

export interface Moments {
  /** The place of the line that was jumped to. */
  marked: number | null
  jump: (place: number) => void
  /** For the element of each line: the marked one comes into view and takes the focus. */
  refOf: (place: number) => ((node: HTMLElement | null) => void) | undefined
}

/** The line of a transcript to which a link of its recap has jumped. */
export function useMoments(): Moments {
  const [mark, setMark] = useState<{ place: number } | null>(null)
  const take = useCallback(
    (node: HTMLElement | null) => {
      // A new mark makes a new function, so that a second press jumps again.
      if (!node || !mark) return
      node.scrollIntoView({ block: 'center' })
      node.focus({ preventScroll: true })
    },
    [mark],
  )
  return {
    marked: mark?.place ?? null,
    jump: (place) => setMark({ place }),
    refOf: (place) => (place === mark?.place ? take : undefined),
  }
}

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

/** Under an answer: the documents that were read for it. They are no proof that it is right. */
export function AnswerSources({ sources }: { sources: readonly AnswerSource[] }) {
  if (sources.length === 0) return null
  return (
    <div className="mt-2 flex max-w-prose flex-col gap-2 border-l-2 border-line pl-3 text-sm">
      <p className="text-muted">Read for this answer</p>
      {sources.map(({ excerpt, title }, place) => (
        <figure key={place} className="min-w-0">
          <figcaption className="font-medium break-words">{title}</figcaption>
          <blockquote className="break-words text-muted">“{excerpt}”</blockquote>
        </figure>
      ))}
    </div>
  )
}
