import type Stripe from 'stripe'
import { buildInvoice, type Period, type Purchase } from './build-invoice.ts'
import { changeSubscription } from './change-subscription.ts'
import { build } from '../account/objects.ts'
import { idOf, newId, newIntentIds, type Sandbox } from '../account/sandbox.ts'

/**
 * Days after an invoice's first attempt on which a failed renewal is tried again, like Smart Retries. When the last
 * attempt fails, the subscription ends.
 */
const RETRY_AFTER_DAYS = [3, 5, 7, 14]
const DAY_S = 86_400

/** Creates and finalizes a new subscription's invoice with the payment intent that pays it. */
export function openFirstInvoice(
  sandbox: Sandbox,
  subscription: Stripe.Subscription,
  purchases: Purchase[],
  period: Period,
): Stripe.Invoice {
  const now = sandbox.now()
  const customer = sandbox.need('customer', idOf(subscription.customer)!)
  const invoice = buildInvoice(now, customer, subscription, {
    reason: 'subscription_create',
    purchases,
    period,
    collected: { start: now, end: now },
    finalizesAt: null,
  })
  customer.currency = invoice.currency
  sandbox.save(invoice)
  sandbox.emit('invoice.created', invoice)
  finalizeInvoice(sandbox, invoice)
  return invoice
}

/** Numbers a draft and opens it for payment by an intent of its own; an invoice over nothing is paid at once. */
export function finalizeInvoice(sandbox: Sandbox, invoice: Stripe.Invoice): void {
  const now = sandbox.now()
  const customer = sandbox.need('customer', idOf(invoice.customer)!)
  const sequence = customer.next_invoice_sequence ?? 1
  customer.next_invoice_sequence = sequence + 1
  sandbox.save(customer)
  invoice.number = `${customer.invoice_prefix ?? 'LUNA'}-${String(sequence).padStart(4, '0')}`
  invoice.status = 'open'
  invoice.status_transitions.finalized_at = now
  invoice.effective_at = now
  invoice.automatically_finalizes_at = null
  sandbox.save(invoice)
  sandbox.emit('invoice.finalized', invoice)
  if (invoice.total === 0) {
    settleInvoice(sandbox, invoice, null)
    return
  }
  const isFirst = invoice.billing_reason === 'subscription_create'
  const intent = build('payment_intent', {
    ...newIntentIds('pi'),
    amount: invoice.amount_due,
    created: now,
    currency: invoice.currency,
    customer: customer.id,
    description: isFirst ? 'Subscription creation' : 'Subscription update',
    setup_future_usage: 'off_session',
  })
  sandbox.save(intent)
  sandbox.emit('payment_intent.created', intent)
  sandbox.save(
    build('invoice_payment', {
      id: newId('inpay'),
      amount_requested: intent.amount,
      created: now,
      currency: invoice.currency,
      invoice: invoice.id,
      payment: { payment_intent: intent.id },
    }),
  )
}

/** Returns the intent that pays a finalized invoice; undefined when there is nothing to pay. */
export function intentOf(sandbox: Sandbox, invoice: Stripe.Invoice): Stripe.PaymentIntent | undefined {
  const [payment] = sandbox.listBy('invoice_payment', 'invoice', invoice.id)
  return payment === undefined ? undefined : sandbox.need('payment_intent', idOf(payment.payment.payment_intent)!)
}

/**
 * Counts an attempt to collect an invoice and plans the next one: the first attempt of any kind, then only automatic
 * ones. A subscription's first invoice is never retried by itself.
 */
export function countAttempt(invoice: Stripe.Invoice): void {
  invoice.attempted = true
  invoice.attempt_count += 1
  const days = RETRY_AFTER_DAYS[invoice.attempt_count - 1]
  const isRetried = invoice.auto_advance === true && days !== undefined
  invoice.next_payment_attempt = isRetried ? invoice.status_transitions.finalized_at! + days * DAY_S : null
}

