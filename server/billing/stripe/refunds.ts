import Stripe from 'stripe'
import { idOf, orMissing, pick, reaching, toDate } from './client.ts'

export interface RefundState {
  id: string
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
  amountCents: number
  reason: string | null
  /** Our row that requested it; null for a refund made in the provider's own pages. */
  refundId: string | null
  /** The type of transaction that our refund is for. */
  type: string | null
  createdAt: Date
}

export interface DisputeState {
  id: string
  /** `none` for an inquiry, which moves no money. */
  state: 'open' | 'won' | 'lost' | 'none'
  /** The provider's own word. */
  status: string
  amountCents: number
  reason: string
  /** By when evidence must be submitted; null when none is expected. */
  dueAt: Date | null
  hasEvidence: boolean
  /** How often evidence was submitted. */
  submissions: number
  createdAt: Date
}

/** The provider stores our row's id under this name. */
const refundKey = 'moneyBackId'

export function refundCalls(stripe: Stripe) {
  return reaching(stripe, { refund, listRefunds, listDisputes, listPaymentsWithMoneyBack, findPaymentOfMoneyBack })
}

/** Makes a refund. Returns false when the provider refuses because nothing is left to refund. */
async function refund(
  stripe: Stripe,
  input: { refundId: string; paymentIntentId: string; amountCents: number; type: string },
): Promise<boolean> {
  const { refundId, paymentIntentId, amountCents, type } = input
  try {
    await stripe.refunds.create(
      {
        payment_intent: paymentIntentId,
        amount: amountCents,
        reason: 'requested_by_customer',
        metadata: { [refundKey]: refundId, type },
      },
      { idempotencyKey: `refund:${refundId}` },
    )
    return true
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return false
  }
}

/** Returns every refund of a payment, oldest first. */
async function listRefunds(stripe: Stripe, paymentIntentId: string): Promise<RefundState[]> {
  const refunds = stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 })
  return (await refunds.autoPagingToArray({ limit: 10_000 })).map(toRefundState).toReversed()
}

/** Returns every dispute of a payment, oldest first. */
async function listDisputes(stripe: Stripe, paymentIntentId: string): Promise<DisputeState[]> {
  const { data } = await stripe.disputes.list({ payment_intent: paymentIntentId, limit: 100 })
  return data.map(toDisputeState).toReversed()
}

/** Returns the payments with a refund or dispute made since a moment. */
async function listPaymentsWithMoneyBack(stripe: Stripe, since: Date): Promise<Set<string>> {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  const found = new Set<string>()
  // One list after the other: each sends its request at once, and a failure that nobody awaits would end the process.
  for await (const refund of stripe.refunds.list({ created, limit: 100 })) {
    found.add(idOf(refund.payment_intent) ?? '')
  }
  for await (const dispute of stripe.disputes.list({ created, limit: 100 })) {
    found.add(idOf(dispute.payment_intent) ?? '')
  }
  found.delete('')
  return found
}

/** Returns the payment that a refund, dispute or charge is about; null when the provider does not know it. */
async function findPaymentOfMoneyBack(stripe: Stripe, objectId: string): Promise<string | null> {
  return idOf((await findMoneyBack(stripe, objectId))?.payment_intent)
}

function findMoneyBack(stripe: Stripe, id: string) {
  if (id.startsWith('re_') || id.startsWith('pyr_')) return orMissing(stripe.refunds.retrieve(id))
  if (id.startsWith('ch_') || id.startsWith('py_')) return orMissing(stripe.charges.retrieve(id))
  return orMissing(stripe.disputes.retrieve(id))
}

function toRefundState(refund: Stripe.Refund): RefundState {
  return {
    id: refund.id,
    status: pick(refund.status ?? 'pending', ['succeeded', 'failed', 'canceled'], 'pending'),
    amountCents: refund.amount,
    reason: refund.reason,
    refundId: refund.metadata?.[refundKey] ?? null,
    type: refund.metadata?.['type'] ?? null,
    createdAt: toDate(refund.created),
  }
}

export function toDisputeState(dispute: Stripe.Dispute): DisputeState {
  return {
    id: dispute.id,
    state: stateOf(dispute.status),
    status: dispute.status,
    amountCents: dispute.amount,
    reason: dispute.reason,
    dueAt: dispute.evidence_details.due_by === null ? null : toDate(dispute.evidence_details.due_by),
    hasEvidence: dispute.evidence_details.has_evidence,
    submissions: dispute.evidence_details.submission_count,
    createdAt: toDate(dispute.created),
  }
}

function stateOf(status: string): DisputeState['state'] {
  const isInquiry = status.startsWith('warning_') || status === 'prevented'
  return pick(status, ['won', 'lost'], isInquiry ? 'none' : 'open')
}
