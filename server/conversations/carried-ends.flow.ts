import type { EndReason } from '#contract/conversations/voice-socket.ts'
import { askCarrier, isActive } from './voice-sessions.ts'
import type { Services } from './services.ts'

/** How long another process may take to end its conversation. If it takes longer, its next tick ends it. */
const patienceMs = 2000
const pollMs = 25

/**
 * Ends a conversation where it is carried, here or in another process on the same database, charged up to that moment.
 * Resolves when it is settled. Does nothing when no process carries it.
 */
export async function endWhereCarried(services: Services, sessionId: string, reason: EndReason): Promise<void> {
  const here = services.live.find(sessionId)
  if (here) return here.end(reason)
  const { database } = services
  if (!(await askCarrier(database.step, { id: sessionId, reason, gatewayId: services.gatewayId() }))) return
  const deadlineMs = performance.now() + patienceMs
  while (performance.now() < deadlineMs && (await isActive(database.read, sessionId))) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
