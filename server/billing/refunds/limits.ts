import { packages } from '#contract/billing/prices.ts'
import { includesDuty } from '#contract/identity/staff.ts'
import type { Acting } from '../../audit/acts.ts'
import { hasRows, type Read } from '../../database/sql.ts'
import { type ProblemDetails, refuse } from '../../kernel/problem.ts'
import { findStaffRole } from '../../identity/admins.ts'
import { readSettings } from '../../settings/settings.ts'
import { sumRefundedToUnknown } from './unknown-customers.ts'

/** What one person of the staff may give away alone: never to themselves, and as support only up to a limit. */

type GivingRefusal = 'self_change' | 'colleague' | 'above_limit'

/** Gifts to one account within this time count together, so that splitting one does not help. */
const windowMs = 24 * 60 * 60_000

interface Gift {
  /** Null for a refund to a customer at the provider who is unknown here. */
  accountId: string | null
  customerId?: string | null
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
 * Returns why a person of the staff needs somebody else to give this; null when they do not. People who pay from an
 * account or run its organization give it nothing. Support stays within `supportLimitDollars`, for each act and for all
 * that staff gave to the account within 24 hours, and gives nothing to colleagues. The account's row must be locked.
 */
export async function judgeGift(read: Read, by: Acting, gift: Gift): Promise<GivingRefusal | null> {
  const { accountId, customerId, cents, key } = gift
  const own = await read`select from account_payer where account_id = ${accountId} and user_id = ${by.adminId}`
  if (own.length > 0) return 'self_change'
  const role = await findStaffRole(read, by.adminId)
  // A role that ended after the request was admitted gives nothing.
  if (!includesDuty(role, 'money.change')) return 'above_limit'
  if (role !== 'support') return null
  if (Math.abs(cents) > (await readSupportLimit(read))) return 'above_limit'
  if (cents <= 0) return null
  if (cents > (await readSupportLeft(read, { accountId, customerId, at: by.at, key }))) return 'above_limit'
  return (await isOfStaff(read, accountId)) ? 'colleague' : null
}

/** Refuses what somebody else must give (`judgeGift`). */
export async function refuseGift(read: Read, by: Acting, gift: Gift, more?: ProblemDetails): Promise<void> {
  const refusal = await judgeGift(read, by, gift)
  if (refusal) refuse(refusal, more)
}

/** Returns how many cents support may still give to an account, without counting the gift under `key`. */
export async function readSupportLeft(read: Read, given: Given): Promise<number> {
  const [limitCents, givenCents] = [await readSupportLimit(read), await sumGiven(read, given)]
  return Math.max(0, limitCents - givenCents)
}

async function readSupportLimit(read: Read): Promise<number> {
  return (await readSettings(read)).supportLimitDollars * 100
}

/** Returns whether somebody on the staff pays from an account or runs its organization. */
function isOfStaff(read: Read, accountId: string | null): Promise<boolean> {
  return hasRows(read`
    select from account_payer join users on users.id = account_payer.user_id
    where account_id = ${accountId} and staff_role_of(users) is not null limit 1`)
}

interface Given extends Pick<Gift, 'accountId' | 'customerId'> {
  at: Date
  /** The key of what is not counted. */
  key?: string | undefined
}

/** Returns the worth in cents of what staff gave to an account within 24 hours. */
async function sumGiven(read: Read, given: Given): Promise<number> {
  const { accountId, customerId, at, key = null } = given
  const since = new Date(at.getTime() - windowMs)
  if (customerId) return sumRefundedToUnknown(read, customerId, since, key ?? '')
  const [row] = await read<{ cents: number }>`
    select coalesce(sum(cents), 0)::bigint as cents from (
      select amount_cents as cents from money_back
      where account_id = ${accountId} and kind = 'refund' and status in ('requested', 'pending', 'succeeded')
        and requested_by is not null and request_key is distinct from ${key}::uuid and created_at > ${since}
      union all
      select amount_cents from debt
      where account_id = ${accountId} and status = 'forgiven' and closed_at > ${since}
    ) as given`
  return (row?.cents ?? 0) + (await sumCredited(read, given))
}

/** Returns the worth in cents of the minutes that staff gave to an account within 24 hours. */
export async function sumCredited(read: Read, { accountId, at, key = '' }: Given): Promise<number> {
  const rows = await read<{ ms: number }>`
    select amount_ms as ms from entry
    where account_id = ${accountId} and kind = 'adjustment' and amount_ms > 0 and ref <> ${`adjustment:${key}`}
      and at > ${new Date(at.getTime() - windowMs)}`
  return rows.reduce((sum, { ms }) => sum + worthOfMinutes(ms), 0)
}
