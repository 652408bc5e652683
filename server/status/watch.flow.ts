import type { ServiceName } from '#contract/status/status.ts'
import { repeat } from '../kernel/repeat.ts'
import type { Services } from '../kernel/services.ts'
import { isReady } from './readiness.ts'
import { noteState, type Observation, wasSeenSince } from './service-states.ts'

const everyMs = 30_000
/** An outside service that any process has asked so recently is not asked again. */
const askedMs = 20_000

/** A service that does not work is logged again after this long; looks come a little early or late. */
const warnAgainMs = 55_000

type OutsideService = Exclude<ServiceName, 'app'>

/** How to find out whether outside services work: asks for something small, and rejects when the service does not work. */
export type ServiceChecks = Record<OutsideService, () => Promise<void>>

const outsideServices = ['voice', 'payments', 'mail'] as const satisfies OutsideService[]

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
  { clock, database, log }: Pick<Services, 'clock' | 'database' | 'log'>,
  checks: ServiceChecks,
  signal?: AbortSignal,
): () => Promise<void> {
  let unreadySince: Date | null = null
  const warnedAt = new Map<OutsideService, number>()

  const note = async (service: ServiceName, isUp: boolean, since?: Date) => {
    if (signal?.aborted) return
    const at = clock.real()
    const observation: Observation = { service, state: isUp ? 'up' : 'down', since: since ?? at, at }
    await database.write((tx) => noteState(tx, observation))
  }
  const ask = async (service: OutsideService) => {
    const recently = new Date(clock.real().getTime() - askedMs)
    if (await wasSeenSince(database.read, service, recently)) return
    // A single lost connection is no outage, so a service that fails is asked twice.
    const problem = (await findProblem(checks[service])) && (await findProblem(checks[service]))
    warn(service, problem)
    await note(service, problem === null)
  }
  const warn = (service: OutsideService, problem: string | null) => {
    const at = clock.real().getTime()
    const before = warnedAt.get(service)
    if (problem === null) {
      warnedAt.delete(service)
      if (before !== undefined) log.info({ service }, 'a service works again')
    } else if (before === undefined || at - before >= warnAgainMs) {
      warnedAt.set(service, at)
      log.warn({ service, problem }, 'a service does not work')
    }
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
    await Promise.all(outsideServices.map(ask))
  }
}

/** Makes the first call to each of these services, all at once. Returns why some of them do not work. */
export async function makeFirstCalls(checks: readonly (() => Promise<void>)[]): Promise<string[]> {
  const problems = await Promise.all(checks.map(findProblem))
  return problems.filter((problem) => problem !== null)
}

/** Returns why a service does not work; null when it does. */
async function findProblem(check: () => Promise<void>): Promise<string | null> {
  try {
    await check()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
