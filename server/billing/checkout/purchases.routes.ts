import { centsToDollars, msToMinutes } from '#contract/amounts.ts'
import { isMinutePackage, type MinutePackage } from '#contract/organizations/prices.ts'
import { type OfferTier, poolTierOf } from '#contract/billing/offers.ts'
import { combinedPriceCents, type PackageTier, packageTiers, platformAccess } from '#contract/billing/prices.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { graceEndsAt } from '../../identity/access.ts'
import { type Checkout, findOpenStart } from './checkouts.ts'
import { findRunPool } from '../../identity/policies.ts'
import { refusePackage } from '../policies.ts'
import { monthOf, packageOf } from './offers.ts'
import { findPayer } from './payers.ts'
import { isFirstPurchase, listPurchases } from './purchases.ts'
import { readSettings } from '../../settings/settings.ts'
import { isOurPrice, openPackagePurchase, openStartPurchase } from './checkout.flow.ts'
import { bookPayment } from '../bookings/book-payment.flow.ts'
import { openingLimit } from './payment-limit.ts'
import { findSubscription } from '../subscriptions/subscriptions.ts'
import { countAttempt } from '../../kernel/limits.ts'
import { routes } from '../../kernel/serve.ts'
import type { Services } from '../services.ts'
import { summarize } from './payment-summary.routes.ts'
import * as cards from '#contract/billing/cards.ts'
import { keepCard, openCardSetup } from './saved-card.flow.ts'
import * as referrals from '#contract/billing/referrals.ts'
import { findReferralCode, listReferrals, readRewardMinutes } from './referrals.ts'
import { siteUrl } from '../../kernel/site-url.ts'
import { refuse } from '../../kernel/problem.ts'

export const purchaseRoutes = routes<typeof purchases, Services>(purchases, {
  createCombinedPurchase: async ({ services, person, body, fail }) => {
    if (!isOurPrice(body.subscriptionPrice, platformAccess.priceCents)) {
      throw fail('price_changed', {
        field: 'subscriptionPrice',
        details: {
          subscriptionPrice: centsToDollars(platformAccess.priceCents),
          totalAmount: centsToDollars(combinedPriceCents(body.package)),
        },
      })
    }
    await countAttempt(services, openingLimit(person.id))
    const result = await openStartPurchase(services, person, body.package)
    if (result.state !== 'open') throw fail(result.state)
    return { clientSecret: result.clientSecret, summary: summaryOf(result.checkout) }
  },

  createSubscriptionPayment: async ({ services, person, body, fail }) => {
    const { name, priceCents } = platformAccess
    if (!isOurPrice(body.amount, priceCents)) {
      throw fail('price_changed', { field: 'amount', details: { amount: centsToDollars(priceCents) } })
    }
    await countAttempt(services, openingLimit(person.id))
    const result = await openStartPurchase(services, person, null)
    if (result.state === 'already_subscribed') return { message: 'Your subscription is already active.' }
    if (result.state !== 'open') throw fail(result.state)
    const { clientSecret, checkout } = result
    return { clientSecret, message: `${name} is ready to be paid.`, summary: summaryOf(checkout) }
  },

  openFirstPayment: async ({ read, person }) => {
    const open = await findOpenStart(read, person.accountId)
    return { package: packageTiers.find((tier) => tier === open?.tier) ?? null }
  },

  firstTimeEligible: async ({ read, person }) => ({
    isFirstTime: await isFirstPurchase(read, person.accountId),
    bonusPercent: (await readSettings(read)).firstTimeBonusPercent,
  }),

  createPaymentIntent: async ({ services, read, person, membership, body, at, fail }) => {
    const pool = await findRunPool(read, person, body)
    if (pool === null) throw fail('organization_not_found', { field: 'organizationId' })
    const refusal = refusePackage(pool, membership, at)
    if (refusal) throw fail(refusal)
    const tier = offerOf(body.tier, pool !== undefined) ?? refuse('invalid_tier', { field: 'tier' })
    await countAttempt(services, openingLimit(person.id))
    const opened = await openPackagePurchase(services, person, { tier, pool: pool ?? null })
    const { card } = await findPayer(read, (pool ?? person).accountId)
    return {
      clientSecret: opened.clientSecret,
      summary: summarize(opened.package, null),
      card,
      paymentMethodId: card?.paymentMethodId ?? null,
      organizationName: pool?.name ?? null,
    }
  },

  processPaymentSuccess: async ({ services, person, body, status, fail }) => {
    const result = await bookPayment(services, body.paymentIntentId, person)
    if (result.state === 'not_found') throw fail('payment_not_found')
    if (result.state === 'processing') {
      status(202)
      return { creditsAdded: 0, monthlyCreditsAdded: 0 }
    }
    if (result.state !== 'credited') throw fail('payment_not_completed')
    const { packageMinutes, monthlyMinutes, bonusMinutes } = result.given
    const bonus = bonusMinutes > 0 ? { bonusCreditsAdded: bonusMinutes } : {}
    return { creditsAdded: packageMinutes, monthlyCreditsAdded: monthlyMinutes, ...bonus }
  },

  purchases: async ({ read, person }) =>
    (await listPurchases(read, person.accountId)).map((row) => ({
      ...row,
      amount: centsToDollars(row.amountCents),
      creditsAdded: msToMinutes(row.creditsAddedMs),
    })),

  subscriptionStatus: async ({ read, person }) => {
    const subscription = await findSubscription(read, person.accountId)
    return {
      status: person.subscriptionStatus,
      tier: subscription?.tier ?? null,
      renewsAt: subscription?.renewsAt ?? null,
      cancelAtPeriodEnd: subscription?.cancelAtPeriodEnd ?? false,
      graceEndsAt: graceEndsAt(person),
    }
  },
})

/**
 * Returns what a package name buys: a person's package, or with a pool an organization's; null if it does not fit
 * (D50).
 */
function offerOf(tier: PackageTier | MinutePackage, isForPool: boolean): OfferTier | null {
  if (isForPool) return isMinutePackage(tier) ? poolTierOf(tier) : null
  return isMinutePackage(tier) ? null : tier
}

function summaryOf(checkout: Checkout) {
  return summarize(packageOf(checkout), monthOf(checkout))
}

export const cardRoutes = routes<typeof cards, Services>(cards, {
  card: async ({ read, person }) => ({ card: (await findPayer(read, person.accountId)).card }),

  setUpCard: async ({ services, read, person, body, fail }) => {
    const pool = await findRunPool(read, person, body)
    if (pool === null) throw fail('organization_not_found', { field: 'organizationId' })
    await countAttempt(services, openingLimit(person.id))
    return { clientSecret: await openCardSetup(services, person, pool ?? null) }
  },

  saveCard: async ({ services, read, person, body, fail }) => {
    const pool = await findRunPool(read, person, body)
    if (pool === null) throw fail('organization_not_found', { field: 'organizationId' })
    const { accountId } = pool ?? person
    return { card: await keepCard(services, accountId, body.setupIntentId) }
  },
})

export const referralRoutes = routes<typeof referrals, Services>(referrals, {
  referrals: async ({ services, read, person, request }) => {
    const rewardMinutes = await readRewardMinutes(read)
    if (rewardMinutes === 0) return { offer: null, referrals: [] }
    const code = await findReferralCode(read, person.id)
    const link = `${siteUrl(services.config, request)}/register?ref=${code}`
    return { offer: { rewardMinutes, code, link }, referrals: await listReferrals(read, person.id) }
  },
})
