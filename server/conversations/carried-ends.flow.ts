import type { EndReason } from '#contract/conversations/voice-socket.ts'
import { askCarrier, isActive } from './voice-sessions.ts'
import type { Services } from './services.ts'

/** How long another process may take to end what it carries; it ends with its next tick if it takes longer. */
const patienceMs = 2000
const pollMs = 25

/**
 * Ends a conversation where it is carried, charged to that moment: here, or in another process that shares the
 * database. Resolves when it is settled; does nothing if no process carries it.
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
