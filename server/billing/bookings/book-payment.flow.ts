import { maySeePayment } from '../policies.ts'
import { findCheckoutByPayment, findUnbookedStart } from '../checkout/checkouts.ts'
import type { GivenMinutes } from '../checkout/purchases.ts'
import type { Person } from '../../identity/users.ts'
import type { PaymentState } from '../stripe/payments.ts'
import type { InvoiceState } from '../stripe/invoices.ts'
import type { Payable, Services } from '../services.ts'
import { toPayable } from './kinds.flow.ts'
import { bookRenewal, readRenewal } from './renewal.flow.ts'
import { followSubscription } from '../subscriptions/subscription-state.flow.ts'
import { watchBalance } from '../auto-purchase/watch-balance.flow.ts'

type BookResult = { state: 'credited'; given: GivenMinutes } | { state: 'processing' | 'not_completed' | 'not_found' }

/**
 * Credits a payment exactly once. The success call, the provider's events and the reconcile job all come here. The
 * provider's own state decides, and owner, amount and currency must match our checkout or order (D36, D37). With
 * `person`, only a payment that they opened or for whose account they are responsible.
 */
export async function bookPayment(services: Services, paymentIntentId: string, person?: Person): Promise<BookResult> {
  const payable = await findPayable(services, paymentIntentId, person)
  if (!payable) return { state: 'not_found' }
  if (!payable.isBooked) {
    const payment = await services.payments.readPayment(paymentIntentId)
    if (payment.status === 'processing') return { state: 'processing' }
    if (payment.status !== 'succeeded') return { state: 'not_completed' }
    await refuseMismatch(payable, payment)
    const prepared = await payable.prepare(payment)
    if (!prepared) return { state: 'processing' }
    const at = services.clock.now()
    await services.database.write((tx) => prepared.book(tx, at))
    await prepared.afterwards()
  }
  return { state: 'credited', given: await payable.readGiven() }
}

/**
 * Returns a payment that a person was asked to confirm, or that was charged for them: a checkout, or an organization's
 * order. For a person, only a checkout of their own; null when there is none.
 */
export async function findPayable(
  services: Services,
  paymentIntentId: string,
  person?: Person,
): Promise<Payable | null> {
  const { read } = services.database
  const checkout = await findCheckoutByPayment(read, paymentIntentId)
  if (!checkout) return person ? null : services.pools.findOrder(services, { paymentIntentId })
  const isHidden = person !== undefined && !(await maySeePayment(read, person, checkout))
  return isHidden ? null : toPayable(services, checkout)
}

async function refuseMismatch(payable: Payable, payment: PaymentState): Promise<void> {
  const { amountCents, currency, customerId } = await payable.readExpected()
  const fits = payment.amountCents === amountCents && payment.currency === currency && payment.customerId === customerId
  if (!fits) throw new Error(`Payment of ${payable.name} differs in amount, currency or customer`)
}

/** Credits a paid invoice exactly once, whether it is a first payment or a renewal. */
export async function bookInvoice(services: Services, invoiceId: string): Promise<void> {
  const { database, payments, clock } = services
  const invoice = await payments.readInvoice(invoiceId)
  if (!invoice?.isPaid) return
  const { paymentIntentId } = invoice
  if (paymentIntentId && (await findPayable(services, paymentIntentId))) {
    await bookPayment(services, paymentIntentId)
    return
  }
  await bookStartBefore(services, invoice)
  const renewal = await readRenewal(services, invoice)
  if (!renewal) return
  const at = clock.now()
  await database.write((tx) => bookRenewal(services, tx, renewal, { isNewCard: false, at }))
  await followSubscription(services, renewal.subscriptionId)
  await watchBalance(services, renewal.accountId)
}

/** Books the first payment before a renewal that arrives early; until then the subscription belongs to no account. */
async function bookStartBefore(services: Services, { subscriptionId }: InvoiceState): Promise<void> {
  if (!subscriptionId) return
  const order = await services.pools.findOrder(services, { subscriptionId })
  const paymentIntentId = (await findUnbookedStart(services.database.read, subscriptionId)) ?? order?.paymentIntentId
  if (paymentIntentId && !order?.isBooked) await bookPayment(services, paymentIntentId)
}
