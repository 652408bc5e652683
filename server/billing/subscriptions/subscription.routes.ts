import type * as z from 'zod/mini'
import * as subscription from '#contract/billing/subscription.ts'
import { graceEndsAt } from '../../identity/access.ts'
import { openOverduePayment } from './overdue.flow.ts'
import { setSubscriptionEnd } from './subscription-end.flow.ts'
import type { SubscriptionState } from '../stripe/subscriptions.ts'
import { routes } from '../../kernel/serve.ts'
import type { Services } from '../services.ts'
import { summarize } from '../checkout/payment-summary.routes.ts'

export const subscriptionRoutes = routes<typeof subscription, Services>(subscription, {
  cancelSubscription: async ({ services, person }) =>
    toEnd(await setSubscriptionEnd(services, person.accountId, true, person.id)),

  resumeSubscription: async ({ services, person }) =>
    toEnd(await setSubscriptionEnd(services, person.accountId, false, person.id)),

  payOverdue: async ({ services, person }) => {
    const invoice = await openOverduePayment(services, { accountId: person.accountId, userId: person.id })
    // Uses the invoice's own amount.
    const summary = summarize(null, { ...invoice.plan, priceCents: invoice.amountCents })
    return { clientSecret: invoice.clientSecret, summary }
  },
})

/** Returns when access ends: with the month, or when overdue with the grace period if that ends first (D7). */
export function toEnd(state: SubscriptionState): z.input<typeof subscription.subscriptionEnd> {
  const { status, cancelAtPeriodEnd, renewsAt, pastDueSince } = state
  const grace = graceEndsAt({ subscriptionStatus: status, pastDueSince })
  return { subscriptionStatus: status, cancelAtPeriodEnd, accessEndsAt: grace && grace < renewsAt ? grace : renewsAt }
}
