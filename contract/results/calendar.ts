/** Next steps as an iCalendar file (RFC 5545), for a single step and for subscriptions. */

export interface CalendarStep {
  id: string
  title: string
  /** A calendar day such as `2026-11-27`. */
  dueOn: string
  note: string
}

const longestLineBytes = 75
const dayMs = 86_400_000

/** Returns the file: one event of a whole day for each step. `at` is when the file is made. */
export function writeCalendar(steps: readonly CalendarStep[], at: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Luna//Next steps//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Luna next steps',
    ...steps.flatMap((step) => eventOf(step, at)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

function eventOf({ id, title, dueOn, note }: CalendarStep, at: Date): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${id}@next-steps.luna`,
    `DTSTAMP:${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${compact(dueOn)}`,
    // The end is the first day after the event.
    `DTEND;VALUE=DATE:${compact(dayAfter(dueOn))}`,
    `SUMMARY:${escape(title)}`,
    ...(note === '' ? [] : [`DESCRIPTION:${escape(note)}`]),
    // A step due today does not make the person busy all day.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

function compact(day: string): string {
  return day.replaceAll('-', '')
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
}

/** Escapes a text (RFC 5545, 3.3.11) and leaves out control characters, which no text may hold. */
function escape(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '')
}

/** Breaks a line after at most 75 bytes, never within a character (RFC 5545, 3.1). */
function fold(line: string): string {
  const encoder = new TextEncoder()
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (bytes + size > longestLineBytes) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}
