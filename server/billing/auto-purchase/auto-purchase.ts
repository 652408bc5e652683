import { minutesToMs } from '#contract/amounts.ts'
import { defaultThresholdMinutes } from '#contract/billing/prices.ts'
import { poolAutoPurchaseBelowMinutes, poolAutoPurchaseCapCents } from '#contract/organizations/prices.ts'
import { isTrue, columns, type LongRead, type Read, type Tx } from '../../database/sql.ts'
import { findAccountOwner } from '../../identity/account-owner.ts'
import { agreedOn, type AutoPurchase, type Facts, succeeded, untouched } from './auto-purchase-rules.ts'
import { sumAutomaticCents } from '../checkout/checkouts.ts'
import { lockAccount } from '../../ledger/ledger.ts'
import { monthStart } from '../../kernel/months.ts'
import type { AgreedPackage } from '../checkout/offers.ts'
import { findPayer } from '../checkout/payers.ts'

/** Settings and state of automatic purchases. They know only accounts, so that any kind of account can have them. */

const autoPurchaseColumns = columns`account_id, enabled, tier, package_name, package_cents, package_minutes,
  threshold_minutes, monthly_cap_cents, armed, failures, retry_at, blocked_fingerprint, cap_reported_month, problem`

export async function findAutoPurchase(read: Read, accountId: string): Promise<AutoPurchase> {
  const [row] = await read<AutoPurchase>`
    select ${autoPurchaseColumns} from auto_purchase where account_id = ${accountId}`
  return row ?? untouched(accountId)
}

/**
 * Returns the settings and locks them until the transaction ends. Code that also changes a checkout or a balance takes
 * this lock first.
 */
export async function lockAutoPurchase(tx: Tx, accountId: string, at: Date): Promise<AutoPurchase> {
  const [row] = await tx<AutoPurchase>`
    select ${autoPurchaseColumns} from auto_purchase where account_id = ${accountId} for update`
  if (row) return row
  const { tier, monthlyCapCents } = untouched(accountId)
  await tx`
    insert into auto_purchase (account_id, tier, monthly_cap_cents, updated_at)
    values (${accountId}, ${tier}, ${monthlyCapCents}, ${at}) on conflict (account_id) do nothing`
  return lockAutoPurchase(tx, accountId, at)
}

/** Stores what `lockAutoPurchase` returned and a rule has changed. */
export async function storeAutoPurchase(tx: Tx, state: AutoPurchase, at: Date): Promise<void> {
  await tx`
    update auto_purchase set enabled = ${state.enabled}, tier = ${state.tier},
      package_name = ${state.packageName}, package_cents = ${state.packageCents}, package_minutes = ${state.packageMinutes},
      threshold_minutes = ${state.thresholdMinutes}, monthly_cap_cents = ${state.monthlyCapCents},
      armed = ${state.armed}, failures = ${state.failures}, retry_at = ${state.retryAt},
      blocked_fingerprint = ${state.blockedFingerprint}, cap_reported_month = ${state.capReportedMonth},
      problem = ${state.problem}, updated_at = ${at}
    where account_id = ${state.accountId}`
}

/** Removes the settings, so that nothing is ever bought for the account again. */
export async function eraseAutoPurchase(tx: Tx, accountId: string): Promise<void> {
  await tx`delete from auto_purchase where account_id = ${accountId}`
}

/** Switches a pool's automatic purchases on, as agreed with its first payment (D109). */
export async function openPoolAutoPurchase(
  tx: Tx,
  input: { accountId: string; package: AgreedPackage; enabled: boolean },
  at: Date,
): Promise<void> {
  const state = await lockAutoPurchase(tx, input.accountId, at)
  await storeAutoPurchase(
    tx,
    {
      ...agreedOn(state, input.package),
      enabled: input.enabled,
      thresholdMinutes: poolAutoPurchaseBelowMinutes,
      monthlyCapCents: poolAutoPurchaseCapCents(input.package.priceCents),
    },
    at,
  )
}

/** Clears the earlier declines after a payment of an automatic purchase has arrived. */
export async function noteSuccess(tx: Tx, accountId: string, at: Date): Promise<void> {
  const state = await lockAutoPurchase(tx, accountId, at)
  await storeAutoPurchase(tx, succeeded(state), at)
}

/**
 * Changes a balance in ways other than use. Reaching the threshold this way is no crossing: money that goes back never
 * causes a charge (D45). The account stays locked. Minutes that wait until a conversation releases its time need no
 * second check: all but that time is taken at once, and it is less than any threshold.
 */
export async function withoutCrossing<T>(tx: Tx, accountId: string, at: Date, change: () => Promise<T>): Promise<T> {
  await tx`select 1 from auto_purchase where account_id = ${accountId} for update`
  await lockAccount(tx, accountId)
  const [above] = await tx`
    select 1 from auto_purchase join account_outlook using (account_id)
    where account_id = ${accountId} and balance_ms > low_from_ms(auto_purchase)`
  const result = await change()
  if (above) {
    await tx`
      update auto_purchase set armed = false, updated_at = ${at} from account_outlook
      where auto_purchase.account_id = ${accountId} and account_outlook.account_id = ${accountId}
        and balance_ms <= low_from_ms(auto_purchase)`
  }
  return result
}

/** Returns whether something follows from the account's balance now, as `auto_purchase_is_due` decides; one cheap read. */
export function needsLook(read: Read, accountId: string, at: Date): Promise<boolean> {
  return isTrue(read<{ isDue: boolean }>`
    select auto_purchase_is_due(account_id, ${at}) as is_due
    from auto_purchase where account_id = ${accountId} and enabled`)
}

/**
 * Returns accounts whose balance must be compared and that no settlement or credit may check soon. Page by page, after
 * an account.
 */
export function listNeedingLook(
  read: LongRead,
  at: Date,
  afterAccountId: string | null,
): Promise<{ accountId: string }[]> {
  return read`
    select account_id from auto_purchase
    where enabled and (${afterAccountId}::uuid is null or account_id > ${afterAccountId}::uuid)
      and auto_purchase_is_due(account_id, ${at})
    order by account_id limit 1000`
}

export async function readFacts(read: Read, accountId: string, at: Date): Promise<Facts> {
  const untouchedLowMs = minutesToMs(defaultThresholdMinutes)
  const [outlook] = await read<{ isLow: boolean; isOnHold: boolean }>`
    select balance_ms <= coalesce(low_from_ms(auto_purchase), ${untouchedLowMs}::bigint) as is_low, is_on_hold
    from account_outlook left join auto_purchase using (account_id) where account_id = ${accountId}`
  const { card, stripeCustomerId } = await findPayer(read, accountId)
  const owner = await findAccountOwner(read, accountId, at)
  const spentCents = await sumAutomaticCents(read, accountId, monthStart(at))
  const { isLow = true, isOnHold = false } = outlook ?? {}
  return { isLow, isOnHold, card, stripeCustomerId, owner, spentCents }
}

/** Returns the automatic purchases that began before `before` (real time) and have not ended. */
export function listStuckAttempts(read: LongRead, before: Date): Promise<{ checkoutId: string; accountId: string }[]> {
  return read`
    select id as checkout_id, account_id from checkout
    where kind = 'auto' and status = 'open' and not needs_confirmation and uuid_extract_timestamp(id) < ${before}
    order by id limit 1000`
}
