import { countText, minutesText, minutesToMs, msToMinutes } from '#contract/amounts.ts'
import { isPoolTier, type OfferTier } from '#contract/billing/offers.ts'
import { firstPackageBonus } from '#contract/billing/prices.ts'
import type { Read, Tx } from '../../database/sql.ts'
import type { Checkout } from './checkouts.ts'
import { grantMinutes, lockAccount } from '../../ledger/ledger.ts'
import { type AgreedPackage, monthOf, offerPackage, packageOf } from './offers.ts'
import { readSettings } from '../../settings/settings.ts'

/** Bought packages, and what a paid checkout gives exactly once, whichever report of it arrives first. */

export interface GivenMinutes {
  packageMinutes: number
  /** Added to a first package (D40). */
  bonusMinutes: number
  monthlyMinutes: number
}

/** Returns what a paid checkout gave, in minutes, as agreed (D181). */
export async function findGivenMinutes(read: Read, checkout: Checkout): Promise<GivenMinutes> {
  const [booked] = await read<{ bonusMs: number }>`
    select bonus_ms from credit_purchase where stripe_payment_intent_id = ${checkout.stripePaymentIntentId}`
  return {
    packageMinutes: packageOf(checkout)?.minutes ?? 0,
    bonusMinutes: msToMinutes(booked?.bonusMs ?? 0),
    monthlyMinutes: monthOf(checkout)?.minutes ?? 0,
  }
}

/** Returns a package as it is offered to an account now, with the bonus while it would be a person's first (D40). */
export function offerTo(read: Read, accountId: string, tier: OfferTier): Promise<AgreedPackage> {
  return withFirstBonus(read, accountId, offerPackage(tier))
}

/** Returns an earlier agreed package, with the bonus while it would be a person's first (D40). */
export async function withFirstBonus(read: Read, accountId: string, offered: AgreedPackage): Promise<AgreedPackage> {
  const { firstTimeBonusPercent: percent } = await readSettings(read)
  const isFirst = percent > 0 && !isPoolTier(offered.tier) && (await isFirstPurchase(read, accountId))
  return isFirst ? { ...offered, bonusMinutes: firstPackageBonus(offered.minutes, percent) } : offered
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
 * Books a paid package: purchase row and minutes. The payment's id is the business key, so a second call, whether from
 * the success call, an event or the reconcile job, changes nothing (D36). Returns the purchase's id when it is new.
 */
export async function bookPackage(tx: Tx, paid: PaidPackage): Promise<string | null> {
  const { tier, name, priceCents, minutes } = paid.package
  const ms = minutesToMs(minutes)
  // Of two first packages paid at the same moment, the second waits here and sees the first.
  await lockAccount(tx, paid.accountId)
  const bonusMinutes = (await isFirstPurchase(tx, paid.accountId)) ? paid.package.bonusMinutes : 0
  const bonusMs = minutesToMs(bonusMinutes)
  const bonusText = bonusMinutes > 0 ? ` and ${countText(bonusMinutes, 'bonus minute')}` : ''
  const [row] = await tx<{ id: string }>`
    insert into credit_purchase (account_id, user_id, amount_cents, credits_added_ms, bonus_ms, stripe_payment_intent_id,
      tier, item, automatic, paid_with, created_at)
    values (${paid.accountId}, ${paid.userId}, ${priceCents}, ${ms}, ${bonusMs}, ${paid.paymentIntentId}, ${tier},
      ${`${name} package, ${minutesText(minutes)}${bonusText}`}, ${paid.automatic}, ${paid.paidWith}, ${paid.at})
    on conflict (stripe_payment_intent_id) do nothing returning id`
  const { accountId, userId, paymentIntentId, at } = paid
  const grant = { accountId, userId, paymentIntentId, at, bucket: 'purchased', expiresAt: null } as const
  const sourceRef = `package:${paymentIntentId}`
  await grantMinutes(tx, { ...grant, kind: 'purchase', sourceRef, ms, priceCents, notes: `${name} package` })
  if (row && bonusMs > 0) {
    const bonus = { kind: 'bonus', sourceRef: `bonus:${paymentIntentId}`, ms: bonusMs, priceCents: 0 } as const
    await grantMinutes(tx, { ...grant, ...bonus, notes: 'First-package bonus' })
  }
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

/** Returns an account's purchases, newest first. */
export function listPurchases(read: Read, accountId: string): Promise<CreditPurchase[]> {
  return read<CreditPurchase>`
    select id, user_id, amount_cents, credits_added_ms + bonus_ms as credits_added_ms, bonus_agents, stripe_payment_intent_id, tier, created_at
    from credit_purchase where account_id = ${accountId} order by created_at desc, id desc limit 1000`
}

/** Returns whether no package was bought for an account yet (D40). */
export async function isFirstPurchase(read: Read, accountId: string): Promise<boolean> {
  const [row] = await read<{ bought: boolean }>`
    select exists (select from credit_purchase where account_id = ${accountId}) as bought`
  return !row?.bought
}
