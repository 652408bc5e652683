import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import * as refundRequests from '#contract/billing/refund-requests.ts'
import { centsToDollars } from '#contract/amounts.ts'
import { nameReceipt } from '#contract/billing/receipts.ts'
import { actingIn } from '../../audit/acting.routes.ts'
import { noteSecurity } from '../../kernel/security-events.ts'
import { serve } from '../../kernel/serve.ts'
import type { Services } from '../services.ts'
import { approveRefund } from './admin-refunds.flow.ts'
import { type ListedRequest, listRefundRequests } from './refund-requests.ts'
import { decline, withdraw } from './second-person.ts'

/** A decision about a request. */
interface Deciding {
  params: { id: string }
  person: { id: string }
  at: Date
}

/** Refunds that wait for a second person, and the decisions about them. */
export function approvalRoutes(app: FastifyInstance, services: Services): void {
  const { readLong } = services.database

  async function find(id: string, at: Date) {
    const [row] = (await listRefundRequests(readLong, { id }, at)).rows
    if (!row) throw new Error(`Refund request ${id} is gone`)
    return toAnswer(row)
  }

  /** Writes a decision into the security stream, and returns the request. */
  async function note(event: 'refund_approved' | 'refund_declined', { params, person, at }: Deciding) {
    const request = await find(params.id, at)
    noteSecurity(services, event, { userId: request.requestedBy.id, by: person.id, refundRequestId: request.id })
    return request
  }

  serve(app, services, refundRequests, {
    refundRequests: async ({ query, at, reply }) => {
      const { rows, total } = await listRefundRequests(readLong, query, at)
      reply.header('x-total-count', total)
      return rows.map(toAnswer)
    },

    approveRefund: async (context) => {
      const { params, fail } = context
      const approved = approveRefund(services, actingIn(context), params.id)
      const result = await approved
      if (result.state !== 'made') throw fail(result.state)
      await note('refund_approved', context)
      return {
        state: 'made' as const,
        id: result.id,
        amount: centsToDollars(result.amountCents),
        status: result.status,
      }
    },

    declineRefund: async (context) => {
      const { params, fail, write } = context
      const refusal = await write((tx) => decline(tx, actingIn(context), params.id))
      if (refusal) throw fail(refusal)
      return note('refund_declined', context)
    },

    withdrawRefund: async (context) => {
      const { params, fail, write, at } = context
      const refusal = await write((tx) => withdraw(tx, actingIn(context), params.id))
      if (refusal) throw fail(refusal)
      return find(params.id, at)
    },
  })
}

function toAnswer(row: ListedRequest): z.input<typeof refundRequests.refundRequest> {
  const { id, transactionId, reason, requestedAt, expiresAt, state, decidedAt, decidedBy } = row
  return {
    id,
    transactionId,
    receiptNumber: row.receiptNumber === null ? row.stripePaymentIntentId : nameReceipt(row.receiptNumber),
    payer: { name: row.payerName, userId: row.payerUserId, organizationId: row.payerOrganizationId },
    amount: centsToDollars(row.amountCents),
    reason,
    requestedBy: { id: row.requestedBy, name: row.requesterName, email: row.requesterEmail },
    requestedAt,
    expiresAt,
    state,
    decidedBy:
      decidedBy === null ? null : { id: decidedBy, name: row.deciderName ?? '', email: row.deciderEmail ?? '' },
    decidedAt,
  }
}
