import type { FastifyInstance } from 'fastify'
import { centsToDollars } from '#contract/amounts.ts'
import * as organizationBilling from '#contract/organization-billing.ts'
import { minuteOffers, minuteRate, priceLines, priceOrganization, userTierOf } from '#contract/organization-prices.ts'
import { findRegistration, type Registration } from '../domain/organization-orders.ts'
import { findPayer } from '../domain/payers.ts'
import { listTransactions, type Transaction } from '../domain/receipts.ts'
import { serve } from '../serve.ts'
import type { Services } from '../services.ts'

export function organizationBillingRoutes(app: FastifyInstance, services: Services): void {
  const { read } = services.database
  serve(app, services, organizationBilling, {
    organizationBilling: async ({ seat }) => {
      const { organizationId, accountId } = seat
      const order = await findRegistration(read, { organizationId })
      const { stripeCustomerId: customerId } = await findPayer(read, accountId)
      const paid = (await listTransactions(read, accountId)).find(
        ({ kind, stripePaymentIntentId: id }) =>
          kind === 'payment' && id !== null && id === order?.stripePaymentIntentId,
      )
      const setupPayments = order && paid ? [toSetupPayment(order, paid)] : []
      return {
        businessRegistration: order && toBusinessRegistration(order),
        stripeBilling: customerId === null ? null : { customerId, setupPayments },
      }
    },
  })
}

function toBusinessRegistration(order: Registration) {
  const figures = priceOrganization(order)
  const offer = minuteOffers[order.minutePackage]
  const tier = userTierOf(order.userCount)
  const monthly = centsToDollars(order.monthlyCents)
  return {
    ...order,
    teamSize: order.userCount,
    userAccessTier: tier?.name ?? '',
    userPricing: centsToDollars(tier?.userCents ?? 0),
    minutePackageType: order.minutePackage,
    voiceMinutesPackage: offer.minutes,
    minuteRate: minuteRate(offer),
    brandedPwa: order.brandedPWA,
    agentBuildCost: centsToDollars(figures.agentBuildCents),
    userAccessCost: centsToDollars(figures.userAccessCents),
    voiceMinutesCost: centsToDollars(figures.voiceMinutesCents),
    optimizationCost: centsToDollars(figures.optimizationCents),
    brandedPWASetupCost: centsToDollars(figures.pwaSetupCents),
    brandedPWAMaintenanceCost: centsToDollars(figures.pwaMaintenanceCents),
    paymentAmount: centsToDollars(order.oneTimeCents),
    monthlyTotal: monthly,
    monthlyCost: monthly,
    totalToStartToday: centsToDollars(order.oneTimeCents + order.monthlyCents),
  }
}

function toSetupPayment(order: Registration, paid: Transaction) {
  return {
    id: paid.stripePaymentIntentId ?? '',
    description: 'Organization Registration',
    amount: centsToDollars(paid.amountCents),
    created: paid.createdAt,
    receiptId: paid.id,
    productBreakdown: priceLines(order).map(({ name, detail, cents, isMonthly }) => ({
      name,
      description: detail,
      amount: centsToDollars(cents),
      type: isMonthly ? ('monthly' as const) : ('one_time' as const),
    })),
  }
}
