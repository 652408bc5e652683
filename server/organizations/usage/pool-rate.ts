import type { LongRead } from '../../database/sql.ts'

/** What a minute of an organization's pool cost. */

/** A price for a number of minutes. */
interface Rate {
  cents: number
  ms: number
}

/**
 * Returns the price at which every minute of the pool was ever bought; null when there were several prices, or minutes
 * without one. Which minutes a conversation used up is not recorded, so only then is its cost known. Minutes that came
 * with a month have the price of the minutes in the order, not that of the whole month (D181).
 */
export async function readPoolRate(read: LongRead, organizationId: number): Promise<Rate | null> {
  const rates = await read<{ cents: number | null; ms: number }>`
    select distinct case when lot.source_ref like 'month:%' then ordered.voice_minutes_cents else lot.price_cents end
      as cents, lot.granted_ms as ms
    from account join lot on lot.account_id = account.id
    left join business_registration as ordered on lot.source_ref like 'month:%'
      and ordered.organization_id = account.organization_id
      and ordered.package_minutes * 60000::bigint = lot.granted_ms
    where account.organization_id = ${organizationId}`
  const [{ cents, ms } = { cents: null, ms: 0 }] = rates
  if (cents === null || cents === 0) return null
  const isSame = rates.every((rate) => rate.cents !== null && rate.cents * ms === cents * rate.ms)
  return isSame ? { cents, ms } : null
}

/** Returns what talk time cost at this price, in whole cents. */
export function costCents(talkedMs: number, rate: Rate): number {
  return Math.round((talkedMs * rate.cents) / rate.ms)
}
