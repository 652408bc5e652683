import { packages } from '#contract/billing/prices.ts'
import { includesDuty } from '#contract/identity/staff.ts'
import type { Acting } from '../../audit/acts.ts'
import type { Read } from '../../database/sql.ts'
import { findStaffRole } from '../../identity/admins.ts'
import { readSettings } from '../../settings/settings.ts'

/** What one person of the staff may give away alone: never to themselves, and as support only up to a limit. */

export type GivingRefusal = 'self_change' | 'above_limit'

/** Gifts to one account within this time count together, so that splitting one does not help. */
const windowMs = 24 * 60 * 60_000

interface Gift {
  accountId: string
  /** Its worth; below 0 for minutes that are taken away, Infinity where nobody knows how long it lasts. */
  cents: number
  /** The key of the form; a gift that was already made under it does not count twice. */
  key?: string
}

/**
 * Returns what minutes are worth when staff give them: their list price in the smallest package, rounded up to the
 * cent. No customer pays more for a minute.
 */
export function worthOfMinutes(ms: number): number {
  const { priceCents, minutes } = packages.launch
  return Math.sign(ms) * Math.ceil((Math.abs(ms) * priceCents) / (minutes * 60_000))
}

/**
 * Returns why a person of the staff may not give this alone; null when they may. People who pay from an account or run
 * its organization give it nothing. Support stays within `supportLimitDollars`, for each act and for all that staff gave
 * to the account within 24 hours. The account's row must be locked.
 */
export async function refuseGift(read: Read, by: Acting, gift: Gift): Promise<GivingRefusal | null> {
  const { accountId, cents } = gift
  const own = await read`select from account_payer where account_id = ${accountId} and user_id = ${by.adminId}`
  if (own.length > 0) return 'self_change'
  const role = await findStaffRole(read, by.adminId)
  // A role that ended after the request was admitted gives nothing.
  if (!includesDuty(role, 'money.change')) return 'above_limit'
  if (role !== 'support') return null
  const limitCents = (await readSettings(read)).supportLimitDollars * 100
  if (Math.abs(cents) > limitCents) return 'above_limit'
  return cents > 0 && cents + (await sumGiven(read, by, gift)) > limitCents ? 'above_limit' : null
}

async function sumGiven(read: Read, { at }: Acting, { accountId, key = '' }: Gift): Promise<number> {
  const since = new Date(at.getTime() - windowMs)
  const rows = await read<{ cents: number; givenMs: number }>`
    select amount_cents as cents, 0::bigint as given_ms from money_back
    where account_id = ${accountId} and kind = 'refund' and status in ('requested', 'pending', 'succeeded')
      and requested_by is not null and request_key is distinct from nullif(${key}, '')::uuid and created_at > ${since}
    union all
    select amount_cents, 0 from debt
    where account_id = ${accountId} and status = 'forgiven' and closed_at > ${since}
    union all
    select 0, amount_ms from entry
    where account_id = ${accountId} and kind = 'adjustment' and amount_ms > 0 and ref <> ${`adjustment:${key}`}
      and at > ${since}`
  return rows.reduce((sum, { cents, givenMs }) => sum + cents + worthOfMinutes(givenMs), 0)
}
