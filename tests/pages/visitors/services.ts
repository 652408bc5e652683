import type { ServiceDay, ServiceStatus } from '#contract/status/status.ts'

const dayMs = 24 * 60 * 60_000

/** Returns 90 days up to May 10, 2026: the first 30 without data, and an outage of 12 minutes on May 9 if there was one. */
function days({ wasDown = false, wasObserved = true } = {}): ServiceDay[] {
  return Array.from({ length: 90 }, (_, index) => ({
    date: new Date(Date.UTC(2026, 1, 10) + index * dayMs).toISOString().slice(0, 10),
    observedMs: index < 30 || !wasObserved ? 0 : dayMs,
    downMs: wasDown && index === 88 ? 12 * 60_000 : 0,
  }))
}

const up = { state: 'up', uptimePercent: 100, days: days() } as const

/** What the servers observed, in the order of the page. */
export const services: ServiceStatus[] = [
  { ...up, name: 'app', since: '2026-05-01T10:00:00.000Z' },
  {
    name: 'voice',
    state: 'down',
    since: '2026-05-10T08:30:00.000Z',
    uptimePercent: 99.98,
    days: days({ wasDown: true }),
  },
  { ...up, name: 'payments', since: '2026-05-02T10:00:00.000Z' },
  { name: 'mail', state: 'unknown', since: null, uptimePercent: null, days: days({ wasObserved: false }) },
]