/** Marks the invoice of a paid intent as paid and its subscription as active. */
export function recordInvoicePayment(sandbox: Sandbox, intent: Stripe.PaymentIntent): void {
  const [payment] = sandbox.listBy('invoice_payment', 'payment_intent', intent.id)
  if (payment === undefined) return
  payment.status = 'paid'
  payment.amount_paid = intent.amount_received
  payment.status_transitions.paid_at = sandbox.now()
  sandbox.save(payment)
  const invoice = sandbox.need('invoice', idOf(payment.invoice)!)
  if (!invoice.attempted) countAttempt(invoice)
  settleInvoice(sandbox, invoice, idOf(intent.payment_method))
}

function settleInvoice(sandbox: Sandbox, invoice: Stripe.Invoice, methodId: string | null): void {
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.attempted = true
  invoice.status_transitions.paid_at = sandbox.now()
  stopCollecting(invoice)
  sandbox.save(invoice)
  sandbox.emit('invoice.paid', invoice)
  sandbox.emit('invoice.payment_succeeded', invoice)
  const subscription = subscriptionOf(sandbox, invoice)
  if (subscription === undefined || subscription.ended_at !== null) return
  changeSubscription(sandbox, subscription, () => {
    leaveDebt(sandbox, subscription)
    if (methodId !== null && subscription.payment_settings?.save_default_payment_method === 'on_subscription') {
      subscription.default_payment_method = methodId
    }
  })
}

/** Activates a subscription again when none of its invoices waits for money. */
function leaveDebt(sandbox: Sandbox, subscription: Stripe.Subscription): void {
  if (subscription.status !== 'incomplete' && subscription.status !== 'past_due') return
  const isOwing = sandbox.listBy('invoice', 'subscription', subscription.id).some(({ status }) => status === 'open')
  if (!isOwing) subscription.status = 'active'
}

/** Keeps the invoice of a failed intent open and counts the attempt. */
export function recordInvoiceFailure(sandbox: Sandbox, intent: Stripe.PaymentIntent): void {
  const [payment] = sandbox.listBy('invoice_payment', 'payment_intent', intent.id)
  if (payment === undefined) return
  const invoice = sandbox.need('invoice', idOf(payment.invoice)!)
  if (!invoice.attempted) countAttempt(invoice)
  failInvoice(sandbox, invoice, intent.last_payment_error?.code === 'authentication_required')
}

/** Reports an attempt that took no money. A subscription that was paid until now becomes past due. */
export function failInvoice(sandbox: Sandbox, invoice: Stripe.Invoice, needsCardholder: boolean): void {
  sandbox.save(invoice)
  sandbox.emit('invoice.payment_failed', invoice)
  if (needsCardholder) sandbox.emit('invoice.payment_action_required', invoice)
  const subscription = subscriptionOf(sandbox, invoice)
  if (subscription?.status !== 'active') return
  changeSubscription(sandbox, subscription, () => {
    subscription.status = 'past_due'
  })
}

/** Voids an open invoice, which can then no longer be paid. Returns the intent that would have paid it. */
export function voidInvoice(sandbox: Sandbox, invoice: Stripe.Invoice): Stripe.PaymentIntent | undefined {
  invoice.status = 'void'
  invoice.status_transitions.voided_at = sandbox.now()
  stopCollecting(invoice)
  sandbox.save(invoice)
  sandbox.emit('invoice.voided', invoice)
  const [payment] = sandbox.listBy('invoice_payment', 'invoice', invoice.id)
  if (payment !== undefined) {
    payment.status = 'canceled'
    payment.status_transitions.canceled_at = sandbox.now()
    sandbox.save(payment)
  }
  const subscription = subscriptionOf(sandbox, invoice)
  if (subscription?.status === 'past_due') {
    changeSubscription(sandbox, subscription, () => leaveDebt(sandbox, subscription))
  }
  return intentOf(sandbox, invoice)
}

/** Stops everything that would happen to the invoice by itself. */
export function stopCollecting(invoice: Stripe.Invoice): void {
  invoice.auto_advance = false
  invoice.automatically_finalizes_at = null
  invoice.next_payment_attempt = null
}

function subscriptionOf(sandbox: Sandbox, invoice: Stripe.Invoice): Stripe.Subscription | undefined {
  const id = idOf(invoice.parent?.subscription_details?.subscription)
  return id === null ? undefined : sandbox.find('subscription', id)
}
