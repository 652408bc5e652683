import { describe, expect, it } from 'vitest'
import { toStatus } from './history.ts'
import type { ServiceState } from './service-states.ts'

const at = new Date('2026-05-10T12:00:00Z')
const hourMs = 60 * 60_000

function seen(state: 'up' | 'down', startedAt: string, seenAt: string): ServiceState {
  return { service: 'voice', state, startedAt: new Date(startedAt), seenAt: new Date(seenAt) }
}

describe('the history of a service (D155)', () => {
  it('without any observation says nothing', () => {
    const status = toStatus('voice', [], at)
    expect(status).toMatchObject({ name: 'voice', state: 'unknown', since: null, uptimePercent: null })
    expect(status.days).toHaveLength(90)
    expect(status.days[0]?.date).toBe('2026-02-10')
    expect(status.days.at(-1)).toEqual({ date: '2026-05-10', observedMs: 0, downMs: 0 })
  })

  it('splits states at midnight in UTC, and counts only what was observed', () => {
    const states = [
      seen('up', '2026-05-08T20:00:00Z', '2026-05-09T02:00:00Z'),
      seen('down', '2026-05-09T02:00:00Z', '2026-05-09T03:00:00Z'),
      // Nobody looked for nine hours.
      seen('up', '2026-05-09T12:00:00Z', '2026-05-10T12:00:00Z'),
    ]
    const status = toStatus('voice', states, at)
    expect(status.days.slice(-3)).toEqual([
      { date: '2026-05-08', observedMs: 4 * hourMs, downMs: 0 },
      { date: '2026-05-09', observedMs: 15 * hourMs, downMs: hourMs },
      { date: '2026-05-10', observedMs: 12 * hourMs, downMs: 0 },
    ])
    expect(status).toMatchObject({ state: 'up', since: '2026-05-09T12:00:00.000Z' })
    // 30 of 31 hours.
    expect(status.uptimePercent).toBe(96.77)
  })

  it('never rounds an outage away', () => {
    const states = [
      seen('up', '2026-02-01T00:00:00Z', '2026-05-10T11:59:59Z'),
      seen('down', '2026-05-10T11:59:59Z', '2026-05-10T12:00:00Z'),
    ]
    expect(toStatus('voice', states, at)).toMatchObject({ state: 'down', uptimePercent: 99.99 })
    expect(toStatus('voice', states.slice(0, 1), at)).toMatchObject({ state: 'up', uptimePercent: 100 })
  })

  it('says nothing about now when the last observation is old', () => {
    const states = [seen('up', '2026-05-01T00:00:00Z', '2026-05-10T11:58:00Z')]
    expect(toStatus('voice', states, at)).toMatchObject({ state: 'unknown', since: null, uptimePercent: 100 })
  })
})
