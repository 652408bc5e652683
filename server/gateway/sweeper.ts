import { listOrphans, settleSession } from '../domain/voice-sessions.ts'
import type { GatewayServices } from './services.ts'

/** Settles live rows that nobody carries any more, each at its last recorded tick (D75). */
export async function sweepOrphans(gateway: GatewayServices): Promise<void> {
  const { database, clock } = gateway
  for (const orphan of await listOrphans(database.read, clock.real())) {
    // What this process carries settles itself, however long the database was away.
    if (gateway.live.find(orphan.id)) continue
    const reason = orphan.wasOpened ? 'gone' : 'fault'
    const isFirst = await database.write((tx) => settleSession(tx, { id: orphan.id, reason, at: clock.now() }))
    if (isFirst) gateway.log.info({ sessionId: orphan.id, reason }, 'settled a conversation that nobody carried')
  }
}
