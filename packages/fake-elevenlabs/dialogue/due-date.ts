/** Days that a person says. */
import { parse, type ParsedResult } from 'chrono-node'

const dayMs = 86_400_000
/** A preposition before a day, which goes with it. */
const lead = /\s*\b(?:on|by|until|till|before|for|(?<!\b(?:is|are)\s)due|from)\s*$/i
/** A time of day, which is kept in the words. */
const hour = /\bat\s+\d.*$/i
/** Times that name no day. */
const openTime =
  /\b(?:this|next|the coming) (?:week|weekend|month|quarter|year)\b|\b(?:in|within) (?:an?|one|two|three|six|\d+) (?:months?|years?)\b|\bon the \d{1,2}(?:st|nd|rd|th)\b(?! of)|\bend of (?:the|this|next) (?:week|month|year)\b/i

export interface SaidDay {
  /** As `YYYY-MM-DD`; null when no day was named. */
  due: string | null
  /** The words without the day. */
  rest: string
  /** Whether a time was named at all, be it a day or only the next week. */
  isTimed: boolean
}

/** Returns the first day that the words name, seen from `today` (`YYYY-MM-DD`). A weekday is the next one after it. */
export function findDueDate(words: string, today: string): SaidDay {
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
