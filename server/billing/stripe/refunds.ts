import Stripe from 'stripe'
import { idOf, orMissing, pick, reach, toDate } from './client.ts'

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
  createdAt: Date
}

/** The provider keeps our row's id under this name. */
const refundKey = 'reversalId'

export function refundCalls(stripe: Stripe) {
  return {
    /** Gives money back; returns false when the provider refuses, because nothing is left to give back. */
    refund: (refund: { refundId: string; paymentIntentId: string; amountCents: number; type: string }) =>
      reach(async (): Promise<boolean> => {
        try {
          await stripe.refunds.create(
            {
              payment_intent: refund.paymentIntentId,
              amount: refund.amountCents,
              reason: 'requested_by_customer',
              metadata: { [refundKey]: refund.refundId, type: refund.type },
            },
            { idempotencyKey: `refund:${refund.refundId}` },
          )
          return true
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
          return false
        }
      }),

    /** Every refund of a payment, oldest first. */
    listRefunds: (paymentIntentId: string) =>
      reach(async (): Promise<RefundState[]> => {
        const refunds = stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 })
        return (await refunds.autoPagingToArray({ limit: 10_000 })).map(toRefundState).toReversed()
      }),

    /** Every dispute of a payment, oldest first. */
    listDisputes: (paymentIntentId: string) =>
      reach(async (): Promise<DisputeState[]> => {
        const { data } = await stripe.disputes.list({ payment_intent: paymentIntentId, limit: 100 })
        return data.map(toDisputeState).toReversed()
      }),

    /** The payments of which money went back, or may, by a refund or dispute made since a moment. */
    listPaymentsWithMoneyBack: (since: Date) =>
      reach(async (): Promise<Set<string>> => {
        const created = { gte: Math.floor(since.getTime() / 1000) }
        const found = new Set<string>()
        // One after the other: a list asks at once, and one that fails unread would end the process.
        for await (const refund of stripe.refunds.list({ created, limit: 100 })) {
          found.add(idOf(refund.payment_intent) ?? '')
        }
        for await (const dispute of stripe.disputes.list({ created, limit: 100 })) {
          found.add(idOf(dispute.payment_intent) ?? '')
        }
        found.delete('')
        return found
      }),

    /** The payment that a refund, dispute or charge is about; null when the provider does not know it. */
    findPaymentOfMoneyBack: (objectId: string) =>
      reach(async () => idOf((await findMoneyBack(stripe, objectId))?.payment_intent)),
  }
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

function toDisputeState(dispute: Stripe.Dispute): DisputeState {
  return {
    id: dispute.id,
    state: stateOf(dispute.status),
    status: dispute.status,
    amountCents: dispute.amount,
    reason: dispute.reason,
    createdAt: toDate(dispute.created),
  }
}

function stateOf(status: string): DisputeState['state'] {
  const isInquiry = status.startsWith('warning_') || status === 'prevented'
  return pick(status, ['won', 'lost'], isInquiry ? 'none' : 'open')
}
