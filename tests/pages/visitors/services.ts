import type { ServiceDay, ServiceStatus } from '#contract/status/status.ts'

const dayMs = 24 * 60 * 60_000

/** Returns 90 days up to May 10, 2026: the first 30 without data, and an outage of 12 minutes on May 9 if there was one. */
function days({ wasDown }: { wasDown: boolean }): ServiceDay[] {
  const first = Date.UTC(2026, 1, 10)
  return Array.from({ length: 90 }, (_, index) => ({
    date: new Date(first + index * dayMs).toISOString().slice(0, 10),
    observedMs: index < 30 ? 0 : dayMs,
    downMs: wasDown && index === 88 ? 12 * 60_000 : 0,
  }))
}

/** What the servers observed, in the order of the page. */
export const services: ServiceStatus[] = [
  { name: 'app', state: 'up', since: '2026-05-01T10:00:00.000Z', uptimePercent: 100, days: days({ wasDown: false }) },
  {
    name: 'voice',
    state: 'down',
    since: '2026-05-10T08:30:00.000Z',
    uptimePercent: 99.98,
    days: days({ wasDown: true }),
  },
  {
    name: 'payments',
    state: 'up',
    since: '2026-05-02T10:00:00.000Z',
    uptimePercent: 100,
    days: days({ wasDown: false }),
  },
  {
    name: 'mail',
    state: 'unknown',
    since: null,
    uptimePercent: null,
    days: days({ wasDown: false }).map((day) => ({ ...day, observedMs: 0 })),
  },
]
