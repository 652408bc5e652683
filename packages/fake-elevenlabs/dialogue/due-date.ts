/** Dates that a person says, as days of the calendar. */

const dayMs = 86_400_000
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const months = 'january february march april may june july august september october november december'.split(' ')
const numbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** Parts of a day are not kept. */
const tail = String.raw`\b(?:\s+(?:morning|noon|afternoon|evening|night)\b)?`
const lead = String.raw`\b(?:(?:on|by|until|before|for|due)\s+)?`
const forms: { pattern: RegExp; dayOf(found: RegExpExecArray, today: Date): Date | null }[] = [
  {
    pattern: new RegExp(`${lead}(\\d{4}-\\d{2}-\\d{2})\\b`, 'i'),
    dayOf: ([, day = '']) => new Date(`${day}T00:00:00Z`),
  },
  { pattern: new RegExp(`${lead}today${tail}`, 'i'), dayOf: (_found, today) => today },
  { pattern: new RegExp(`${lead}tomorrow${tail}`, 'i'), dayOf: (_found, today) => later(today, 1) },
  {
    pattern: /\bin\s+(\d+|a|one|two|three|four|five|six|seven|eight|nine|ten)\s+(day|week)s?\b/i,
    dayOf: ([, count = '', unit = ''], today) =>
      later(today, numberOf(count) * (unit.toLowerCase() === 'week' ? 7 : 1)),
  },
  {
    pattern: new RegExp(`${lead}(?:next\\s+|this\\s+)?(${weekdays.join('|')})${tail}`, 'i'),
    dayOf: ([, name = ''], today) => later(today, daysUntil(weekdays.indexOf(name.toLowerCase()), today)),
  },
  {
    pattern: new RegExp(`${lead}(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(${months.join('|')})\\b`, 'i'),
    dayOf: ([, day = '', month = ''], today) => nextYearly(Number(day), month, today),
  },
  {
    pattern: new RegExp(`${lead}(${months.join('|')})\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b`, 'i'),
    dayOf: ([, month = '', day = ''], today) => nextYearly(Number(day), month, today),
  },
]

/**
 * Returns the first date in what was said, as `YYYY-MM-DD`, and the words without it; null when no date was said. A
 * weekday is the next one after `today`.
 */
export function findDueDate(words: string, today: string): { due: string | null; rest: string } {
  for (const { pattern, dayOf } of forms) {
    const found = pattern.exec(words)
    const day = found && dayOf(found, new Date(`${today}T00:00:00Z`))
    if (!found || !day || Number.isNaN(day.getTime())) continue
    const rest = `${words.slice(0, found.index)} ${words.slice(found.index + found[0].length)}`
    return { due: day.toISOString().slice(0, 10), rest: rest.replace(/\s+/g, ' ').trim() }
  }
  return { due: null, rest: words }
}

function later(day: Date, days: number): Date {
  return new Date(day.getTime() + days * dayMs)
}

function numberOf(word: string): number {
  if (/^\d+$/.test(word)) return Number(word)
  return word.toLowerCase() === 'a' ? 1 : numbers.indexOf(word.toLowerCase())
}

function daysUntil(weekday: number, today: Date): number {
  return ((weekday - today.getUTCDay() + 6) % 7) + 1
}

function nextYearly(day: number, month: string, today: Date): Date | null {
  const place = months.indexOf(month.toLowerCase())
  if (day < 1 || day > 31) return null
  const thisYear = new Date(Date.UTC(today.getUTCFullYear(), place, day))
  return thisYear < today ? new Date(Date.UTC(today.getUTCFullYear() + 1, place, day)) : thisYear
}
