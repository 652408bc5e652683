import { historyDays, type ServiceDay, type ServiceName, type ServiceStatus } from '#contract/status/status.ts'
import { historyStart, joinedMs, type ServiceState } from './service-states.ts'

const dayMs = 24 * 60 * 60_000

/** Returns what the status page shows of a service. `states` are its own since the history began, oldest first. */
export function toStatus(name: ServiceName, states: readonly ServiceState[], at: Date): ServiceStatus {
  const last = states.at(-1)
  const isRecent = last !== undefined && at.getTime() - last.seenAt.getTime() <= joinedMs
  const days = toDays(states, at)
  return {
    name,
    state: isRecent ? last.state : 'unknown',
    since: isRecent ? last.startedAt.toISOString() : null,
    uptimePercent: uptimeOf(days),
    days,
  }
}

function toDays(states: readonly ServiceState[], at: Date): ServiceDay[] {
  const startMs = historyStart(at).getTime()
  return Array.from({ length: historyDays }, (_, index) => {
    const fromMs = startMs + index * dayMs
    const inDay = (state: ServiceState) =>
      Math.max(0, Math.min(state.seenAt.getTime(), fromMs + dayMs) - Math.max(state.startedAt.getTime(), fromMs))
    const sum = (some: readonly ServiceState[]) => some.reduce((total, state) => total + inDay(state), 0)
    return {
      date: new Date(fromMs).toISOString().slice(0, 10),
      observedMs: sum(states),
      downMs: sum(states.filter(({ state }) => state === 'down')),
    }
  })
}

/** Returns percent with two decimals, rounded down, so that 100 means no outage at all. */
function uptimeOf(days: readonly ServiceDay[]): number | null {
  const observedMs = days.reduce((sum, day) => sum + day.observedMs, 0)
  const downMs = days.reduce((sum, day) => sum + day.downMs, 0)
  return observedMs === 0 ? null : Math.floor((10_000 * (observedMs - downMs)) / observedMs) / 100
}
