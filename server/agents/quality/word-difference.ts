import type { TextPart } from '#contract/agents/versions.ts'

/** How one text became another, first by lines and, in lines that changed, by words. */

/** Larger pieces without anything in common at either end show as replaced, because comparing them takes too long. */
const mostCells = 1_000_000

/** Returns the parts of both texts in order: without the added ones they are `older`, without the removed ones `newer`. */
export function wordDifference(older: string, newer: string): TextPart[] {
  return compare(linesOf(older), linesOf(newer), (removed, added) =>
    compare(wordsOf(removed), wordsOf(added), (gone, come) => [
      { kind: 'removed', text: gone },
      { kind: 'added', text: come },
    ]),
  )
}

type Replaced = (removed: string, added: string) => TextPart[]

/** Finds the longest common sequence of pieces; `replaced` says what stands between its members. */
function compare(older: readonly string[], newer: readonly string[], replaced: Replaced): TextPart[] {
  let start = 0
  while (start < older.length && start < newer.length && older[start] === newer[start]) start++
  let [olderEnd, newerEnd] = [older.length, newer.length]
  while (olderEnd > start && newerEnd > start && older[olderEnd - 1] === newer[newerEnd - 1]) {
    olderEnd--
    newerEnd--
  }
  const common = commonPlaces(older.slice(start, olderEnd), newer.slice(start, newerEnd))
  const parts: TextPart[] = [{ kind: 'same', text: older.slice(0, start).join('') }]
  let [oldAt, newAt] = [start, start]
  for (const [oldPlace, newPlace] of [...common, [olderEnd - start, newerEnd - start] as const]) {
    const removed = older.slice(oldAt, start + oldPlace).join('')
    const added = newer.slice(newAt, start + newPlace).join('')
    if (removed || added) parts.push(...replaced(removed, added))
    ;[oldAt, newAt] = [start + oldPlace, start + newPlace]
    const isMember = oldAt < olderEnd && newAt < newerEnd
    if (isMember) parts.push({ kind: 'same', text: older[oldAt] ?? '' })
    if (isMember) [oldAt, newAt] = [oldAt + 1, newAt + 1]
  }
  parts.push({ kind: 'same', text: older.slice(olderEnd).join('') })
  return joined(parts)
}

/** Returns the places of the pieces that both have, in both. */
function commonPlaces(older: readonly string[], newer: readonly string[]): (readonly [number, number])[] {
  const width = newer.length + 1
  if ((older.length + 1) * width > mostCells) return []
  // The length of the longest common sequence from each pair of places to both ends.
  const lengths = new Uint32Array((older.length + 1) * width)
  const at = (one: number, other: number): number => lengths[one * width + other] ?? 0
  for (let one = older.length - 1; one >= 0; one--)
    for (let other = newer.length - 1; other >= 0; other--)
      lengths[one * width + other] =
        older[one] === newer[other] ? at(one + 1, other + 1) + 1 : Math.max(at(one + 1, other), at(one, other + 1))
  const places: (readonly [number, number])[] = []
  for (let [one, other] = [0, 0]; one < older.length && other < newer.length;) {
    if (older[one] === newer[other]) places.push([one++, other++])
    else if (at(one + 1, other) >= at(one, other + 1)) one++
    else other++
  }
  return places
}

/** Joins neighbours of one kind and leaves out empty parts. */
function joined(parts: readonly TextPart[]): TextPart[] {
  const all: TextPart[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (part.text === '') continue
    if (last?.kind === part.kind) last.text += part.text
    else all.push({ ...part })
  }
  return all
}

/** Returns the lines with their ends. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? []
}

/** Returns the words, each with the spaces after it, so that words alone decide what two texts share. */
function wordsOf(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? []
}
