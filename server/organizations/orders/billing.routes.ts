import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { centsToDollars } from '#contract/amounts.ts'
import * as organizationBilling from '#contract/organizations/billing.ts'
import { minuteRate, priceLines, userTierOf } from '#contract/organizations/prices.ts'
import { graceEndsAt, hasOrganizationAccess } from '../../identity/access.ts'
import { wouldBuy } from '../../billing/auto-purchase/auto-purchase-rules.ts'
import type { Membership } from '../../identity/memberships.ts'
import { findOrder, type Registration, withSeats } from './orders.ts'
import { findPayer } from '../../billing/checkout/payers.ts'
import { listTransactions, type Transaction } from '../../billing/bookings/receipts.ts'
import { quoteSeats, type SeatQuote } from '../seats/seats.ts'
import { findSubscription } from '../../billing/subscriptions/subscriptions.ts'
import { serve } from '../../kernel/serve.ts'
import type { Services } from '../../billing/services.ts'
import { toTransaction } from '../../billing/subscriptions/account.routes.ts'
import { describeAutoPurchase } from '../../billing/auto-purchase/auto-purchase.routes.ts'
import * as contract from '#contract/organizations/subscription.ts'
import { isCanceledByAdmin } from '../state.ts'
import { openReactivation } from './checkout.flow.ts'
import { openOverduePayment } from '../../billing/subscriptions/overdue.flow.ts'
import { openingLimit } from '../../billing/checkout/payment-limit.ts'
import { setSubscriptionEnd } from '../../billing/subscriptions/subscription-end.flow.ts'
import { countAttempt } from '../../kernel/limits.ts'
import { toEnd } from '../../billing/subscriptions/subscription.routes.ts'
import * as poolDebts from '#contract/organizations/pool-debts.ts'
import { listOpenDebts } from '../../billing/refunds/debts.ts'
import { openDebtPayment } from '../../billing/refunds/debts.flow.ts'
import { toDebt, toDebtPayment } from '../../billing/refunds/debts.routes.ts'

export function organizationBillingRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, organizationBilling, {
    organizationBilling: async ({ member, at }) => describeBilling(services, member, at),
  })
}

/** Returns what an organization ordered and paid, its plan and its payments (D133). */
export async function describeBilling(
  services: Services,
  member: Membership,
  at: Date,
): Promise<z.input<typeof organizationBilling.organizationBilling.answer>> {
  const { read, readLong } = services.database
  const { organizationId, accountId } = member
  const [order, payer, rows, subscription, quote] = await Promise.all([
    findOrder(read, organizationId, at),
    findPayer(read, accountId),
    listTransactions(readLong, accountId),
    findSubscription(read, accountId),
    quoteSeats(read, member, undefined, at),
  ])
  const { stripeCustomerId: customerId, card } = payer
  const setup = rows.find((row) => isSetup(row, order))
  const setupPayments = order && setup ? [toSetupPayment(order, setup)] : []
  return {
    businessRegistration: order && toBusinessRegistration(order, quote),
    stripeBilling: customerId === null ? null : { customerId, setupPayments },
    plan: subscription && {
      ...subscription,
      status: member.subscriptionStatus,
      graceEndsAt: graceEndsAt(member),
      hasAccess: hasOrganizationAccess(member, at),
    },
    seats: quote,
    autoPurchase: order?.status === 'paid' ? await readPoolAutoPurchase(services, accountId, at) : null,
    card,
    payments: rows.filter((row) => row !== setup).map(toTransaction),
  }
}

function isSetup({ kind, stripePaymentIntentId: id }: Transaction, order: Registration | null): boolean {
  return kind === 'payment' && id !== null && id === order?.stripePaymentIntentId
}

/** Returns how the pool is filled automatically, and what prevents it (D109). */
async function readPoolAutoPurchase(services: Services, accountId: string, at: Date) {
  const { state, shown } = await describeAutoPurchase(services, accountId, at)
  const { minutes, priceCents } = wouldBuy(state)
  return {
    ...shown,
    minutes,
    price: centsToDollars(priceCents),
    problem: shown.problem?.message ?? null,
    checkoutId: shown.problem?.checkoutId ?? null,
  }
}

/** Returns what was ordered, as agreed (D181), with as many users as each of the next months counts (D116). */
function toBusinessRegistration(ordered: Registration, seats: SeatQuote | null) {
  const order = seats ? withSeats(ordered, seats.users, seats.userCents) : ordered
  const monthly = centsToDollars(order.monthlyCents)
  return {
    ...order,
    teamSize: order.userCount,
    userAccessTier: userTierOf(order.userCount)?.name ?? '',
    userPricing: centsToDollars(order.userCents),
    minutePackageType: order.minutePackage,
    minutePackageName: order.packageName,
    voiceMinutesPackage: order.packageMinutes,
    minuteRate: minuteRate({ priceCents: order.voiceMinutesCents, minutes: order.packageMinutes }),
    brandedPwa: order.brandedPWA,
    agentBuildCost: centsToDollars(order.agentBuildCents),
    userAccessCost: centsToDollars(order.userAccessCents),
    voiceMinutesCost: centsToDollars(order.voiceMinutesCents),
    optimizationCost: centsToDollars(order.optimizationCents),
    brandedPWASetupCost: centsToDollars(order.pwaSetupCents),
    brandedPWAMaintenanceCost: centsToDollars(order.pwaMaintenanceCents),
    paymentAmount: centsToDollars(order.oneTimeCents),
    monthlyTotal: monthly,
    monthlyCost: monthly,
    totalToStartToday: centsToDollars(ordered.oneTimeCents + ordered.monthlyCents),
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

export function organizationSubscriptionRoutes(app: FastifyInstance, services: Services): void {
  /** Returns an opened payment with the card saved for the pool. */
  async function toOpened(accountId: string, opened: { clientSecret: string; amountCents: number }) {
    const { card } = await findPayer(services.database.read, accountId)
    const { clientSecret, amountCents } = opened
    return {
      clientSecret,
      amount: centsToDollars(amountCents),
      card,
      paymentMethodId: card?.paymentMethodId ?? null,
    }
  }

  serve(app, services, contract, {
    cancelOrganizationSubscription: async ({ person, member }) =>
      toEnd(await setSubscriptionEnd(services, member.accountId, true, person.id)),

    resumeOrganizationSubscription: async ({ person, member, fail }) => {
      // It would be charged for what its people may not use (D149).
      if (await isCanceledByAdmin(services.database.read, member.accountId)) throw fail('switched_off')
      return toEnd(await setSubscriptionEnd(services, member.accountId, false, person.id))
    },

    payOrganizationOverdue: async ({ person, member }) => {
      await countAttempt(services, openingLimit(person.id))
      const { accountId } = member
      return toOpened(accountId, await openOverduePayment(services, { accountId, userId: person.id }))
    },

    reactivateOrganization: async ({ person, member }) => {
      await countAttempt(services, openingLimit(person.id))
      return toOpened(member.accountId, await openReactivation(services, member, person.id))
    },
  })
}

export function poolDebtRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, poolDebts, {
    poolDebts: async ({ member }) => (await listOpenDebts(services.database.read, member.accountId)).map(toDebt),
    payPoolDebt: async ({ person, member, params }) =>
      toDebtPayment(await openDebtPayment(services, person, params.id, member)),
  })
}
