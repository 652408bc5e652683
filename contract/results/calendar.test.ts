import { expect, it } from 'vitest'
import { writeCalendar } from './calendar.ts'

const at = new Date('2026-11-26T09:08:07.123Z')
const step = { id: 'a-1', title: 'Call Anna', dueOn: '2026-11-27', note: '' }

function unfold(file: string): string[] {
  return file.replaceAll('\r\n ', '').split('\r\n')
}

it('writes a step as an event of one whole day', () => {
  const lines = unfold(writeCalendar([step], at))
  expect(lines[0]).toBe('BEGIN:VCALENDAR')
  expect(lines).toContain('VERSION:2.0')
  const event = lines.slice(lines.indexOf('BEGIN:VEVENT'), lines.indexOf('END:VEVENT')).slice(1)
  const days = 'DTSTAMP:20261126T090807Z DTSTART;VALUE=DATE:20261127 DTEND;VALUE=DATE:20261128'
  expect(event).toEqual(['UID:a-1@next-steps.luna', ...days.split(' '), 'SUMMARY:Call Anna', 'TRANSP:TRANSPARENT'])
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', ''])
  expect(unfold(writeCalendar([], at))).not.toContain('BEGIN:VEVENT')
})

it.each([
  ['2026-12-31', '20270101'],
  ['2028-02-28', '20280229'],
  // The day on which clocks change in many places.
  ['2026-10-25', '20261026'],
])('ends an event of %s on the next day', (dueOn, end) => {
  expect(unfold(writeCalendar([{ ...step, dueOn }], at))).toContain(`DTEND;VALUE=DATE:${end}`)
})

it('escapes what has a meaning in the format, so that a title cannot add lines', () => {
  const title = 'Bread, milk; a\\b'
  const note = 'First\r\nSecond\nEND:VEVENT\u0007'
  const lines = unfold(writeCalendar([{ ...step, title, note }], at))
  expect(lines).toContain('SUMMARY:Bread\\, milk\\; a\\\\b')
  expect(lines).toContain('DESCRIPTION:First\\nSecond\\nEND:VEVENT')
  expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1)
})

it('folds long lines at 75 bytes without cutting a character', () => {
  const title = 'Grüße an Łukasz 🌙 '.repeat(6).trim()
  const file = writeCalendar([{ ...step, title }], at)
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(file).not.toContain('\uFFFD')
  expect(unfold(file)).toContain(`SUMMARY:${title}`)
})
