import type { EndReason } from '#contract/voice-socket.ts'
import { type OpenedSession, type Progress, type Settled, settleSession } from '../domain/voice-sessions.ts'
import { watchTalk } from '../flows/watch-talk.ts'
import type { GatewayServices } from './services.ts'

const firstPauseMs = 200
const tries = 8

/**
 * Settles a conversation once and answers what was charged. While the database is away it is tried
 * for about half a minute; after that the sweeper settles at the last recorded tick.
 */
export async function settle(
  gateway: GatewayServices,
  session: OpenedSession,
  progress: Progress,
  reason: EndReason,
): Promise<Pick<Settled, 'chargedMs' | 'reason'>> {
  for (let attempt = 0; attempt < tries; attempt++) {
    try {
      const at = gateway.clock.now()
      const settled = await settleSession(gateway.database.step, { id: session.id, reason, progress, at })
      if (settled?.isFirst) gateway.countEnded(reason, settled.chargedMs)
      await watchTalk(gateway, session)
      return settled ?? { chargedMs: 0, reason }
    } catch (error) {
      gateway.log.error({ err: error, sessionId: session.id }, 'a conversation could not be settled yet')
      await new Promise((resolve) => setTimeout(resolve, firstPauseMs * 2 ** attempt))
    }
  }
  return { chargedMs: 0, reason }
}
