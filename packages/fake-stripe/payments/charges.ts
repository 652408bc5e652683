import type Stripe from 'stripe'
import { recordMovement } from '../account/balance.ts'
import { build } from '../account/objects.ts'
import type { Decline } from '../cards/cards.ts'
import { cardOf } from '../cards/payment-methods.ts'
import { text } from '../calls/params.ts'
import { listRoute, readRoute, type Route } from '../calls/routes.ts'
import { newId, type Sandbox } from '../account/sandbox.ts'

type Attempt = {
  intent: Stripe.PaymentIntent
  method: Stripe.PaymentMethod
  /** Why the charge failed; absent for a paid one. */
  decline?: Decline
  /** The cardholder approved it in a challenge. */
  authenticated: boolean
}

/** Records one attempt to take the money, paid or failed. */
export function recordCharge(sandbox: Sandbox, attempt: Attempt): Stripe.Charge {
  const { decline, intent, method } = attempt
  const isPaid = decline === undefined
  const id = newId('ch')
  const charge = build('charge', {
    id,
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    balance_transaction: isPaid ? recordIncome(sandbox, id, intent).id : null,
    billing_details: method.billing_details,
    captured: isPaid,
    created: sandbox.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    failure_code: decline?.code,
    failure_message: decline?.message,
    metadata: intent.metadata,
    outcome: decline && outcomeOf(decline, cardOf(method).blocked === true),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: detailsOf(attempt) },
    receipt_email: intent.receipt_email,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: isPaid ? 'succeeded' : 'failed',
  })
  sandbox.save(charge)
  sandbox.emit(decline === undefined ? 'charge.succeeded' : 'charge.failed', charge)
  return charge
}

/** Stripe keeps 2.9% and 30 cents of each payment. */
function recordIncome(sandbox: Sandbox, charge: string, intent: Stripe.PaymentIntent): Stripe.BalanceTransaction {
  return recordMovement(sandbox, {
    amount: intent.amount,
    currency: intent.currency,
    description: intent.description,
    fee: Math.round(intent.amount * 0.029) + 30,
    reporting_category: 'charge',
    source: charge,
    type: 'charge',
  })
}

/** Returns how a failed charge ended: before the bank saw it, or by its refusal. */
function outcomeOf(decline: Decline, isBlocked: boolean): Partial<Stripe.Charge.Outcome> {
  return {
    advice_code: decline.adviceCode,
    seller_message: 'The bank did not return any further details.',
    ...(isBlocked
      ? { network_status: 'not_sent_to_network', reason: 'highest_risk_level', type: 'blocked' }
      : { network_status: 'declined_by_network', reason: decline.declineCode, type: 'issuer_declined' }),
    ...(isBlocked ? { risk_level: 'highest', risk_score: 99 } : {}),
  }
}

function detailsOf({
  authenticated,
  decline,
  intent,
  method,
}: Attempt): Partial<Stripe.Charge.PaymentMethodDetails.Card> {
  const { checks, exp_month, exp_year, fingerprint, last4 } = method.card!
  return {
    amount_authorized: decline === undefined ? intent.amount : null,
    checks,
    exp_month,
    exp_year,
    fingerprint,
    last4,
    three_d_secure: authenticated ? build('three_d_secure', { transaction_id: newId('3ds') }) : null,
  }
}

export const chargeRoutes: Route[] = [
  readRoute('charge', '/v1/charges'),
  listRoute<Stripe.ChargeListParams>()({
    kind: 'charge',
    path: '/v1/charges',
    equals: { payment_intent: text, customer: text },
  }),
]
