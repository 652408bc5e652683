import { expect, it } from 'vitest'
import type { NextStep } from '#contract/results/next-steps.ts'
import { byColumn, changeTo, columnOf, endOfWeek, isOverdue } from './columns.ts'

// A Thursday.
const today = '2026-11-26'
const unknown = { sessionId: null, agentId: null, agentName: null, atSecond: null, doneAt: null }
const words = { title: 'Call Anna', note: '', createdAt: '2026-11-20T10:00:00.000Z' }
const step = (state: NextStep['state'], dueOn: string | null): NextStep => {
  return { id: `${state} ${dueOn}`, state, dueOn, ...words, ...unknown }
}

it.each([
  ['2026-11-23', '2026-11-29'],
  ['2026-11-28', '2026-11-29'],
  ['2026-11-29', '2026-11-29'],
  ['2026-12-31', '2027-01-03'],
])('ends the week of %s on Sunday, %s', (day, sunday) => {
  expect(endOfWeek(day)).toBe(sunday)
})

it.each([
  ['2026-11-20', 'week', true],
  ['2026-11-26', 'week', false],
  ['2026-11-29', 'week', false],
  ['2026-11-30', 'open', false],
  [null, 'open', false],
] as const)('puts an open step due on %s into %s', (dueOn, column, overdue) => {
  expect(columnOf(step('open', dueOn), today)).toBe(column)
  expect(isOverdue(step('open', dueOn), today)).toBe(overdue)
})

it('keeps what is done apart, whenever it was due, and leaves out proposals', () => {
  const steps = [step('proposed', today), step('open', null), step('done', '2026-11-01'), step('dismissed', null)]
  const { open, week, done } = byColumn(steps, today)
  expect([open.length, week.length, done.length]).toEqual([1, 0, 1])
  expect(isOverdue(step('done', '2026-11-01'), today)).toBe(false)
})

it.each([
  ['week', null, '2026-11-26', { state: 'open', dueOn: '2026-11-27' }],
  ['week', '2026-12-24', '2026-11-27', { state: 'open', dueOn: '2026-11-29' }],
  ['week', null, '2026-11-29', { state: 'open', dueOn: '2026-11-29' }],
  ['open', '2026-11-27', today, { state: 'open', dueOn: null }],
  ['done', '2026-11-27', today, { state: 'done' }],
] as const)('moves a step to %s that is due on %s, on %s', (column, dueOn, day, change) => {
  expect(changeTo(column, step('open', dueOn), day)).toEqual(change)
})

it.each([
  ['week', '2026-11-24'],
  ['open', '2026-12-24'],
  ['open', null],
] as const)('reopens a step into %s with its day, %s', (column, dueOn) => {
  expect(changeTo(column, step('done', dueOn), today)).toEqual({ state: 'open' })
})
