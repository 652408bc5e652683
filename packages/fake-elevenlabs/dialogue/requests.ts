/** What a person asks of a conversation itself, rather than of its subject. */
import { capital, readStep } from './said-steps.ts'

const farewell = /\b(good ?-?bye|bye|see you( later| soon)?|hang up|end (the|this) (call|conversation))\b/i
const again =
  /\b(say|repeat|tell me) (that|it|this)?\s*(once )?(again|more slowly)\b|\bwhat did you (just )?say\b|^\W*(pardon|sorry|come again|(please )?repeat (that|it)(,? please)?)\W*$/i
const onward =
  /^\W*(and |so )*(then( what)?|what (comes |happens )?(next|then)|what else|go on|continue|tell me more|more|keep going|anything else)\W*$/i
const agreement = /^\W*(?:(?:yes|okay|ok|sure)(?:,? please)?|please(?: do)?|let us do that)\W*$/i
const refusal = /^\W*(?:no|nope|keep both|leave it)\b(?:\W+\w+){0,3}\W*$/i
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']
const memory = /(?<!\b(?:you|i) )\bremember (?:that |this: ?|about me that |(?=(?:my|i|we|our)\b))(.+)$/i
const recall = /\bwhat do you (?:know|remember) about me\b|\bdo you remember me\b/i
const openSteps =
  /\bwhat (?:are|were) my (?:open |next )?(?:next )?steps\b|\bwhat(?: is|'s| was) (?:on my (?:to-?do )?list|left to do)\b/i
const identity =
  /\bare you (?:really )?(?:an? )?(?:real|human|actual|live)?\s*(?:person|human|bot|robot|machine|computer|ai|real|chat ?gpt)\b|\b(?:who|what) are you\W*$|\bwhat(?: is|'s) your name\b|\bwho (?:made|built|created) you\b|\bhow old are you\b|\bdo you have feelings\b|\bis this (?:an? )?(?:recording|ai|bot)\b|\b(?:talking|speaking) (?:to|with) (?:an? )?(?:real |actual )?(?:person|human|bot|robot|machine|computer|ai)\b/i
type PlainKind = 'goodbye' | 'again' | 'onward' | 'agreement' | 'refusal' | 'recall' | 'open steps' | 'identity'

export type Request =
  | { kind: PlainKind }
  | { kind: 'choice'; place: number }
  /** `isAsked` is false for what the person only said that they would do. */
  | { kind: 'step'; title: string; due: string | null; isAsked: boolean }
  | { kind: 'memory'; text: string }

const plain: [kind: PlainKind, pattern: RegExp][] = [
  ['goodbye', farewell],
  ['again', again],
  ['onward', onward],
  ['recall', recall],
  ['open steps', openSteps],
  ['identity', identity],
  ['agreement', agreement],
  ['refusal', refusal],
]

/** Returns what the words ask of the conversation; null when they are about its subject. `today` is `YYYY-MM-DD`. */
export function readRequest(words: string, today: string): Request | null {
  const text = words.trim().replaceAll('’', "'")
  const step = readStep(text, today)
  if (step?.isAsked) return { kind: 'step', ...step }
  const note = memory.exec(text)?.[1]
  if (note !== undefined) return { kind: 'memory', text: sentenceOf(note) }
  const found = plain.find(([, pattern]) => pattern.test(text))
  if (found) return { kind: found[0] }
  // A plan without a time may be a manner of speaking.
  if (step?.isTimed) return { kind: 'step', ...step }
  const place = ordinals.findIndex((word) => new RegExp(`^\\W*(the )?${word}( one)?\\W*$`, 'i').test(text))
  return place >= 0 ? { kind: 'choice', place } : null
}

/** Returns whether a contextual update asks the agent to finish. */
export function asksToWrapUp(update: string): boolean {
  return /\bwrap(ping)?[ -]?up\b|\bseconds?( are)? (left|remain)|\bcome to an end\b|\bmore seconds\b|\bout of time\b/i.test(
    update,
  )
}

function sentenceOf(words: string): string {
  return `${capital(words.trim().replace(/[.?!]+$/, ''))}.`
}
