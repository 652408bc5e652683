import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isoTime } from '../identity/people.ts'

/** What people notice when it fails, in the order of the status page. */
export const serviceNames = ['app', 'voice', 'payments', 'mail'] as const
export type ServiceName = (typeof serviceNames)[number]

/** Today and the 89 days before it. */
export const historyDays = 90

/** A calendar day in UTC, as YYYY-MM-DD. `observedMs` is how long the service was watched, `downMs` how long it failed. */
export const serviceDay = z.object({ date: z.string(), observedMs: z.number(), downMs: z.number() })
export type ServiceDay = z.output<typeof serviceDay>

export const serviceStates = ['up', 'down', 'unknown'] as const

export const serviceStatus = z.object({
  name: z.enum(serviceNames),
  /** Unknown when the last observation is too old to speak of now. */
  state: z.enum(serviceStates),
  /** Since when it has been in that state without a gap; null while it is unknown. */
  since: z.nullable(isoTime),
  /** The share of the observed time in which it worked, in percent, rounded down; null without an observation. */
  uptimePercent: z.nullable(z.number()),
  /** Every day of the history, oldest first. */
  days: z.array(serviceDay),
})
export type ServiceStatus = z.output<typeof serviceStatus>

export const readStatus = call('GET /api/status', {
  who: 'anyone',
  summary:
    'Returns whether each service works, since when, and its last 90 days in UTC, as the servers observed them (D155).',
  answer: z.object({ services: z.array(serviceStatus) }),
})
