import type Stripe from 'stripe'
import { intentOf, stopCollecting, voidInvoice } from './billing.ts'
import { build } from '../account/objects.ts'
import { changeSubscription } from './change-subscription.ts'
import { cancelIntent } from '../payments/confirmation.ts'
import { idOf, type Sandbox } from '../account/sandbox.ts'

/** Returns whether a subscription has ended for good. */
export function isOver({ status }: Stripe.Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

/** Ends a subscription. Its open invoices stay payable but are no longer collected. */
export function endSubscription(
  sandbox: Sandbox,
  subscription: Stripe.Subscription,
  details: Partial<Stripe.Subscription.CancellationDetails>,
): void {
  if (subscription.status === 'incomplete') voidFirstInvoice(sandbox, subscription)
  for (const invoice of sandbox.listBy('invoice', 'subscription', subscription.id)) {
    if (invoice.auto_advance !== true) continue
    stopCollecting(invoice)
    sandbox.save(invoice)
    sandbox.emit('invoice.updated', invoice, { auto_advance: true })
  }
  markEnded(sandbox, subscription)
  subscription.cancellation_details = build('cancellation_details', details)
  sandbox.save(subscription)
  sandbox.emit('customer.subscription.deleted', subscription)
}

/** Ends a subscription whose first invoice was not paid in time. */
export function expireSubscription(sandbox: Sandbox, subscription: Stripe.Subscription): void {
  voidFirstInvoice(sandbox, subscription)
  changeSubscription(sandbox, subscription, () => markEnded(sandbox, subscription))
}

function markEnded(sandbox: Sandbox, subscription: Stripe.Subscription): void {
  const now = sandbox.now()
  subscription.status = subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled'
  subscription.canceled_at ??= now
  subscription.ended_at = now
}

function voidFirstInvoice(sandbox: Sandbox, subscription: Stripe.Subscription): void {
  const invoice = sandbox.find('invoice', idOf(subscription.latest_invoice) ?? '')
  if (invoice?.status !== 'open') return
  voidInvoice(sandbox, invoice)
  const intent = intentOf(sandbox, invoice)
  if (intent !== undefined) cancelIntent(sandbox, intent, 'void_invoice')
}
