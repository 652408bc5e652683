import type { Read } from '../database/sql.ts'
import type { RequestSession } from '../kernel/session.ts'
import { nextMonth } from '../kernel/months.ts'
import { graceEndsAt } from './access.ts'
import { type FoundContext, listContexts } from './contexts.ts'
import { findPerson, type Person } from './users.ts'

/** A person and where they can work, as a version of their rows says. They are shared by requests and never changed. */
interface Known {
  version: string
  person: Readonly<Person> | null
  contexts: readonly FoundContext[]
  /** Within this business time the version alone decides. */
  since: Date
  until: number
  usedAt: number
}

/** As many as one process can answer when each asks every ten seconds; about 3 kB each. */
const mostPeople = 10_000
const keptMs = 10 * 60_000

/** The one used last comes last. */
const known = new Map<string, Known>()

/**
 * Returns the person of a session and the organizations that they can work in. They are read again only when the
 * version, which is read with the session on every request, is another one (D15).
 */
export async function readKnown(
  read: Read,
  { userId, organizationId: wanted, version }: RequestSession,
  at: Date,
): Promise<Pick<Known, 'person' | 'contexts'>> {
  const key = `${userId} ${wanted}`
  let found = known.get(key)
  if (!found || found.version !== version || at < found.since || at.getTime() >= found.until) {
    const [person, contexts] = await Promise.all([findPerson(read, userId), listContexts(read, userId, wanted, at)])
    const until = validUntil(person, contexts, at)
    found = { version, person: Object.freeze(person), contexts, since: at, until, usedAt: 0 }
  }
  found.usedAt = at.getTime()
  known.delete(key)
  known.set(key, found)
  dropUnused(found.usedAt)
  return found
}

/** Returns when time itself may change what a person may do or has left: at the end of a grace period or a month. */
function validUntil(person: Person | null, contexts: readonly FoundContext[], at: Date): number {
  const graces = [...(person ? [person] : []), ...contexts].map(graceEndsAt)
  const hasMonth = contexts.some(({ monthLeftMs }) => monthLeftMs !== null)
  const ends = [...graces, hasMonth ? nextMonth(at) : null].map((end) => end?.getTime() ?? Infinity)
  return Math.min(...ends.filter((end) => end > at.getTime()))
}

function dropUnused(nowMs: number): void {
  for (const [key, { usedAt }] of known) {
    if (known.size <= mostPeople && nowMs - usedAt < keptMs) return
    known.delete(key)
  }
}
