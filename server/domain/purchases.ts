import { minutesToMs } from '#contract/amounts.ts'
import type { Read, Tx } from '../database/sql.ts'
import type { Checkout } from './checkouts.ts'
import { grantMinutes } from './ledger.ts'
import { type AgreedPackage, monthOf, packageOf } from './offers.ts'

/** Bought packages, and what a paid checkout gives: exactly once, whoever sees it first. */

export interface Fulfilment {
  packageMinutes: number
  monthlyMinutes: number
}

/** What a checkout gives when it is paid, in minutes, as it was agreed (D181). */
export function fulfilmentOf(checkout: Checkout): Fulfilment {
  return {
    packageMinutes: packageOf(checkout)?.minutes ?? 0,
    monthlyMinutes: monthOf(checkout)?.minutes ?? 0,
  }
}

export interface PaidPackage {
  accountId: string
  userId: string
  package: AgreedPackage
  paymentIntentId: string
  automatic: boolean
  paidWith: string | null
  at: Date
}

/**
 * Books a paid package: purchase row and minutes. The payment's id is the business key, so a second call, whether
 * from the success call, an event or the reconcile job, changes nothing (D36). Answers the purchase's id when it is new.
 */
export async function bookPackage(tx: Tx, paid: PaidPackage): Promise<string | null> {
  const { tier, name, priceCents, minutes } = paid.package
  const ms = minutesToMs(minutes)
  const [row] = await tx<{ id: string }>`
    insert into credit_purchase (account_id, user_id, amount_cents, credits_added_ms, stripe_payment_intent_id, tier,
      item, automatic, paid_with, created_at)
    values (${paid.accountId}, ${paid.userId}, ${priceCents}, ${ms}, ${paid.paymentIntentId}, ${tier},
      ${`${name} package, ${minutes} minutes`}, ${paid.automatic}, ${paid.paidWith}, ${paid.at})
    on conflict (stripe_payment_intent_id) do nothing returning id`
  await grantMinutes(tx, {
    accountId: paid.accountId,
    bucket: 'purchased',
    kind: 'purchase',
    sourceRef: `package:${paid.paymentIntentId}`,
    ms,
    priceCents,
    expiresAt: null,
    paymentIntentId: paid.paymentIntentId,
    userId: paid.userId,
    notes: `${name} package`,
    at: paid.at,
  })
  return row?.id ?? null
}

export interface CreditPurchase {
  id: string
  userId: string
  amountCents: number
  creditsAddedMs: number
  bonusAgents: number
  stripePaymentIntentId: string
  tier: string
  createdAt: Date
}

/** Bought for an account, newest first. */
export function listPurchases(read: Read, accountId: string): Promise<CreditPurchase[]> {
  return read<CreditPurchase>`
    select id, user_id, amount_cents, credits_added_ms, bonus_agents, stripe_payment_intent_id, tier, created_at
    from credit_purchase where account_id = ${accountId} order by created_at desc, id desc limit 1000`
}

/** Whether no package was bought for an account yet (D40). */
export async function isFirstPurchase(read: Read, accountId: string): Promise<boolean> {
  const [row] = await read<{ bought: boolean }>`
    select exists (select from credit_purchase where account_id = ${accountId}) as bought`
  return !row?.bought
}
