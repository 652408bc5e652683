/** What a person asks of a conversation itself, rather than of its subject. */
import { findDueDate } from './due-date.ts'

const farewell = /\b(good ?-?bye|bye|see you( later| soon)?|hang up|end (the|this) (call|conversation))\b/i
const again =
  /\b(say|repeat|tell me) (that|it|this)?\s*(once )?(again|more slowly)\b|^\W*(pardon|sorry|come again|repeat that)\W*$/i
const onward =
  /^\W*(and |so )*(then( what)?|what (comes |happens )?(next|then)|what else|go on|continue|tell me more|more|keep going|anything else)\W*$/i
const agreement = /^\W*(?:(?:yes|okay|ok|sure)(?:,? please)?|please(?: do)?|let us do that)\W*$/i
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']
const reminder =
  /\b(?:please )?(?:remind me to|remind me that i (?:should|must|need to)|note that i (?:will|should|must|need to)|add(?: a next step| to my (?:list|next steps)|)(?: that i will| to|:)|put on my list(?: to|:)?)\s+(.+)$/i
const commitment = /\bi(?: will|'ll| am going to| want to commit to) (.+)$/i
const memory = /\b(?:please )?remember (?:that |this: ?|about me that )(.+)$/i
const recall = /\bwhat do you (?:know|remember) about me\b|\bdo you remember me\b/i
const openSteps =
  /\bwhat (?:are|were) my (?:open |next )?(?:next )?steps\b|\bwhat (?:is|was) (?:on my list|left to do)\b/i
const play =
  /\b(?:role ?-?play|pretend (?:that )?you(?: are|'re)|act as|play)\b(?:.*?\b(?:you are|you're|as|with)?\s*(?:an?|the|my)\s+([a-z][a-z -]{2,40}?))?(?:[.?!]|$)/i
const endOfPlay = /\b(?:stop|end|leave) (?:the )?(?:role ?-?play|game|play(?:ing)?)\b/i

export type Request =
  | { kind: 'goodbye' | 'again' | 'onward' | 'agreement' | 'recall' | 'open steps' | 'end of play' }
  | { kind: 'choice'; place: number }
  | { kind: 'step'; title: string; due: string | null }
  | { kind: 'memory'; text: string }
  | { kind: 'play'; role: string | null }

const plain: [kind: 'goodbye' | 'again' | 'onward' | 'recall' | 'open steps' | 'end of play', pattern: RegExp][] = [
  ['goodbye', farewell],
  ['again', again],
  ['onward', onward],
  ['recall', recall],
  ['open steps', openSteps],
  ['end of play', endOfPlay],
]

/** Returns what the words ask of the conversation; null when they are about its subject. `today` is `YYYY-MM-DD`. */
export function readRequest(words: string, today: string): Request | null {
  const text = words.trim().replace(/’/g, "'")
  const step = reminder.exec(text)?.[1]
  if (step !== undefined) return { kind: 'step', ...stepOf(step, today) }
  const note = memory.exec(text)?.[1]
  if (note !== undefined) return { kind: 'memory', text: sentenceOf(note) }
  const found = plain.find(([, pattern]) => pattern.test(text))
  if (found) return { kind: found[0] }
  const role = play.exec(text)
  if (role) return { kind: 'play', role: role[1]?.trim() ?? null }
  const place = ordinals.findIndex((word) => new RegExp(`^\\W*(the )?${word}( one)?\\W*$`, 'i').test(text))
  if (place >= 0) return { kind: 'choice', place }
  return agreement.test(text) ? { kind: 'agreement' } : null
}

/** Returns whether a contextual update asks the agent to finish. */
export function asksToWrapUp(update: string): boolean {
  return /\bwrap(ping)?[ -]?up\b|\bseconds?( are)? (left|remain)|\bcome to an end\b|\bmore seconds\b|\bout of time\b/i.test(
    update,
  )
}

/** Returns what a person said that they would do, in the order in which it was said. */
export function commitmentsIn(lines: readonly string[], today: string): { title: string; due: string | null }[] {
  return lines.flatMap((line) => {
    const said = reminder.exec(line)?.[1] ?? commitment.exec(line)?.[1]
    return said === undefined ? [] : [stepOf(said, today)]
  })
}

function stepOf(words: string, today: string): { title: string; due: string | null } {
  const { due, rest } = findDueDate(words.replace(/[.?!]+\s*$/, ''), today)
  return { title: capital(rest.replace(/[\s,;]+$/, '')), due }
}

function sentenceOf(words: string): string {
  return `${capital(words.trim().replace(/[.?!]+$/, ''))}.`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
