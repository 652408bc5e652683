import { isAgentAvailable } from '../domain/agents.ts'
import { hasAccess } from '../domain/access.ts'
import { extendHold } from '../domain/ledger.ts'
import { findPerson } from '../domain/users.ts'
import { type Progress, readFreeMs, recordTick } from '../domain/voice-sessions.ts'
import type { Services } from '../services.ts'

const aheadMs = 60_000

export type LeaseState =
  /**
   * `heldMs` in total, `leftMs` counts from now; `isLast` tells that nothing beyond what is held is left on the account.
   */
  { state: 'running'; heldMs: number; leftMs: number; isLast: boolean } | { state: 'ended_elsewhere' | 'no_access' }

/**
 * Records progress and renews the hold to 60 s ahead as far as the balance reaches (D69); sees on the way whether the
 * person may still talk (D92).
 */
export async function renewLease(
  services: Services,
  session: { id: string; userId: string; accountId: string; agentId: string },
  progress: Progress,
): Promise<LeaseState> {
  const { database, clock } = services
  const { usedMs } = progress
  const renewed = await database.write(async (tx) => {
    const isLive = await recordTick(tx, session.id, progress, clock.real())
    if (!isLive) return null
    const heldMs = await extendHold(tx, session.id, usedMs + aheadMs)
    if (heldMs === null) return null
    return { heldMs, freeMs: await readFreeMs(tx, session.accountId) }
  })
  if (!renewed) return { state: 'ended_elsewhere' }
  const [person, isAvailable] = await Promise.all([
    findPerson(database.read, session.userId),
    isAgentAvailable(database.read, session.agentId),
  ])
  if (!person?.isActive || !isAvailable || !hasAccess(person, clock.now())) return { state: 'no_access' }
  const { heldMs, freeMs } = renewed
  const leftMs = Math.max(0, heldMs - usedMs)
  return { state: 'running', heldMs, leftMs: leftMs + freeMs, isLast: freeMs === 0 && leftMs < aheadMs }
}
