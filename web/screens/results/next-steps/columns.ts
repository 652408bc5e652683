import type { NextStep } from '#contract/results/next-steps.ts'

/** Where a step stands on the board and in the list. */
export type Column = 'open' | 'week' | 'done'

export const columnNames: Readonly<Record<Column, string>> = { open: 'Open', week: 'This week', done: 'Done' }
/** The same names where they follow a verb on a menu or a toast. */
export const columnTargets: Readonly<Record<Column, string>> = { open: 'Open', week: 'This Week', done: 'Done' }

const dayMs = 86_400_000

/** Returns the last day of the week of a day; weeks end on Sunday. */
export function endOfWeek(today: string): string {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  return daysAfter(today, (7 - weekday) % 7)
}

function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** Returns the column of a step that is not proposed: what is late or due this week is for this week. */
export function columnOf({ state, dueOn }: NextStep, today: string): Column {
  if (state === 'done') return 'done'
  return dueOn !== null && dueOn <= endOfWeek(today) ? 'week' : 'open'
}

/** Returns the steps of each column, in the order of the list. */
export function byColumn(steps: readonly NextStep[], today: string): Record<Column, NextStep[]> {
  const own = steps.filter(({ state }) => state === 'open' || state === 'done')
  const columns = Map.groupBy(own, (step) => columnOf(step, today))
  return { open: columns.get('open') ?? [], week: columns.get('week') ?? [], done: columns.get('done') ?? [] }
}

/** Returns whether a step should have been done before today. */
export function isOverdue({ state, dueOn }: NextStep, today: string): boolean {
  return state === 'open' && dueOn !== null && dueOn < today
}

/** A change of where a step stands; without `dueOn` the day stays. */
interface Move {
  state: 'open' | 'done'
  dueOn?: string | null
}

/**
 * Returns what moves a step to a column. Its day stays if it fits there; otherwise the column means another day, or none.
 * Work that is moved into this week is due on its Friday, and from Friday on at its end.
 */
export function changeTo(column: Column, step: NextStep, today: string): Move {
  if (column === 'done') return { state: 'done' }
  if (columnOf({ ...step, state: 'open' }, today) === column) return { state: 'open' }
  if (column === 'open') return { state: 'open', dueOn: null }
  const sunday = endOfWeek(today)
  const friday = daysAfter(sunday, -2)
  return { state: 'open', dueOn: friday > today ? friday : sunday }
}
