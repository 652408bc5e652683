import { longestTitle } from '#contract/results/next-steps.ts'
import type { ReadableDocument } from './policies.ts'

/** What an analysis says of next steps and moments, compared with the words themselves (D184). */

interface Line {
  speaker: 'you' | 'agent'
  text: string
  atSeconds: number
}

export interface FoundStep {
  title: string
  /** A day such as `2026-12-04`, only if a day was said. */
  dueOn: string | null
  /** The second of the line in which the person said it; null when no line resembles it. */
  atSecond: number | null
}

const withDay = /^(.*\S)\s*\((\d{4}-\d{2}-\d{2})\)\.?$/s
const saysADay =
  /\d|\b(to(day|night|morrow)|weekend|(mon|tues|wednes|thurs|fri|satur|sun)days?|next (week|month|year)|(in|within) an? (day|week|month|year)|(one|two|three|four|five|six|seven|eight|nine|ten|twelve) (days?|weeks?|months?)|january|february|march|april|(in|by|of|until|before) may|june|july|august|september|october|november|december|(on|by|until|before) the (first|second)|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\w+teenth|twentieth|thirtieth|end of)\b/i
const longestAheadMs = 2 * 366 * 86_400_000
/** Lines around a promise in which its day may be said: a question before, and an answer after it. */
const linesAround = 2
const fewestShared = 0.5

/** Returns the steps of an analysis. `saidOn` is the day of the conversation; days before it, or far off, are dropped. */
export function readSteps(texts: readonly string[], lines: readonly Line[], saidOn: string): FoundStep[] {
  return texts.flatMap((text) => {
    const [, before = text, day = null] = withDay.exec(text.trim()) ?? []
    const title = before.trim().replaceAll(/\s+/g, ' ').replace(/\.$/, '').slice(0, longestTitle).trim()
    if (title === '') return []
    const place = findPromise(title, lines)
    const around = place === null ? [] : lines.slice(Math.max(0, place - linesAround), place + linesAround + 1)
    const isSaid = around.some((line) => saysADay.test(line.text))
    const dueOn = day !== null && isSaid && isPlausible(day, saidOn) ? day : null
    return [{ title, dueOn, atSecond: place === null ? null : (lines[place]?.atSeconds ?? null) }]
  })
}

/** Returns the line of the person that shares the most words with a step; null when none shares half of them. */
function findPromise(title: string, lines: readonly Line[]): number | null {
  let best: { place: number; share: number } | null = null
  for (const [place, line] of lines.entries()) {
    if (line.speaker !== 'you') continue
    const share = shareOf(title, line.text)
    if (share >= fewestShared && share > (best?.share ?? 0)) best = { place, share }
  }
  return best?.place ?? null
}

function isPlausible(day: string, saidOn: string): boolean {
  const at = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day) return false
  return day >= saidOn && at.getTime() - Date.parse(saidOn) <= longestAheadMs
}

/** Returns the part of the words of `text` that `other` has too, from 0 to 1. */
function shareOf(text: string, other: string): number {
  const wanted = wordsOf(text)
  const there = wordsOf(other)
  if (wanted.size === 0) return 0
  return [...wanted].filter((word) => there.has(word)).length / wanted.size
}

/** Returns whether two titles mean the same step: either holds nearly all the words of the other. */
export function isSameStep(title: string, other: string): boolean {
  return Math.max(shareOf(title, other), shareOf(other, title)) >= 0.8
}

/** Returns the second of our text at which something was said that the provider dates by its own clock. */
export function momentOf(said: Line, lines: readonly Line[]): number {
  const own = lines.filter(({ speaker }) => speaker === said.speaker)
  const distance = (line: Line): number => Math.abs(line.atSeconds - said.atSeconds)
  const same = own.filter(({ text }) => text.trim() === said.text.trim())
  const [nearest] = (same.length > 0 ? same : own).toSorted((a, b) => distance(a) - distance(b))
  return nearest?.atSeconds ?? said.atSeconds
}

const longestExcerpt = 300

/** Returns the part of a passage that resembles an answer the most, in whole sentences where they fit, 300 characters at most. */
export function excerptOf(passage: string, answer: string): string {
  const sentences = [
    ...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(passage.replaceAll('\0', '').trim()),
  ].map(({ segment }) => segment)
  const shares = sentences.map((sentence) => shareOf(sentence, answer))
  const first = Math.max(0, shares.indexOf(Math.max(...shares)))
  let excerpt = first === 0 ? '' : '… '
  let next = first
  for (; next < sentences.length; next++) {
    const longer = excerpt + (sentences[next] ?? '')
    if (longer.trimEnd().length > longestExcerpt) break
    excerpt = longer
  }
  if (next === first) return `${`${excerpt}${sentences[first] ?? ''}`.slice(0, longestExcerpt - 1).trimEnd()}…`
  return excerpt.trim().replaceAll(/\s*\n\s*/g, ' ')
}

function wordsOf(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 1))
}

/** Which passages are shown as what an answer was taken from. */

/** Beyond this distance a passage was only looked at. */
const nearDistance = 0.45
const mostOfOneAnswer = 2

/** What the provider reports of an answer. */
interface Sourced {
  passages: readonly { providerDocumentId: string; chunkId: string; /** From 0, the same, to 1. */ distance: number }[]
  /** The passages that the agent says it used; null where it does not say. */
  usedChunkIds: readonly string[] | null
  /** The documents that it always has in mind and used. */
  usedDocumentIds: readonly string[]
}

export interface WantedSource<Answer> {
  answer: Answer
  document: ReadableDocument
  /** Null for a document that the agent always has in mind. */
  chunkId: string | null
}

/**
 * Returns the passages that an agent says it used for an answer, or else the nearest, as far as they come from the given
 * documents; two at most.
 */
export function chooseSources<Answer extends Sourced>(
  answer: Answer,
  documents: readonly ReadableDocument[],
): WantedSource<Answer>[] {
  const { passages, usedChunkIds, usedDocumentIds } = answer
  const byDistance = passages.toSorted((a, b) => a.distance - b.distance)
  const chosen = usedChunkIds
    ? byDistance.filter(({ chunkId }) => usedChunkIds.includes(chunkId))
    : byDistance.filter(({ distance }) => distance < nearDistance)
  const known = new Map(documents.map((document) => [document.providerDocumentId, document]))
  const find = (providerDocumentId: string, chunkId: string | null): WantedSource<Answer>[] => {
    const document = known.get(providerDocumentId)
    return document ? [{ answer, document, chunkId }] : []
  }
  return [
    ...chosen.flatMap(({ chunkId, providerDocumentId }) => find(providerDocumentId, chunkId)),
    ...usedDocumentIds.flatMap((providerDocumentId) => find(providerDocumentId, null)),
  ].slice(0, mostOfOneAnswer)
}
