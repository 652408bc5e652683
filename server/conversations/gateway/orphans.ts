import type { Read } from '../../database/sql.ts'
import { gatewayLockClass } from '../voice-sessions.ts'

/** Conversations that no process carries. */

export interface Orphan {
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
export function listOrphans(read: Read, real: Date): Promise<Orphan[]> {
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
