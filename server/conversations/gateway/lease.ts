import type { SessionTick, TalkBound } from '#contract/conversations/voice-socket.ts'
import { mayGoOnWith } from '../../agents/policies.ts'
import { findMembership } from '../../identity/memberships.ts'
import { findPerson } from '../../identity/users.ts'
import { mayGoOn } from '../policies.ts'
import { aheadMs, type OpenedConversation, type Progress, recordTick } from '../voice-sessions.ts'
import { watchBalance } from '../../billing/auto-purchase/watch-balance.flow.ts'
import type { Services } from '../services.ts'

export type LeaseState =
  /**
   * `heldMs` is the total; `leftMs` counts from `progress`; `secondsLeft` are whole seconds, so that used and left seconds add
   * up to the same sum at every tick; `isLast`: nothing is left beyond the hold; `bound`: what will end the
   * conversation.
   */
  | {
      state: 'running'
      heldMs: number
      leftMs: number
      secondsLeft: number
      isLast: boolean
      bound: TalkBound
    }
  | { state: 'ended_elsewhere' | 'no_access' }

/**
 * Records progress and renews the hold to 60 s ahead as far as the balance reaches (D69). Also checks whether the
 * person may still talk (D92).
 */
export async function renewLease(
  services: Services,
  opened: Pick<OpenedConversation, 'id' | 'userId' | 'accountId' | 'organizationId' | 'agentId' | 'isTest'>,
  progress: Progress,
): Promise<LeaseState> {
  const { database, clock } = services
  // The reads run while the tick is being written, so a renewal takes one round trip.
  const { userId, organizationId } = opened
  const [tick, person, isAvailable, membership] = await Promise.all([
    recordTick(database.step, opened.id, progress, clock.real()),
    findPerson(database.read, userId),
    mayGoOnWith(database.read, opened),
    organizationId === null ? null : findMembership(database.read, userId, organizationId, false),
  ])
  if (!tick) return { state: 'ended_elsewhere' }
  // A low balance starts an auto-purchase during a conversation too (D45), which need not wait for it.
  if (!opened.isTest) void watchBalance(services, opened.accountId)
  const at = clock.now()
  if (!isAvailable || !mayGoOn(opened, person, membership, at)) return { state: 'no_access' }
  const { heldMs, freeMs, isBudget } = tick
  const { usedMs } = progress
  const heldLeftMs = Math.max(0, heldMs - usedMs)
  const leftMs = heldLeftMs + freeMs
  const secondsLeft = Math.floor((usedMs + leftMs) / 1000) - Math.floor(usedMs / 1000)
  const isLast = freeMs === 0 && heldLeftMs < aheadMs
  return { state: 'running', heldMs, leftMs, secondsLeft, isLast, bound: isBudget ? 'budget' : 'balance' }
}

/** Returns what the browser receives about a tick (D73, D190). */
export function tickOf({ usedMs }: Progress, lease: Extract<LeaseState, { state: 'running' }>): SessionTick {
  const { secondsLeft: seconds_left, bound } = lease
  return {
    type: 'session_tick',
    session_tick_event: { used_seconds: Math.floor(usedMs / 1000), seconds_left, bound },
  }
}
