import type { ServiceName } from '#contract/status/status.ts'
import { repeat } from '../kernel/repeat.ts'
import type { Services } from '../kernel/services.ts'
import { isReady } from './readiness.ts'
import { noteState, type Observation, wasSeenSince } from './service-states.ts'

const everyMs = 30_000
/** An outside service that any process has asked so recently is not asked again. */
const askedMs = 20_000

/** How to find out whether outside services work. */
export interface ServiceChecks {
  /** Returns what the last calls say; nothing is sent. */
  voice(): boolean
  /** Asks the service for something small. Rejects when it does not work. */
  payments(): Promise<void>
  mail(): Promise<void>
}

/** Observes the services now and every half minute, and stores what it sees. Stopping waits for nothing outside. */
export function watchServices(services: Services, checks: ServiceChecks): { stop(): void } {
  const stopping = new AbortController()
  const look = createLook(services, checks, stopping.signal)
  const lookSafely = () =>
    look().catch((error: unknown) => {
      if (!stopping.signal.aborted) services.log.warn({ err: error }, 'no status was stored')
    })
  void lookSafely()
  const stop = repeat(everyMs, lookSafely)
  return {
    stop: () => {
      stopping.abort()
      void stop()
    },
  }
}

/** Returns a function that observes everything once and stores it, unless `signal` says to stop. */
export function createLook(
  { clock, database }: Services,
  checks: ServiceChecks,
  signal?: AbortSignal,
): () => Promise<void> {
  let unreadySince: Date | null = null

  const note = async (service: ServiceName, isUp: boolean, since?: Date) => {
    if (signal?.aborted) return
    const at = clock.real()
    const observation: Observation = { service, state: isUp ? 'up' : 'down', since: since ?? at, at }
    await database.write((tx) => noteState(tx, observation))
  }
  const ask = async (service: 'payments' | 'mail') => {
    const recently = new Date(clock.real().getTime() - askedMs)
    if (!(await wasSeenSince(database.read, service, recently))) await note(service, await works(checks[service]))
  }
  return async () => {
    if (!(await isReady(database.read))) {
      // Nothing can be stored now.
      unreadySince ??= clock.real()
      return
    }
    if (unreadySince) await note('app', false, unreadySince)
    unreadySince = null
    await note('app', true)
    await note('voice', checks.voice())
    await Promise.all([ask('payments'), ask('mail')])
  }
}

/** A single lost connection is no outage, so a service that fails is asked twice. */
async function works(check: () => Promise<void>): Promise<boolean> {
  try {
    await check().catch(check)
    return true
  } catch {
    return false
  }
}
