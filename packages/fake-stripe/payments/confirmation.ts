import type Stripe from 'stripe'
import { recordInvoiceFailure, recordInvoicePayment } from '../subscriptions/billing.ts'
import { declines, type Decline } from '../cards/cards.ts'
import { recordCharge } from './charges.ts'
import { openDispute } from '../disputes/disputes.ts'
import { cardDeclined, StripeFault } from '../calls/faults.ts'
import { openWarning } from '../disputes/fraud-warnings.ts'
import { noteSetUp, noteSpent } from '../cards/method-history.ts'
import { assertUsable, isChallenged } from '../cards/method-use.ts'
import { attachMethod, cardOf } from '../cards/payment-methods.ts'
import { copyOf, idOf, newId, type Sandbox } from '../account/sandbox.ts'
import type { CardOutcome } from '../switches.ts'

const FORCED_DECLINES: Partial<Record<CardOutcome, Decline>> = {
  declined: declines.generic,
  insufficient_funds: declines.insufficientFunds,
  lost_card: declines.lost,
  stolen_card: declines.stolen,
  expired_card: declines.expired,
  processing_error: declines.processing,
}

const AUTHENTICATION_FAILURE: Stripe.PaymentIntent.LastPaymentError = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

/**
 * Tries to take the money. Ends in `succeeded`, in `requires_action` when the card asks for a challenge, or throws the
 * decline after recording it (the intent then waits for another payment method).
 */
export function confirmIntent(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  offSession: boolean,
): void {
  assertConfirmable(intent)
  assertUsable(sandbox, method, intent.customer)
  const forced = sandbox.takeCardOutcome()
  const forcedDecline = forced === null ? undefined : FORCED_DECLINES[forced]
  const challenged =
    forcedDecline === undefined && (forced === 'authentication_required' || isChallenged(sandbox, method, offSession))
  if (challenged && !offSession) return askForChallenge(sandbox, intent, method)
  const decline = challenged ? declines.authenticationRequired : (forcedDecline ?? cardOf(method).decline)
  const fault = charge(sandbox, intent, method, decline, false)
  if (fault !== null) throw fault
}

/** Ends a challenge as the cardholder chose. Read the outcome from the intent. */
export function endChallenge(sandbox: Sandbox, intent: Stripe.PaymentIntent, approved: boolean): void {
  const methodId = idOf(intent.payment_method)
  if (intent.status !== 'requires_action' || methodId === null) throw unexpectedState(intent, 'authenticate')
  const method = sandbox.need('payment_method', methodId)
  if (approved) {
    charge(sandbox, intent, method, cardOf(method).decline, true)
    return
  }
  failIntent(sandbox, intent, { ...AUTHENTICATION_FAILURE, payment_method: copyOf(method) })
}

/** Ends an intent that was not paid. */
export function cancelIntent(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedState(intent, 'cancel')
  intent.status = 'canceled'
  intent.canceled_at = sandbox.now()
  intent.cancellation_reason = reason
  intent.next_action = null
  sandbox.save(intent)
  sandbox.emit('payment_intent.canceled', intent)
}

function assertConfirmable(intent: Stripe.PaymentIntent): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedState(intent, 'confirm')
}

function unexpectedState(intent: Stripe.PaymentIntent, verb: string): StripeFault {
  const message =
    verb === 'confirm' && intent.status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`
  return new StripeFault(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: copyOf(intent),
  })
}

function askForChallenge(sandbox: Sandbox, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): void {
  intent.status = 'requires_action'
  intent.payment_method = method.id
  intent.last_payment_error = null
  intent.next_action = {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'sandbox_challenge', source: newId('payatt'), directory_server_name: 'visa' },
  }
  sandbox.save(intent)
  sandbox.emit('payment_intent.requires_action', intent)
}

/** Takes the money or records why not. Returns the fault of a decline. */
function charge(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline | undefined,
  authenticated: boolean,
): StripeFault | null {
  const record = recordCharge(sandbox, { intent, method, decline, authenticated })
  intent.latest_charge = record.id
  if (decline !== undefined) {
    const details = { charge: record.id, payment_method: copyOf(method) }
    failIntent(sandbox, intent, { ...cardDeclined(decline, details).body })
    return cardDeclined(decline, { ...details, payment_intent: copyOf(intent) })
  }
  const customer = idOf(intent.customer)
  const isToBeSaved = intent.setup_future_usage !== null && customer !== null
  if (isToBeSaved) attachMethod(sandbox, method, customer)
  if (isToBeSaved && intent.setup_future_usage === 'off_session') noteSetUp(sandbox, method)
  if (method.customer === null) noteSpent(sandbox, method)
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.payment_method = method.id
  intent.last_payment_error = null
  intent.next_action = null
  sandbox.save(intent)
  sandbox.emit('payment_intent.succeeded', intent)
  recordInvoicePayment(sandbox, intent)
  liveOn(sandbox, record, method)
  return null
}

/** Applies what some test cards cause after payment: a dispute, or a warning from their bank. */
function liveOn(sandbox: Sandbox, paid: Stripe.Charge, method: Stripe.PaymentMethod): void {
  const { afterwards } = cardOf(method)
  if (afterwards === 'dispute_fraudulent') openDispute(sandbox, paid, 'fraudulent')
  if (afterwards === 'dispute_not_received') openDispute(sandbox, paid, 'product_not_received')
  if (afterwards === 'fraud_warning') openWarning(sandbox, paid)
}

function failIntent(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  error: Stripe.PaymentIntent.LastPaymentError,
): void {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_payment_error = error
  sandbox.save(intent)
  sandbox.emit('payment_intent.payment_failed', intent)
  recordInvoiceFailure(sandbox, intent)
}
