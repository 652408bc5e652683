import type Stripe from 'stripe'
import { recordMovement } from '../account/balance.ts'
import { build } from '../account/objects.ts'
import { cardByLast4 } from '../cards/cards.ts'
import { disputeOf } from '../disputes/disputes.ts'
import { invalidRequest } from '../calls/faults.ts'
import { closeWarning } from '../disputes/fraud-warnings.ts'
import { idOf, newId, type Sandbox } from '../account/sandbox.ts'

/** How long a refund waits, or seems to have succeeded, with the cards made for that. */
const SETTLES_AFTER_S = 3_600

type RefundWish = {
  /** In cents; absent for everything that is left. */
  amount?: number
  reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer'
  metadata?: Stripe.Metadata
}

/** Refunds a paid charge. Refuses more than is left and what is disputed, as Stripe does. */
export function refundCharge(sandbox: Sandbox, charge: Stripe.Charge, wish: RefundWish): Stripe.Refund {
  const amount = wish.amount ?? charge.amount - charge.amount_refunded
  assertRefundable(sandbox, charge, amount)
  const id = newId('re')
  const isPending = refundKindOf(charge) === 'pending'
  const refund = build('refund', {
    id,
    amount,
    balance_transaction: recordMovement(sandbox, {
      amount: -amount,
      currency: charge.currency,
      description: `REFUND FOR CHARGE (${charge.description ?? charge.id})`,
      reporting_category: 'refund',
      source: id,
      type: 'refund',
    }).id,
    charge: charge.id,
    created: sandbox.now(),
    currency: charge.currency,
    customer: idOf(charge.customer),
    metadata: wish.metadata,
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    ...(isPending ? { pending_reason: 'processing', status: 'pending' } : {}),
    reason: wish.reason,
  })
  sandbox.save(refund)
  countRefunded(sandbox, charge, amount)
  sandbox.emit('refund.created', refund)
  sandbox.emit('charge.refunded', charge, { amount_refunded: charge.amount_refunded - amount })
  if (charge.refunded) closeWarning(sandbox, charge.id)
  return refund
}

function assertRefundable(sandbox: Sandbox, charge: Stripe.Charge, amount: number): void {
  const dispute = disputeOf(sandbox, charge.id)
  if (dispute !== undefined && dispute.status !== 'won') {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`
    throw invalidRequest(message, 'charge_disputed')
  }
  const left = charge.amount - charge.amount_refunded
  if (left === 0) throw invalidRequest(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  if (amount < 1) throw invalidRequest('Invalid positive integer', 'parameter_invalid_integer', 'amount')
  if (amount > left) {
    const [wanted, possible] = [amount, left].map((cents) => `$${(cents / 100).toFixed(2)}`)
    const message = `Refund amount (${wanted}) is greater than unrefunded amount on charge (${possible})`
    throw invalidRequest(message, undefined, 'amount')
  }
}

/** Counts what a charge refunded; below 0 when a refund came back. */
function countRefunded(sandbox: Sandbox, charge: Stripe.Charge, amount: number): void {
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  sandbox.save(charge)
}

/** Returns what still happens to a refund by itself, and when (in seconds); null when nothing does. */
export function nextRefundStep(sandbox: Sandbox, refund: Stripe.Refund): { atS: number; take(): void } | null {
  const charge = sandbox.need('charge', idOf(refund.charge)!)
  const kind = refundKindOf(charge)
  const take =
    kind === 'pending' && refund.status === 'pending'
      ? () => succeed(sandbox, refund)
      : kind === 'failing' && refund.status === 'succeeded'
        ? () => fail(sandbox, refund, charge)
        : null
  return take === null ? null : { atS: refund.created + SETTLES_AFTER_S, take }
}

function refundKindOf({ payment_method_details: details }: Stripe.Charge): 'failing' | 'pending' | undefined {
  return cardByLast4(details!.card!.last4!).refund
}

function succeed(sandbox: Sandbox, refund: Stripe.Refund): void {
  refund.status = 'succeeded'
  delete refund.pending_reason
  emitUpdate(sandbox, refund, { status: 'pending' })
}

/** Fails a refund: the bank sends the money back, and the charge no longer counts it as refunded. */
function fail(sandbox: Sandbox, refund: Stripe.Refund, charge: Stripe.Charge): void {
  refund.status = 'failed'
  refund.failure_reason = 'expired_or_canceled_card'
  refund.failure_balance_transaction = recordMovement(sandbox, {
    amount: refund.amount,
    currency: refund.currency,
    description: `REFUND FAILURE (${refund.id})`,
    reporting_category: 'refund_failure',
    source: refund.id,
    type: 'refund_failure',
  }).id
  countRefunded(sandbox, charge, -refund.amount)
  emitUpdate(sandbox, refund, { status: 'succeeded' })
  sandbox.emit('refund.failed', refund)
}

/** Saves a changed refund and reports it in both of Stripe's ways. */
export function emitUpdate(sandbox: Sandbox, refund: Stripe.Refund, previous: Record<string, unknown>): void {
  sandbox.save(refund)
  sandbox.emit('refund.updated', refund, previous)
  sandbox.emit('charge.refund.updated', refund, previous)
}
