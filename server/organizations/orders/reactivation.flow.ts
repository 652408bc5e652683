import type { Membership } from '../../identity/memberships.ts'
import { drawStartId } from '../../billing/checkout/checkouts.ts'
import { findRegistration, withSeats } from './orders.ts'
import { mayBeginAgain } from '../policies.ts'
import { findPayer } from '../../billing/checkout/payers.ts'
import { quoteSeats } from '../seats/seats.ts'
import { findPlan } from '../../billing/subscriptions/subscriptions.ts'
import type { Services } from '../../billing/services.ts'
import { openFirstPayment, type StartResult } from '../../billing/checkout/checkout.flow.ts'
import { itemsOf } from './checkout.flow.ts'

export type ReactivationResult =
  | { state: 'open'; clientSecret: string; amountCents: number }
  | { state: Exclude<StartResult['state'], 'open'> | 'no_plan' | 'switched_off' }

type Pool = Pick<Membership, 'organizationId' | 'accountId' | 'isActive'>

/**
 * Opens the payment with which an ended organization begins again: its former plan and seats at the agreed prices
 * (D181), without one-time parts (D129). Its pool and its people are still there.
 */
export async function openReactivation(services: Services, pool: Pool, userId: string): Promise<ReactivationResult> {
  const { database, payments, clock } = services
  const { organizationId, accountId } = pool
  if (!(await mayBeginAgain(database.read, pool))) return { state: 'switched_off' }
  const id = await drawStartId(database.read)
  const [order, plan, quote, payer] = await Promise.all([
    findRegistration(database.read, { organizationId }),
    findPlan(database.read, services.pools, accountId),
    quoteSeats(database.read, pool, undefined, clock.now()),
    findPayer(database.read, accountId),
  ])
  const { stripeCustomerId: customerId } = payer
  if (!order || !plan || !quote || !customerId) return { state: 'no_plan' }
  const { monthly } = itemsOf(withSeats(order, quote.users, quote.userCents))
  const result = await openFirstPayment(services, {
    id,
    accountId,
    userId,
    package: null,
    plan,
    customerId,
    open: (checkout) =>
      payments.openOrganizationSubscription({
        registrationId: order.id,
        attempt: `again:${checkout.id}`,
        customerId,
        monthly,
        oneTime: [],
      }),
  })
  return result.state === 'open' ? { ...result, amountCents: result.checkout.amountCents } : result
}
