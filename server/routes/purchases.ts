import type { FastifyInstance } from 'fastify'
import { centsToDollars, msToMinutes } from '#contract/amounts.ts'
import { combinedPriceCents, type PackageTier, packages, platformAccess } from '#contract/prices.ts'
import * as purchases from '#contract/purchases.ts'
import { graceEndsAt } from '../domain/access.ts'
import { isFirstPurchase, listPurchases } from '../domain/purchases.ts'
import { readSettings } from '../domain/settings.ts'
import { isOurPrice, openPackagePurchase, openStartPurchase } from '../flows/checkout.ts'
import { fulfil } from '../flows/fulfil.ts'
import { countOpening } from '../flows/payment-limit.ts'
import { serve } from '../serve.ts'
import type { Services } from '../services.ts'
import { orUnavailable } from './unavailable.ts'

export function purchaseRoutes(app: FastifyInstance, services: Services): void {
  const { read } = services.database
  serve(app, services, purchases, {
    createCombinedPurchase: async ({ person, body, fail }) => {
      if (!isOurPrice(body.subscriptionPrice, platformAccess.priceCents)) {
        throw fail('price_changed', {
          field: 'subscriptionPrice',
          details: {
            subscriptionPrice: centsToDollars(platformAccess.priceCents),
            totalAmount: centsToDollars(combinedPriceCents(body.package)),
          },
        })
      }
      const retryAfterSeconds = await countOpening(services, person.id)
      if (retryAfterSeconds !== null) throw fail('too_many_payments', { retryAfterSeconds })
      const result = await orUnavailable(openStartPurchase(services, person, body.package), () =>
        fail('payment_unavailable'),
      )
      if (result.state !== 'open') throw fail(result.state)
      return { clientSecret: result.clientSecret, summary: summaryOf(body.package, true) }
    },

    createSubscriptionPayment: async ({ person, body, fail }) => {
      const { name, priceCents } = platformAccess
      if (!isOurPrice(body.amount, priceCents)) {
        throw fail('price_changed', { field: 'amount', details: { amount: centsToDollars(priceCents) } })
      }
      const retryAfterSeconds = await countOpening(services, person.id)
      if (retryAfterSeconds !== null) throw fail('too_many_payments', { retryAfterSeconds })
      const result = await orUnavailable(openStartPurchase(services, person, null), () => fail('payment_unavailable'))
      if (result.state === 'invoice_open') throw fail('invoice_open')
      if (result.state !== 'open') return { message: 'Your subscription is already active.' }
      return { clientSecret: result.clientSecret, message: `${name} is ready to be paid.`, summary: accessSummary() }
    },

    createPaymentIntent: async ({ person, body, fail }) => {
      const retryAfterSeconds = await countOpening(services, person.id)
      if (retryAfterSeconds !== null) throw fail('too_many_payments', { retryAfterSeconds })
      const clientSecret = await orUnavailable(openPackagePurchase(services, person, body.tier), () =>
        fail('payment_unavailable'),
      )
      return { clientSecret, summary: summaryOf(body.tier, false) }
    },

    processPaymentSuccess: async ({ person, body, status, fail }) => {
      const result = await orUnavailable(fulfil(services, body.paymentIntentId, person.id), () =>
        fail('payment_unavailable'),
      )
      if (result.state === 'not_found') throw fail('payment_not_found')
      if (result.state === 'processing') {
        status(202)
        return { creditsAdded: 0, monthlyCreditsAdded: 0 }
      }
      if (result.state !== 'credited') throw fail('payment_not_completed')
      return { creditsAdded: result.given.packageMinutes, monthlyCreditsAdded: result.given.monthlyMinutes }
    },

    firstTimeEligible: async ({ person }) => ({
      isFirstTime: await isFirstPurchase(read, person.id),
      bonusPercent: (await readSettings(read)).firstTimeBonusPercent,
    }),

    purchases: async ({ person }) =>
      (await listPurchases(read, person.id)).map((row) => ({
        ...row,
        amount: centsToDollars(row.amountCents),
        creditsAdded: msToMinutes(row.creditsAddedMs),
      })),

    subscriptionStatus: async ({ person }) => ({
      status: person.subscriptionStatus,
      tier: person.subscriptionTier,
      renewsAt: person.renewsAt,
      cancelAtPeriodEnd: person.cancelAtPeriodEnd ?? false,
      graceEndsAt: graceEndsAt(person),
    }),
  })
}

function summaryOf(tier: PackageTier, withAccess: boolean) {
  const { name, priceCents, minutes } = packages[tier]
  const lines = [{ label: name, amount: centsToDollars(priceCents) }]
  if (withAccess) lines.push({ label: 'Platform access', amount: centsToDollars(platformAccess.priceCents) })
  return {
    totalAmount: centsToDollars(withAccess ? combinedPriceCents(tier) : priceCents),
    lines,
    packageMinutes: minutes,
    monthlyMinutes: withAccess ? platformAccess.monthlyMinutes : 0,
  }
}

function accessSummary() {
  const { name, priceCents, monthlyMinutes } = platformAccess
  const amount = centsToDollars(priceCents)
  return { totalAmount: amount, lines: [{ label: name, amount }], packageMinutes: 0, monthlyMinutes }
}
