import type { Tx } from '../../database/sql.ts'
import { takeAttempt } from '../../kernel/limits.ts'
import type { Services } from '../services.ts'

/** Far above what a customer needs, far below what testing stolen cards takes. */
const openingsPerHour = 30

type Counting = Pick<Services, 'clock' | 'config'>

/** Counts an opened payment or card form. Returns the seconds to wait when there were too many. */
export function countOpening(tx: Tx, services: Counting, userId: string): Promise<number | null> {
  return count(tx, services, [`payment:user:${userId}`])
}

/** Counts the same for a person who pays an organization's order and has no account yet. */
export function countOrderOpening(
  tx: Tx,
  services: Counting,
  { registrationId, ip }: { registrationId: string; ip: string },
): Promise<number | null> {
  return count(tx, services, [`payment:registration:${registrationId}`, `payment:ip:${ip}`])
}

function count(tx: Tx, { clock, config }: Counting, keys: string[]): Promise<number | null> {
  const limits = keys.map((key) => ({ key, max: openingsPerHour, windowMinutes: 60 }))
  return takeAttempt(tx, limits, config.rateLimitFactor, clock.real())
}
