/** Finds a person's plans in the ways in which people say them. */
import { findDueDate } from './due-date.ts'

export interface SaidStep {
  title: string
  /** As `YYYY-MM-DD`; null when no day was named. */
  due: string | null
  /** Whether the person asked for it to be noted, rather than said what they would do. */
  isAsked: boolean
  /** Whether a time was named at all. */
  isTimed: boolean
}

const list = String.raw`my\s+(?:list|to-?dos?(?:\s+list)?|next\s+steps|steps|agenda)`
/** A question to be reminded of what was said is none to note anything. */
const remind = String.raw`\bremind\s+me\b(?!\s+(?:(?:about|of)\s+)?(?:how|what|why|who|where|which|whether)\b)`
const must = String.raw`that\s+i\s+(?:will|should|must|need\s+to|have\s+to)`

/** Requests to note something: `what` is to be done, and `when` are words before or after it that may name the day. */
const requests = [
  String.raw`${remind}(?<when>[^.?!]*?)\s(?:to|${must})\s+(?<what>.+)$`,
  String.raw`${remind}\s+(?:about|of)\s+(?<what>.+)$`,
  String.raw`\b(?:don't|do\s+not|never)\s+let\s+me\s+forget\b(?<when>[^.?!]*?)\s(?:to|about|${must})\s+(?<what>.+)$`,
  String.raw`\bput\s+on\s+${list}(?:\s+to\b|:)?\s*(?<what>.+)$`,
  String.raw`\b(?:put|add|write|note)\s+(?:down\s+)?(?:to\s+|${must}\s+)?(?<what>.+?)\s+(?:on|onto|to|in|into)\s+${list}\b(?<when>.*)$`,
  String.raw`\b(?:note|write)(?:\s+down)?\s+${must}\s+(?<what>.+)$`,
  String.raw`\badd(?:\s+a\s+next\s+step|\s+to\s+${list})(?:\s+that\s+i\s+will|\s+to|:)\s+(?<what>.+)$`,
].map((pattern) => new RegExp(pattern, 'i'))

const promise =
  /\bi(?: will|'ll| am going to|'m going to| want to commit to)\s+(?!not\b|never\b|see you\b)(?<what>.+)$/i
const duty = /\bi(?: really)? (?:need to|have to|must|should)\s+(?!not\b|never\b)(?<what>.+)$/i
/** Duties within the conversation itself. */
const now = /^(?:talk|speak|practi[cs]e|discuss|know|understand|learn|hear|go|stop|leave)\b/i

/** Returns what a line says that its person wants to do; null when it says nothing of the kind. */
export function readStep(line: string, today: string): SaidStep | null {
  const text = line
    .trim()
    .replaceAll('’', "'")
    .replace(/[.?!]+\s*$/, '')
  for (const request of requests) {
    const { what, when = '' } = request.exec(text)?.groups ?? {}
    if (what) return { ...toStep(what, when, today), isAsked: true }
  }
  const promised = promise.exec(text)?.groups?.['what']
  if (promised) return { ...toStep(promised, '', today), isAsked: false }
  const needed = duty.exec(text)?.groups?.['what']
  if (!needed || now.test(needed) || /\?\s*$/.test(line)) return null
  const step = toStep(needed, '', today)
  return step.isTimed ? { ...step, isAsked: false } : null
}

/** Returns what a person said that they would do, in the order in which it was said, each thing once. */
export function commitmentsIn(lines: readonly string[], today: string): { title: string; due: string | null }[] {
  const steps = lines.flatMap((line) => readStep(line, today) ?? [])
  return steps.filter(
    ({ title, due }, place) => steps.findIndex((step) => isSameTitle(step.title, title) && step.due === due) === place,
  )
}

function isSameTitle(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function toStep(what: string, when: string, today: string): Omit<SaidStep, 'isAsked'> {
  const inWhat = findDueDate(what, today)
  const found = inWhat.due === null && when.trim() !== '' ? findDueDate(when, today) : inWhat
  const title = inWhat.rest.replace(/[\s,;]+(?:please)?$/i, '').replace(/^to\s+/i, '')
  return { title: capital(title), due: found.due, isTimed: inWhat.isTimed || found.isTimed }
}

/** Returns a text that begins with a capital letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
