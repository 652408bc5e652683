import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { recordMovement } from '../account/balance.ts'
import type { Decline } from '../cards/cards.ts'
import { cardOf } from '../cards/payment-methods.ts'
import { accepts, moments, pages, text } from '../calls/params.ts'
import { isWithin, pageOf, route, type Route } from '../calls/routes.ts'
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
  const id = newId('ch')
  const charge: Stripe.Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline === undefined ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: decline === undefined ? recordIncome(sandbox, id, intent).id : null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: null,
    captured: decline === undefined,
    created: sandbox.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(attempt),
    paid: decline === undefined,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(attempt),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline === undefined ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
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

function outcomeOf({ decline, method }: Attempt): Stripe.Charge.Outcome {
  const blocked = decline !== undefined && cardOf(method).blocked === true
  return {
    advice_code: decline?.adviceCode ?? null,
    network_advice_code: null,
    network_decline_code: null,
    network_status:
      decline === undefined ? 'approved_by_network' : blocked ? 'not_sent_to_network' : 'declined_by_network',
    reason: blocked ? 'highest_risk_level' : (decline?.declineCode ?? null),
    risk_level: blocked ? 'highest' : 'normal',
    risk_score: blocked ? 99 : 20,
    seller_message: decline === undefined ? 'Payment complete.' : 'The bank did not return any further details.',
    type: decline === undefined ? 'authorized' : blocked ? 'blocked' : 'issuer_declined',
  }
}

function detailsOf({ authenticated, decline, intent, method }: Attempt): Stripe.Charge.PaymentMethodDetails {
  const card = method.card!
  return {
    card: {
      amount_authorized: decline === undefined ? intent.amount : null,
      authorization_code: null,
      brand: card.brand,
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: card.regulated_status,
      three_d_secure: authenticated
        ? {
            authentication_flow: 'challenge',
            electronic_commerce_indicator: '05',
            exemption_indicator: null,
            result: 'authenticated',
            result_reason: null,
            transaction_id: newId('3ds'),
            version: '2.2.0',
          }
        : null,
      transaction_link_id: null,
      wallet: null,
    },
    type: 'card',
  }
}

export const chargeRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/charges/:id',
    params: accepts<Stripe.ChargeRetrieveParams>()({}),
    handle: ({ sandbox, id }) => sandbox.need('charge', id),
  }),
  route({
    method: 'GET',
    path: '/v1/charges',
    params: accepts<Stripe.ChargeListParams>()({
      ...pages,
      created: z.optional(moments),
      customer: z.optional(text),
      payment_intent: z.optional(text),
    }),
    handle({ sandbox, params }) {
      const { customer, payment_intent: intent } = params
      const known =
        intent !== undefined
          ? sandbox.listBy('charge', 'payment_intent', intent)
          : customer !== undefined
            ? sandbox.listBy('charge', 'customer', customer)
            : sandbox.list('charge')
      const found = known
        .filter((charge) => (customer ?? charge.customer) === charge.customer)
        .filter(({ created }) => isWithin(created, params.created))
      return pageOf('/v1/charges', found, params)
    },
  }),
]
