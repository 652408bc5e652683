import {
  bookPackage,
  type Checkout,
  findCheckoutByPayment,
  type Fulfilment,
  fulfilmentOf,
  takeForBooking,
} from '../domain/purchases.ts'
import { bookMonth, storeSubscription } from '../domain/subscriptions.ts'
import { completeReferral, findPerson } from '../domain/users.ts'
import type { PaymentState } from '../outside/stripe.ts'
import type { Services } from '../services.ts'

export type FulfilResult =
  | { state: 'credited'; given: Fulfilment }
  | { state: 'processing' | 'not_completed' | 'not_found' }

/**
 * Credits a payment exactly once. The success call, the provider's events and the reconcile job all come here; the
 * provider is asked for the truth, and owner, amount and currency must be those of our own checkout (D36, D37).
 */
export async function fulfil(services: Services, paymentIntentId: string, userId?: string): Promise<FulfilResult> {
  const checkout = await findCheckoutByPayment(services.database.read, paymentIntentId)
  if (!checkout || (userId !== undefined && checkout.userId !== userId)) return { state: 'not_found' }
  if (checkout.status === 'paid') return { state: 'credited', given: fulfilmentOf(checkout) }

  const payment = await services.payments.readPayment(paymentIntentId)
  if (payment.status === 'processing') return { state: 'processing' }
  if (payment.status !== 'succeeded') return { state: 'not_completed' }
  await refuseMismatch(services, checkout, payment)

  const subscription = checkout.stripeSubscriptionId
    ? await services.payments.readSubscription(checkout.stripeSubscriptionId)
    : null
  const at = services.clock.now()
  await services.database.write(async (tx) => {
    if (!(await takeForBooking(tx, checkout.id, at))) return
    await bookPackage(tx, checkout, paymentIntentId, at)
    await completeReferral(tx, checkout.userId, at)
    if (!subscription || !checkout.stripeInvoiceId) return
    // Paying the first invoice activates the subscription; the provider may say so a moment later.
    const status = subscription.status === 'incomplete' ? 'active' : subscription.status
    await storeSubscription(tx, checkout.accountId, { ...subscription, status }, at)
    await bookMonth(tx, {
      accountId: checkout.accountId,
      userId: checkout.userId,
      invoiceId: checkout.stripeInvoiceId,
      paymentIntentId,
      endsAt: subscription.renewsAt,
      at,
    })
  })
  return { state: 'credited', given: fulfilmentOf(checkout) }
}

async function refuseMismatch(services: Services, checkout: Checkout, payment: PaymentState): Promise<void> {
  const person = await findPerson(services.database.read, checkout.userId)
  const fits =
    payment.amountCents === checkout.amountCents &&
    payment.currency === checkout.currency &&
    payment.customerId === person?.stripeCustomerId
  if (!fits) throw new Error(`Payment of checkout ${checkout.id} differs in amount, currency or customer`)
}
