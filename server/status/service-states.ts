import { historyDays, type ServiceName } from '#contract/status/status.ts'
import { hasRows, type Read, type Tx } from '../database/sql.ts'

/** A time in which a service was observed to be in one state. */
export interface ServiceState {
  service: ServiceName
  state: 'up' | 'down'
  startedAt: Date
  /** The last observation so far. */
  seenAt: Date
}

/** Between observations further apart than this, nothing is known. */
export const joinedMs = 90_000
/** While one process reports that a service is down, others are not believed that it is up. */
const believedMs = 45_000
const dayMs = 24 * 60 * 60_000

export interface Observation {
  service: ServiceName
  state: 'up' | 'down'
  /** When this process first observed the state; earlier than `at` only for an outage that could not be stored. */
  since: Date
  /** Real time. */
  at: Date
}

/**
 * Stores what a process observes of a service: its state goes on, or another one begins. An outage counts from the last
 * good observation to the next one. All processes write one history, so what another has seen meanwhile stays.
 */
export async function noteState(tx: Tx, { service, state, since, at }: Observation): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`status of ${service}`}, 0))`
  const [last] = await tx<ServiceState>`
    select service, state, started_at, seen_at from service_state
    where service = ${service} order by seen_at desc, started_at desc limit 1`
  if (last && last.seenAt >= since) return
  if (!last || since.getTime() - last.seenAt.getTime() > joinedMs) {
    return addState(tx, { service, state, startedAt: since, seenAt: at })
  }
  if (last.state === state) return seeUntil(tx, last, at)
  if (state === 'down') return addState(tx, { service, state, startedAt: last.seenAt, seenAt: at })
  if (at.getTime() - last.seenAt.getTime() < believedMs) return
  await seeUntil(tx, last, at)
  return addState(tx, { service, state, startedAt: at, seenAt: at })
}

async function addState(tx: Tx, { service, state, startedAt, seenAt }: ServiceState): Promise<void> {
  await tx`
    insert into service_state (service, state, started_at, seen_at)
    values (${service}, ${state}, ${startedAt}, ${seenAt})`
}

async function seeUntil(tx: Tx, { service, startedAt, state }: ServiceState, at: Date): Promise<void> {
  await tx`
    update service_state set seen_at = ${at}
    where service = ${service} and started_at = ${startedAt} and state = ${state}`
}

/** Returns whether a process has observed a service since a moment. */
export function wasSeenSince(read: Read, service: ServiceName, since: Date): Promise<boolean> {
  return hasRows(read`select 1 from service_state where service = ${service} and seen_at >= ${since} limit 1`)
}

/** Returns the first moment of the history that is shown at a moment. */
export function historyStart(at: Date): Date {
  return new Date(Math.floor(at.getTime() / dayMs) * dayMs - (historyDays - 1) * dayMs)
}

/** Returns what was observed since the history began, oldest first. */
export function listStates(read: Read, at: Date): Promise<ServiceState[]> {
  return read<ServiceState>`
    select service, state, started_at, seen_at from service_state
    where seen_at >= ${historyStart(at)} order by started_at, seen_at`
}

/** Returns the last observed state of each service that was observed since a moment. */
export function listLatest(read: Read, since: Date): Promise<Pick<ServiceState, 'service' | 'state'>[]> {
  return read<Pick<ServiceState, 'service' | 'state'>>`
    select distinct on (service) service, state from service_state
    where seen_at >= ${since} order by service, seen_at desc, started_at desc`
}

/** Returns the outside services that were down when they were last observed, if that is recent. */
export async function listDown(read: Read, at: Date): Promise<ServiceName[]> {
  const latest = await listLatest(read, new Date(at.getTime() - joinedMs))
  return latest.flatMap(({ service, state }) => (service !== 'app' && state === 'down' ? service : []))
}

/** Deletes observations that no history shows any longer. */
export async function deleteOldStates(tx: Tx, at: Date): Promise<void> {
  await tx`delete from service_state where seen_at < ${historyStart(at)}`
}
