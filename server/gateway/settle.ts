import type { EndReason } from '#contract/voice-socket.ts'
import { findSession } from '../domain/voice-history.ts'
import { type OpenedSession, type Progress, settleSession } from '../domain/voice-sessions.ts'
import type { GatewayServices } from './services.ts'

const firstPauseMs = 200
const tries = 8

export interface Settled {
  chargedMs: number
  /** Another's than the given one when the conversation had been ended elsewhere before. */
  reason: EndReason
}

/**
 * Settles a conversation once and answers what was charged. While the database is away it is tried
 * for about half a minute; after that the sweeper settles at the last recorded tick.
 */
export async function settle(
  gateway: GatewayServices,
  session: OpenedSession,
  progress: Progress,
  reason: EndReason,
): Promise<Settled> {
  for (let attempt = 0; attempt < tries; attempt++) {
    try {
      const at = gateway.clock.now()
      const isFirst = await gateway.database.write((tx) => settleSession(tx, { id: session.id, reason, progress, at }))
      const settled = await findSession(gateway.database.read, session.id, session.userId)
      const chargedMs = settled?.chargedMs ?? 0
      if (isFirst) gateway.countEnded(reason, chargedMs)
      return { chargedMs, reason: settled?.endReason ?? reason }
    } catch (error) {
      gateway.log.error({ err: error, sessionId: session.id }, 'a conversation could not be settled yet')
      await new Promise((resolve) => setTimeout(resolve, firstPauseMs * 2 ** attempt))
    }
  }
  return { chargedMs: 0, reason }
}
