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
import type { Kinds } from '../account/objects.ts'
import { copyOf, idOf, newId, type Sandbox } from '../account/sandbox.ts'
import type { CardOutcome } from '../switches.ts'

/** A browser confirms a payment, or the saving of a card without one. */
export type IntentKind = 'payment_intent' | 'setup_intent'
export type Intent = Kinds[IntentKind]

/** The names of intents in Stripe's messages. */
export const INTENT_NAMES = { payment_intent: 'PaymentIntent', setup_intent: 'SetupIntent' } as const

const FORCED_DECLINES: Partial<Record<CardOutcome, Decline>> = {
  declined: declines.generic,
  insufficient_funds: declines.insufficientFunds,
  lost_card: declines.lost,
  stolen_card: declines.stolen,
  expired_card: declines.expired,
  processing_error: declines.processing,
}

/**
 * Tries to take the money, or to save the card. Ends in `succeeded`, in `requires_action` when the bank asks for
 * approval, or throws the decline after recording it (the intent then waits for another card).
 */
export function confirmIntent(
  sandbox: Sandbox,
  intent: Intent,
  method: Stripe.PaymentMethod,
  offSession: boolean,
): void {
  assertOpen(intent, 'confirm')
  assertUsable(sandbox, method, intent.customer)
  const isSetup = intent.object === 'setup_intent'
  const forced = isSetup ? null : sandbox.takeCardOutcome()
  const forcedDecline = forced === null ? undefined : FORCED_DECLINES[forced]
  const isAsking = isSetup ? cardOf(method).challenge !== 'never' : isChallenged(sandbox, method, offSession)
  const challenged = forcedDecline === undefined && (forced === 'authentication_required' || isAsking)
  if (challenged && !offSession) return askForChallenge(sandbox, intent, method)
  const decline = challenged ? declines.authenticationRequired : (forcedDecline ?? cardOf(method).decline)
  const fault = attempt(sandbox, intent, method, decline, false)
  if (fault !== null) throw fault
}

/** Ends a challenge as the cardholder chose. Read the outcome from the intent. */
export function endChallenge(sandbox: Sandbox, intent: Intent, approved: boolean): void {
  const methodId = idOf(intent.payment_method)
  if (intent.status !== 'requires_action' || methodId === null) throw unexpectedState(intent, 'authenticate')
  const method = sandbox.need('payment_method', methodId)
  if (approved) {
    attempt(sandbox, intent, method, cardOf(method).decline, true)
    return
  }
  failIntent(sandbox, intent, {
    type: 'invalid_request_error',
    code: `${intent.object}_authentication_failure`,
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: copyOf(method),
  })
}

/** Ends an intent that was not paid, or that saved no card. */
export function cancelIntent(
  sandbox: Sandbox,
  intent: Intent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): void {
  assertOpen(intent, 'cancel')
  intent.status = 'canceled'
  if (intent.object === 'payment_intent') intent.canceled_at = sandbox.now()
  intent.cancellation_reason = reason
  intent.next_action = null
  sandbox.save(intent)
  sandbox.emit(`${intent.object}.canceled`, intent)
}

function assertOpen(intent: Intent, verb: string): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedState(intent, verb)
}

function unexpectedState(intent: Intent, verb: string): StripeFault {
  const after = intent.object === 'payment_intent' ? ' after being previously confirmed' : ''
  const reason =
    verb === 'confirm' && intent.status === 'succeeded'
      ? `it has already succeeded${after}`
      : `it has a status of ${intent.status}`
  return new StripeFault(400, {
    type: 'invalid_request_error',
    code: `${intent.object}_unexpected_state`,
    message: `You cannot ${verb} this ${INTENT_NAMES[intent.object]} because ${reason}.`,
    [intent.object]: copyOf(intent),
  })
}

function askForChallenge(sandbox: Sandbox, intent: Intent, method: Stripe.PaymentMethod): void {
  const source = newId(intent.object === 'setup_intent' ? 'setatt' : 'payatt')
  move(intent, 'requires_action', method.id, null)
  intent.next_action = {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'sandbox_challenge', source, directory_server_name: 'visa' },
  }
  sandbox.save(intent)
  sandbox.emit(`${intent.object}.requires_action`, intent)
}

/** Takes the money or has the bank check the card, or records why not. Returns the fault of a decline. */
function attempt(
  sandbox: Sandbox,
  intent: Intent,
  method: Stripe.PaymentMethod,
  decline: Decline | undefined,
  authenticated: boolean,
): StripeFault | null {
  const isSetup = intent.object === 'setup_intent'
  const charge = isSetup ? null : recordCharge(sandbox, { intent, method, decline, authenticated })
  if (!isSetup) intent.latest_charge = charge!.id
  // A card that fails only when it is charged can be saved.
  if (decline !== undefined && !(isSetup && cardOf(method).attachable === true)) {
    const details = { ...(charge === null ? {} : { charge: charge.id }), payment_method: copyOf(method) }
    failIntent(sandbox, intent, { ...cardDeclined(decline, details).body })
    return cardDeclined(decline, { ...details, [intent.object]: copyOf(intent) })
  }
  keepCard(sandbox, intent, method)
  if (!isSetup) intent.amount_received = intent.amount
  move(intent, 'succeeded', method.id, null)
  sandbox.save(intent)
  sandbox.emit(`${intent.object}.succeeded`, intent)
  if (!isSetup) recordInvoicePayment(sandbox, intent)
  if (charge !== null) liveOn(sandbox, charge, method)
  return null
}

/** Saves the card with its customer where that was wanted; a payment without a customer spends it. */
function keepCard(sandbox: Sandbox, intent: Intent, method: Stripe.PaymentMethod): void {
  const customer = idOf(intent.customer)
  const usage = intent.object === 'setup_intent' ? intent.usage : intent.setup_future_usage
  const isToBeSaved = usage !== null && customer !== null
  if (isToBeSaved) attachMethod(sandbox, method, customer)
  if ((isToBeSaved || intent.object === 'setup_intent') && usage === 'off_session') noteSetUp(sandbox, method)
  if (intent.object === 'payment_intent' && method.customer === null) noteSpent(sandbox, method)
}

/** Applies what some test cards cause after payment: a dispute, or a warning from their bank. */
function liveOn(sandbox: Sandbox, paid: Stripe.Charge, method: Stripe.PaymentMethod): void {
  const { afterwards } = cardOf(method)
  if (afterwards === 'dispute_fraudulent') openDispute(sandbox, paid, 'fraudulent')
  if (afterwards === 'dispute_not_received') openDispute(sandbox, paid, 'product_not_received')
  if (afterwards === 'fraud_warning') openWarning(sandbox, paid)
}

type IntentError = Stripe.PaymentIntent.LastPaymentError & Stripe.SetupIntent.LastSetupError

function failIntent(sandbox: Sandbox, intent: Intent, error: IntentError): void {
  move(intent, 'requires_payment_method', null, error)
  sandbox.save(intent)
  if (intent.object === 'setup_intent') return sandbox.emit('setup_intent.setup_failed', intent)
  sandbox.emit('payment_intent.payment_failed', intent)
  recordInvoiceFailure(sandbox, intent)
}

function move(
  intent: Intent,
  status: 'requires_action' | 'requires_payment_method' | 'succeeded',
  method: string | null,
  error: IntentError | null,
): void {
  intent.status = status
  intent.payment_method = method
  intent.next_action = null
  if (intent.object === 'setup_intent') intent.last_setup_error = error
  else intent.last_payment_error = error
}
