import type Stripe from 'stripe'
import { buildIntent } from './build-intent.ts'
import { buildInvoice, type Period, type Purchase } from './build-invoice.ts'
import { idOf, newId, type Sandbox } from './sandbox.ts'

/** Makes and finalizes a new subscription's invoice with the payment intent that pays it. */
export function openFirstInvoice(
  sandbox: Sandbox,
  subscription: Stripe.Subscription,
  purchases: Purchase[],
  period: Period,
): Stripe.Invoice {
  const now = sandbox.now()
  const customer = sandbox.need('customer', idOf(subscription.customer)!)
  const invoice = buildInvoice(now, customer, subscription, purchases, period)
  customer.next_invoice_sequence = (customer.next_invoice_sequence ?? 1) + 1
  customer.currency = invoice.currency
  sandbox.save(customer)
  sandbox.save(invoice)
  sandbox.emit('invoice.created', invoice)
  sandbox.emit('invoice.finalized', invoice)
  if (invoice.total === 0) {
    settleInvoice(sandbox, invoice)
    return invoice
  }
  const intent = buildIntent(now, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: customer.id,
    description: 'Subscription creation',
    setup_future_usage: 'off_session',
  })
  sandbox.save(intent)
  sandbox.emit('payment_intent.created', intent)
  sandbox.save(buildInvoicePayment(now, invoice, intent))
  return invoice
}

function buildInvoicePayment(
  now: number,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
): Stripe.InvoicePayment {
  return {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: intent.amount,
    created: now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  }
}

function paymentOf(sandbox: Sandbox, intent: Stripe.PaymentIntent): Stripe.InvoicePayment | undefined {
  return sandbox.list('invoice_payment').find(({ payment }) => payment.payment_intent === intent.id)
}

/** When the paid intent belongs to an invoice: the invoice becomes paid and its subscription active. */
export function recordInvoicePayment(sandbox: Sandbox, intent: Stripe.PaymentIntent): void {
  const payment = paymentOf(sandbox, intent)
  if (payment === undefined) return
  payment.status = 'paid'
  payment.amount_paid = intent.amount_received
  payment.status_transitions.paid_at = sandbox.now()
  sandbox.save(payment)
  const invoice = sandbox.need('invoice', idOf(payment.invoice)!)
  invoice.attempt_count += 1
  settleInvoice(sandbox, invoice, idOf(intent.payment_method))
}

function settleInvoice(sandbox: Sandbox, invoice: Stripe.Invoice, methodId: string | null = null): void {
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.attempted = true
  invoice.status_transitions.paid_at = sandbox.now()
  sandbox.save(invoice)
  sandbox.emit('invoice.paid', invoice)
  const subscription = subscriptionOf(sandbox, invoice)
  if (subscription === undefined || subscription.status !== 'incomplete') return
  subscription.status = 'active'
  if (subscription.payment_settings?.save_default_payment_method === 'on_subscription') {
    subscription.default_payment_method = methodId
  }
  sandbox.save(subscription)
  sandbox.emit('customer.subscription.updated', subscription, { status: 'incomplete' })
}

/** When the failed intent belongs to an invoice: the invoice stays open and counts the attempt. */
export function recordInvoiceFailure(sandbox: Sandbox, intent: Stripe.PaymentIntent): void {
  const payment = paymentOf(sandbox, intent)
  if (payment === undefined) return
  const invoice = sandbox.need('invoice', idOf(payment.invoice)!)
  invoice.attempt_count += 1
  invoice.attempted = true
  sandbox.save(invoice)
  sandbox.emit('invoice.payment_failed', invoice)
}

/** Makes an open invoice worthless: it can no longer be paid. Returns the intent that would have paid it. */
export function voidInvoice(sandbox: Sandbox, invoice: Stripe.Invoice): Stripe.PaymentIntent | undefined {
  invoice.status = 'void'
  invoice.status_transitions.voided_at = sandbox.now()
  sandbox.save(invoice)
  sandbox.emit('invoice.voided', invoice)
  const payment = sandbox.list('invoice_payment').find((candidate) => idOf(candidate.invoice) === invoice.id)
  if (payment === undefined) return undefined
  payment.status = 'canceled'
  payment.status_transitions.canceled_at = sandbox.now()
  sandbox.save(payment)
  return sandbox.need('payment_intent', idOf(payment.payment.payment_intent)!)
}

function subscriptionOf(sandbox: Sandbox, invoice: Stripe.Invoice): Stripe.Subscription | undefined {
  const id = idOf(invoice.parent?.subscription_details?.subscription)
  return id === null ? undefined : sandbox.find('subscription', id)
}
