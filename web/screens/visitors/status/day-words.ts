import type { ServiceDay } from '#contract/status/status.ts'

export type DayState = 'up' | 'down' | 'none'

/** Returns what a day shows: any outage outweighs the rest of it. */
export function stateOf({ observedMs, downMs }: ServiceDay): DayState {
  if (observedMs === 0) return 'none'
  return downMs > 0 ? 'down' : 'up'
}

/** Returns `Up`, `Down for 12 min` or `No data`. */
export function wordsOf(day: ServiceDay): string {
  const state = stateOf(day)
  if (state === 'none') return 'No data'
  return state === 'up' ? 'Up' : `Down for ${lengthOf(day.downMs)}`
}

/** Returns `1 h 5 min`; a part of a minute counts as one. */
function lengthOf(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${minutes} min`
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

/** Returns what all days say together. */
export function summaryOf(days: readonly ServiceDay[]): string {
  const count = (state: DayState) => days.filter((day) => stateOf(day) === state).length
  const parts = [
    `${count('up')} ${count('up') === 1 ? 'day' : 'days'} up`,
    `${count('down')} with an outage`,
    `${count('none')} without data`,
  ]
  return `The last ${days.length} days: ${parts.join(', ')}.`
}
