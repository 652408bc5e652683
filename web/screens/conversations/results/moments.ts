import { useCallback, useState } from 'react'
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
