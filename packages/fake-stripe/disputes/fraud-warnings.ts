import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { accepts, moments, pages, text } from '../calls/params.ts'
import { isWithin, pageOf, route, type Route } from '../calls/routes.ts'
import { idOf, newId, type Sandbox } from '../account/sandbox.ts'

/** Opens the bank's warning that a charge looks stolen, while it can still be refunded before a dispute. */
export function openWarning(sandbox: Sandbox, charge: Stripe.Charge): void {
  const warning: Stripe.Radar.EarlyFraudWarning = {
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: charge.id,
    created: sandbox.now(),
    fraud_type: 'unauthorized_use_of_card',
    livemode: false,
    payment_intent: idOf(charge.payment_intent) ?? undefined,
  }
  sandbox.save(warning)
  sandbox.emit('radar.early_fraud_warning.created', warning)
}

/** Closes a warning, because after a full refund or a dispute nothing more can be done about it. */
export function closeWarning(sandbox: Sandbox, chargeId: string): void {
  const warning = sandbox
    .list('radar.early_fraud_warning')
    .find(({ actionable, charge }) => actionable && charge === chargeId)
  if (warning === undefined) return
  warning.actionable = false
  sandbox.save(warning)
  sandbox.emit('radar.early_fraud_warning.updated', warning, { actionable: true })
}

export const fraudWarningRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/radar/early_fraud_warnings/:id',
    params: accepts<Stripe.Radar.EarlyFraudWarningRetrieveParams>()({}),
    handle: ({ sandbox, id }) => sandbox.need('radar.early_fraud_warning', id),
  }),
  route({
    method: 'GET',
    path: '/v1/radar/early_fraud_warnings',
    params: accepts<Stripe.Radar.EarlyFraudWarningListParams>()({
      ...pages,
      charge: z.optional(text),
      created: z.optional(moments),
      payment_intent: z.optional(text),
    }),
    handle({ sandbox, params: { charge, created, payment_intent: intent, ...page } }) {
      const found = sandbox
        .list('radar.early_fraud_warning')
        .filter((warning) => (charge ?? warning.charge) === warning.charge && isWithin(warning.created, created))
        .filter((warning) => (intent ?? warning.payment_intent) === warning.payment_intent)
      return pageOf('/v1/radar/early_fraud_warnings', found, page)
    },
  }),
]
