/** Acts at Stripe without an API call: by a bank, or by a person in Stripe's dashboard. */
import type Stripe from 'stripe'
import { decideDispute, disputeOf, openDispute } from './disputes/disputes.ts'
import { StripeFault } from './calls/faults.ts'
import { nextRefundStep, refundCharge } from './payments/refunds.ts'
import { idOf, type Sandbox } from './account/sandbox.ts'
import { DashboardFault, type DashboardAction } from './switches.ts'
import { isSent } from './webhooks/webhook-endpoints.ts'

export type PaymentRow = {
  id: string
  atMs: number
  amountCents: number
  refundedCents: number
  currency: string
  email: string | null
  status: string
  /** Null when it was never disputed. */
  disputeStatus: string | null
  /** A refund is under way or will fail. */
  hasUnsettledRefund: boolean
}

/** Does what a bank or the dashboard does. Throws `DashboardFault` when Stripe would not allow it. */
export function act(
  sandbox: Sandbox,
  { dispute, refund, replayEvent }: DashboardAction,
  deliver: (event: Stripe.EventBase) => void,
): void {
  try {
    if (dispute !== undefined) moveDispute(sandbox, dispute)
    if (refund !== undefined) moveRefund(sandbox, refund)
    if (replayEvent !== undefined) deliver(eventToReplay(sandbox, replayEvent))
  } catch (error) {
    if (error instanceof StripeFault) throw new DashboardFault(error.message)
    throw error
  }
}

/** Returns a payment with what became of its money. */
export function rowOf(sandbox: Sandbox, intent: Stripe.PaymentIntent): PaymentRow {
  const { amount, created, currency, id, receipt_email: receiptEmail, status } = intent
  const charge = sandbox.find('charge', idOf(intent.latest_charge) ?? '')
  const customer = sandbox.find('customer', idOf(intent.customer) ?? '')
  return {
    id,
    atMs: created * 1000,
    amountCents: amount,
    refundedCents: charge?.amount_refunded ?? 0,
    currency,
    email: customer?.email ?? receiptEmail,
    status,
    disputeStatus: charge === undefined ? null : (disputeOf(sandbox, charge.id)?.status ?? null),
    hasUnsettledRefund: charge !== undefined && unsettledOf(sandbox, charge).length > 0,
  }
}

function moveDispute(
  sandbox: Sandbox,
  { action, payment, reason = 'fraudulent' }: NonNullable<DashboardAction['dispute']>,
): void {
  const charge = chargeOf(sandbox, payment)
  if (action === 'open') {
    openDispute(sandbox, charge, reason)
    return
  }
  const dispute = disputeOf(sandbox, charge.id)
  if (dispute === undefined) throw new DashboardFault(`${idOf(charge.payment_intent)} has no dispute`)
  decideDispute(sandbox, dispute, action === 'win' ? 'won' : 'lost')
}

function moveRefund(
  sandbox: Sandbox,
  { action = 'make', amount, payment }: NonNullable<DashboardAction['refund']>,
): void {
  const charge = chargeOf(sandbox, payment)
  if (action === 'make') {
    refundCharge(sandbox, charge, { amount, reason: 'requested_by_customer' })
    return
  }
  const unsettled = unsettledOf(sandbox, charge)
  if (unsettled.length === 0) throw new DashboardFault(`${idOf(charge.payment_intent)} has no unsettled refund`)
  for (const { take } of unsettled) take()
}

function unsettledOf(sandbox: Sandbox, { id }: Stripe.Charge): { take(): void }[] {
  const refunds = sandbox.listWith('refund', { charge: id })
  return refunds.map((refund) => nextRefundStep(sandbox, refund)).filter((step) => step !== null)
}

function eventToReplay(sandbox: Sandbox, wanted: string): Stripe.EventBase {
  const isLatest = wanted === 'latest'
  const event = isLatest ? sandbox.list('event').find(({ type }) => isSent(type)) : sandbox.find('event', wanted)
  if (event === undefined) throw new DashboardFault(isLatest ? 'No event yet' : `No such event: '${wanted}'`)
  if (!isSent(event.type)) throw new DashboardFault(`The server is not sent ${event.type}`)
  event.pending_webhooks = 1
  sandbox.save(event)
  return event
}

function chargeOf(sandbox: Sandbox, payment: string): Stripe.Charge {
  const isLatest = payment === 'latest'
  const intent = isLatest
    ? sandbox.list('payment_intent').find(({ status }) => status === 'succeeded')
    : sandbox.find('payment_intent', payment)
  if (intent === undefined) {
    throw new DashboardFault(isLatest ? 'No paid payment yet' : `No such payment: '${payment}'`)
  }
  const charge = sandbox.find('charge', idOf(intent.latest_charge) ?? '')
  if (charge === undefined || !charge.paid) throw new DashboardFault(`${intent.id} is not paid`)
  return charge
}
