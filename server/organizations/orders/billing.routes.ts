import type { Read } from '../../database/sql.ts'
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
import { routes } from '../../kernel/serve.ts'
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

export const organizationBillingRoutes = routes<typeof organizationBilling, Services>(organizationBilling, {
  organizationBilling: async ({ services, member, at }) => describeBilling(services, member, at),
})

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

/** Returns an opened payment with the card saved for the pool. */
async function toOpened(read: Read, accountId: string, opened: { clientSecret: string; amountCents: number }) {
  const { card } = await findPayer(read, accountId)
  const { clientSecret, amountCents } = opened
  return { clientSecret, amount: centsToDollars(amountCents), card, paymentMethodId: card?.paymentMethodId ?? null }
}

export const organizationSubscriptionRoutes = routes<typeof contract, Services>(contract, {
  cancelOrganizationSubscription: async ({ services, person, member }) =>
    toEnd(await setSubscriptionEnd(services, member.accountId, true, person.id)),

  resumeOrganizationSubscription: async ({ services, read, person, member, fail }) => {
    // It would be charged for what its people may not use (D149).
    if (await isCanceledByAdmin(read, member.accountId)) throw fail('switched_off')
    return toEnd(await setSubscriptionEnd(services, member.accountId, false, person.id))
  },

  payOrganizationOverdue: async ({ services, read, person, member }) => {
    await countAttempt(services, openingLimit(person.id))
    const { accountId } = member
    return toOpened(read, accountId, await openOverduePayment(services, { accountId, userId: person.id }))
  },

  reactivateOrganization: async ({ services, read, person, member }) => {
    await countAttempt(services, openingLimit(person.id))
    return toOpened(read, member.accountId, await openReactivation(services, member, person.id))
  },
})

export const poolDebtRoutes = routes<typeof poolDebts, Services>(poolDebts, {
  poolDebts: async ({ read, member }) => (await listOpenDebts(read, member.accountId)).map(toDebt),

  payPoolDebt: async ({ services, person, member, params }) =>
    toDebtPayment(await openDebtPayment(services, person, params.id, member)),
})
