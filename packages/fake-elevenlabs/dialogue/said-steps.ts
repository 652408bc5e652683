/** Finds a person's plans in the ways in which people say them. */
import { parse, type ParsedResult } from 'chrono-node'

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

const forget = String.raw`\b(?:(?:don't|do\s+not|never)\s+let\s+me|i\s+(?:mustn't|shouldn't|(?:must|should)\s+not))\s+forget\b`

/** Requests to note something: `what` is to be done, and `when` are words before or after it that may name the day. */
const requests = [
  String.raw`${remind}\s+(?:about|of|${must}|that)\s+(?<what>.+)$`,
  String.raw`${remind}(?<when>[^.?!]*?)\s(?:to|${must})\s+(?<what>.+)$`,
  String.raw`${forget}(?:\s+(?:to|about|${must}))?\s+(?<what>.+)$`,
  String.raw`\b(?:set|add|make|create)\s+(?:me\s+)?a\s+(?:reminder|note)\b(?<when>[^.?!:]*?)(?:\s(?:to|about|${must})\s|:)\s*(?<what>.+)$`,
  String.raw`\bnote\s+to\s+(?:my)?self\b\W*(?<what>.+)$`,
  String.raw`\bput\s+on\s+${list}(?:\s+to\b|:)?\s*(?<what>.+)$`,
  String.raw`\b(?:put|add|write|note)\s+(?:down\s+)?(?:to\s+|${must}\s+)?(?<what>.+?)\s+(?:on|onto|to|in|into)\s+${list}\b(?<when>.*)$`,
  String.raw`\b(?:note|write)(?:\s+down)?\s+${must}\s+(?<what>.+)$`,
  String.raw`\badd(?:\s+a\s+next\s+step|\s+to\s+${list})(?:\s+that\s+i\s+will|\s+to|:)\s+(?<what>.+)$`,
].map((pattern) => new RegExp(pattern, 'i'))

const promise =
  /\bi(?: will|'ll| am going to|'m going to| want to commit to)\s+(?!not\b|never\b|see you\b)(?<what>.+)$/i
const duty = /\bi(?: really)? (?:need to|have to|must|should)\s+(?!not\b|never\b)(?<what>.+)$/i
/** Promises that are a manner of speaking unless they name a time. */
const idle =
  /^(?:see|think|survive|be|have(?! to)|need(?! to)|do (?:it|that|this|so)|try|stay|wait|let you|tell you|lunch|bed)\b/i
/** The join to another thing that a person will do. */
const nextClause = /\s*(?:,|;|\band)\s+(?:then\s+)?(?=i(?:'ll|\s+will|\s+need\s+to|\s+have\s+to)\b)/i
/** A time that is named before what is to be done. */
const beforehand = /^(?:on|at|in|by|for|before|after|until|when|next|this|every|each|around|during)\b/i
/** Duties within the conversation itself. */
const now =
  /^(?:(?:talk|speak)(?! (?:to|with) (?!you\b))|practi[cs]e|discuss|know|understand|learn|hear|go|stop|leave)\b/i

/** Returns what a line says that its person wants to do; null when it says nothing of the kind. */
export function readStep(line: string, today: string): SaidStep | null {
  return (
    clausesOf(line)
      .map((clause) => readClause(clause, today))
      .find((step) => step !== null) ?? null
  )
}

function clausesOf(line: string): string[] {
  return line.replaceAll('’', "'").split(nextClause)
}

function readClause(line: string, today: string): SaidStep | null {
  const text = line.trim().replace(/[.?!]+\s*$/, '')
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
  const said = lines.flatMap(clausesOf).flatMap((clause) => readClause(clause, today) ?? [])
  const steps = said.filter(({ isAsked, isTimed, title }) => isAsked || isTimed || !idle.test(title))
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
  // A time that is no day of the calendar stays in the words.
  const kept = found.due === null && beforehand.test(when.trim()) ? ` ${when.trim()}` : ''
  const title = `${inWhat.rest}${kept}`
    .replace(/[\s,;]+(?:please)?$/i, '')
    .replace(/^to\s+/i, '')
    .replace(/^["“](.*)["”]$/, '$1')
  return { title: capital(title), due: found.due, isTimed: inWhat.isTimed || found.isTimed }
}

/** Returns a text that begins with a capital letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const dayMs = 86_400_000
/** A preposition before a day, which goes with it. */
const lead = /\s*\b(?:on|by|until|till|before|for|(?<!\b(?:is|are)\s)due|from)\s*$/i
/** A time of day, which is kept in the words. */
const hour = /\bat\s+\d.*$/i
/** Times that name no day. */
const openTime =
  /\b(?:this|next|the coming) (?:week|weekend|month|quarter|year)\b|\b(?:in|within) (?:an?|one|two|three|six|\d+) (?:months?|years?)\b|\bon the \d{1,2}(?:st|nd|rd|th)\b(?! of)|\bend of (?:the|this|next) (?:week|month|year)\b/i

interface SaidDay {
  /** As `YYYY-MM-DD`; null when no day was named. */
  due: string | null
  /** The words without the day. */
  rest: string
  /** Whether a time was named at all, be it a day or only the next week. */
  isTimed: boolean
}

/** Returns the first day that the words name, seen from `today` (`YYYY-MM-DD`). A weekday is the next one after it. */
function findDueDate(words: string, today: string): SaidDay {
  const reference = { instant: new Date(`${today}T12:00:00Z`), timezone: 0 }
  const found = parse(words, reference, { forwardDate: true }).find((result) => namesDay(result, today))
  if (!found) return { due: null, rest: words, isTimed: openTime.test(words) }
  const before = words.slice(0, found.index).replace(lead, '')
  const rest = [before, hour.exec(found.text)?.[0] ?? '', words.slice(found.index + found.text.length)].join(' ')
  return { due: dayOf(found, today), rest: rest.replaceAll(/\s+/g, ' ').trim(), isTimed: true }
}

function namesDay(result: ParsedResult, today: string): boolean {
  const { start, text } = result
  const isDay = start.isCertain('day') || start.isCertain('weekday')
  return isDay && !openTime.test(text) && !/^(?:right )?now$/i.test(text) && dayOf(result, today) >= today
}

function dayOf({ start }: ParsedResult, today: string): string {
  const day = new Date(Date.UTC(start.get('year') ?? 0, (start.get('month') ?? 1) - 1, start.get('day') ?? 1))
  const iso = toIso(day)
  const isThisWeekday = start.isCertain('weekday') && !start.isCertain('day') && iso === today
  return isThisWeekday ? toIso(new Date(day.getTime() + 7 * dayMs)) : iso
}

function toIso(day: Date): string {
  return day.toISOString().slice(0, 10)
}
