import type { Tx } from '../../database/sql.ts'
import { takeAttempt } from '../../kernel/limits.ts'
import type { Services } from '../../billing/services.ts'

/** More than a person can read, and far below what the provider allows. */
const checksPerQuarter = 60

/** Counts a check of a payment at the provider. Returns the seconds to wait when there were too many. */
export function countCheck(
  tx: Tx,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  personId: string,
): Promise<number | null> {
  const limit = { key: `payment-check:user:${personId}`, max: checksPerQuarter, windowMinutes: 15 }
  return takeAttempt(tx, [limit], config.rateLimitFactor, clock.real())
}
