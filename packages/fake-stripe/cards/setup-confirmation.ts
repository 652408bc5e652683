import type Stripe from 'stripe'
import { cardDeclined, StripeFault } from '../calls/faults.ts'
import { noteSetUp } from './method-history.ts'
import { assertUsable } from './method-use.ts'
import { attachMethod, cardOf } from './payment-methods.ts'
import { copyOf, idOf, newId, type Sandbox } from '../account/sandbox.ts'

const AUTHENTICATION_FAILURE: Stripe.SetupIntent.LastSetupError = {
  type: 'invalid_request_error',
  code: 'setup_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

/**
 * Tries to save the card. Ends in `succeeded`, in `requires_action` when the bank asks for approval, or throws the
 * decline after recording it (the intent then waits for another card).
 */
export function confirmSetupIntent(sandbox: Sandbox, intent: Stripe.SetupIntent, method: Stripe.PaymentMethod): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedState(intent, 'confirm')
  assertUsable(sandbox, method, intent.customer)
  if (cardOf(method).challenge === 'never') return saveCard(sandbox, intent, method)
  intent.status = 'requires_action'
  intent.payment_method = method.id
  intent.last_setup_error = null
  intent.next_action = {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'sandbox_challenge', source: newId('setatt'), directory_server_name: 'visa' },
  }
  sandbox.save(intent)
  sandbox.emit('setup_intent.requires_action', intent)
}

/** Ends a challenge as the cardholder chose. Read the outcome from the intent. */
export function endSetupChallenge(sandbox: Sandbox, intent: Stripe.SetupIntent, approved: boolean): void {
  const methodId = idOf(intent.payment_method)
  if (intent.status !== 'requires_action' || methodId === null) throw unexpectedState(intent, 'authenticate')
  const method = sandbox.need('payment_method', methodId)
  if (approved) saveCard(sandbox, intent, method)
  else failSetup(sandbox, intent, { ...AUTHENTICATION_FAILURE, payment_method: copyOf(method) })
}

/** Ends an intent that saved no card. */
export function cancelSetupIntent(
  sandbox: Sandbox,
  intent: Stripe.SetupIntent,
  reason: Stripe.SetupIntent.CancellationReason | null,
): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedState(intent, 'cancel')
  intent.status = 'canceled'
  intent.cancellation_reason = reason
  intent.next_action = null
  sandbox.save(intent)
  sandbox.emit('setup_intent.canceled', intent)
}

/** Has the bank check the card without taking money; a card that fails only when charged passes. */
function saveCard(sandbox: Sandbox, intent: Stripe.SetupIntent, method: Stripe.PaymentMethod): void {
  const { attachable, decline } = cardOf(method)
  if (decline !== undefined && attachable !== true) {
    const details = { payment_method: copyOf(method) }
    failSetup(sandbox, intent, { ...cardDeclined(decline, details).body })
    throw cardDeclined(decline, { ...details, setup_intent: copyOf(intent) })
  }
  const customer = idOf(intent.customer)
  if (customer !== null) attachMethod(sandbox, method, customer)
  if (intent.usage === 'off_session') noteSetUp(sandbox, method)
  intent.status = 'succeeded'
  intent.payment_method = method.id
  intent.last_setup_error = null
  intent.next_action = null
  sandbox.save(intent)
  sandbox.emit('setup_intent.succeeded', intent)
}

function failSetup(sandbox: Sandbox, intent: Stripe.SetupIntent, error: Stripe.SetupIntent.LastSetupError): void {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_setup_error = error
  sandbox.save(intent)
  sandbox.emit('setup_intent.setup_failed', intent)
}

function unexpectedState(intent: Stripe.SetupIntent, verb: string): StripeFault {
  const message =
    verb === 'confirm' && intent.status === 'succeeded'
      ? 'You cannot confirm this SetupIntent because it has already succeeded.'
      : `You cannot ${verb} this SetupIntent because it has a status of ${intent.status}.`
  return new StripeFault(400, {
    type: 'invalid_request_error',
    code: 'setup_intent_unexpected_state',
    message,
    setup_intent: copyOf(intent),
  })
}
