import type Stripe from 'stripe'
import { build } from '../account/objects.ts'
import { text } from '../calls/params.ts'
import { listRoute, readRoute, type Route } from '../calls/routes.ts'
import { idOf, newId, type Sandbox } from '../account/sandbox.ts'

/** Opens the bank's warning that a charge looks stolen, while it can still be refunded before a dispute. */
export function openWarning(sandbox: Sandbox, charge: Stripe.Charge): void {
  const warning = build('radar.early_fraud_warning', {
    id: newId('issfr'),
    charge: charge.id,
    created: sandbox.now(),
    payment_intent: idOf(charge.payment_intent) ?? undefined,
  })
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
  readRoute('radar.early_fraud_warning', '/v1/radar/early_fraud_warnings'),
  listRoute<Stripe.Radar.EarlyFraudWarningListParams>()({
    kind: 'radar.early_fraud_warning',
    path: '/v1/radar/early_fraud_warnings',
    equals: { charge: text, payment_intent: text },
  }),
]
