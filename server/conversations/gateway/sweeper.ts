import { settleConversation, gatewayLockClass } from '../voice-sessions.ts'
import { watchTalk } from '../after-talk.flow.ts'
import type { Services } from '../services.ts'
import type { Read } from '../../database/sql.ts'

const secondLookMs = 1500

/**
 * Settles live rows that no process carries, each at its last recorded tick (D75), and those that this process could
 * not settle while the database was away, as they ended.
 */
export async function sweepOrphans(services: Services): Promise<void> {
  const { database, clock } = services
  let orphans = await listOrphans(database.read, clock.real())
  const unsettled = services.live.all().filter((conversation) => conversation.isUnsettled)
  await Promise.all(unsettled.map((conversation) => conversation.end('gone')))
  if (orphans.some((orphan) => orphan.hasDeadGateway)) {
    // After a restart of PostgreSQL, every living gateway needs a moment to take its lock again.
    await new Promise((resolve) => setTimeout(resolve, secondLookMs))
    orphans = await listOrphans(database.read, clock.real())
  }
  for (const orphan of orphans) {
    const { id, wasOpened } = orphan
    // Conversations that this process carries settle themselves, however long the database was away.
    if (services.live.find(id)) continue
    const reason = wasOpened ? 'gone' : 'fault'
    try {
      const settled = await settleConversation(database.step, { id, reason, at: clock.now() })
      if (settled?.isFirst) services.log.info({ sessionId: id, reason }, 'settled a conversation that nobody carried')
      await watchTalk(services, orphan)
    } catch (error) {
      // A conversation that cannot be settled must not delay the others or the server's start.
      services.log.error({ err: error, sessionId: id }, 'a conversation that nobody carried could not be settled')
    }
  }
}

/** Conversations that no process carries. */

interface Orphan {
  id: string
  userId: string
  accountId: string
  organizationId: number | null
  isTest: boolean
  wasOpened: boolean
  /** The process that carried it is gone or has just lost its lock. */
  hasDeadGateway: boolean
}

/**
 * Returns live rows that no process carries: an address not opened in time, no tick for 30 s, or a gateway whose lock
 * is gone (D75).
 */
function listOrphans(read: Read, real: Date): Promise<Orphan[]> {
  const lastTick = new Date(real.getTime() - 30_000)
  return read<Orphan>`
    select * from (
      select id, user_id, account_id, organization_id, is_test, provider_url is null as was_opened, token_expires_at,
        last_tick_at,
        not gateway_lives(${gatewayLockClass}, gateway_id) as has_dead_gateway
      from voice_session where status = 'active'
    ) as live
    where has_dead_gateway or (was_opened and last_tick_at < ${lastTick})
      or (not was_opened and coalesce(token_expires_at, last_tick_at + interval '1 minute') < ${real})`
}
