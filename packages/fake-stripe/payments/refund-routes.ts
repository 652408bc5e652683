import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { invalidRequest } from '../calls/faults.ts'
import { accepts, integer, mergeMetadata, metadata, text } from '../calls/params.ts'
import { emitUpdate, refundCharge } from './refunds.ts'
import { listRoute, readRoute, route, type Route } from '../calls/routes.ts'
import { idOf, type Sandbox } from '../account/sandbox.ts'

/** Returns the paid charge of the call, named directly or by its payment intent. */
function chargeFor(sandbox: Sandbox, chargeId: string | undefined, intentId: string | undefined): Stripe.Charge {
  if (chargeId === undefined && intentId === undefined) {
    const message = 'One of the following params should be provided for this request: payment_intent or charge.'
    throw invalidRequest(message, 'parameter_missing')
  }
  const intent = intentId === undefined ? null : sandbox.need('payment_intent', intentId, 'payment_intent')
  const latest = intent === null ? null : idOf(intent.latest_charge)
  const id = chargeId ?? latest
  const charge = id === null ? undefined : sandbox.need('charge', id, 'charge')
  if (charge === undefined || !charge.paid) {
    const owner = intentId ?? idOf(charge?.payment_intent)
    const message = `This PaymentIntent (${owner}) does not have a successful charge to refund.`
    throw invalidRequest(message, undefined, intentId === undefined ? 'charge' : 'payment_intent')
  }
  if (intent !== null && charge.payment_intent !== intent.id) {
    throw invalidRequest(`Charge ${charge.id} does not belong to PaymentIntent ${intent.id}.`, undefined, 'charge')
  }
  return charge
}

export const refundRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/refunds',
    params: accepts<Stripe.RefundCreateParams>()({
      amount: z.optional(integer),
      charge: z.optional(text),
      metadata: z.optional(metadata),
      payment_intent: z.optional(text),
      reason: z.optional(z.enum(['duplicate', 'fraudulent', 'requested_by_customer'])),
    }),
    handle({ sandbox, params: { amount, charge, metadata: notes, payment_intent: intent, reason } }) {
      const wish = { amount, reason, metadata: mergeMetadata({}, notes) }
      return refundCharge(sandbox, chargeFor(sandbox, charge, intent), wish)
    },
  }),
  readRoute('refund', '/v1/refunds'),
  route({
    method: 'POST',
    path: '/v1/refunds/:id',
    params: accepts<Stripe.RefundUpdateParams>()({ metadata: z.optional(metadata) }),
    handle({ sandbox, id, params }) {
      const refund = sandbox.need('refund', id)
      const before = refund.metadata ?? {}
      refund.metadata = mergeMetadata(before, params.metadata)
      emitUpdate(sandbox, refund, { metadata: before })
      return refund
    },
  }),
  listRoute<Stripe.RefundListParams>()({
    kind: 'refund',
    path: '/v1/refunds',
    equals: { charge: text, payment_intent: text },
  }),
]
