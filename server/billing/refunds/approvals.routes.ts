import type { LongRead } from '../../database/sql.ts'
import type * as z from 'zod/mini'
import * as refundRequests from '#contract/billing/refund-requests.ts'
import { centsToDollars } from '#contract/amounts.ts'
import { nameReceipt } from '#contract/billing/receipts.ts'
import { actingIn } from '../../audit/acting.routes.ts'
import { noteSecurity } from '../../kernel/security-events.ts'
import { type Context, routes } from '../../kernel/serve.ts'
import type { Services } from '../services.ts'
import { approveRefund } from './admin-refunds.flow.ts'
import { type ListedRequest, listRefundRequests } from './refund-requests.ts'
import { decline, withdraw } from './second-person.ts'
import { pageOf } from '../../kernel/admin-list.ts'

async function find(readLong: LongRead, id: string, at: Date) {
  const [row] = (await listRefundRequests(readLong, { id }, at)).rows
  if (!row) throw new Error(`Refund request ${id} is gone`)
  return toAnswer(row)
}

type Deciding = Pick<Context<typeof refundRequests.declineRefund>, 'params' | 'person' | 'at'> & { services: Services }

/** Writes a decision into the security stream, and returns the request. */
async function note(event: 'refund_approved' | 'refund_declined', { services, params, person, at }: Deciding) {
  const request = await find(services.database.readLong, params.id, at)
  noteSecurity(services, event, { userId: request.requestedBy.id, by: person.id, refundRequestId: request.id })
  return request
}

/** Refunds that wait for a second person, and the decisions about them. */
export const approvalRoutes = routes<typeof refundRequests, Services>(refundRequests, {
  refundRequests: ({ readLong, query, at }) => pageOf(listRefundRequests(readLong, query, at), toAnswer),

  approveRefund: async (context) => {
    const { services } = context
    const { id, amountCents, status } = await approveRefund(services, actingIn(context), context.params.id)
    await note('refund_approved', context)
    return { state: 'made' as const, id, amount: centsToDollars(amountCents), status }
  },

  declineRefund: async (context) => {
    await context.write((tx) => decline(tx, actingIn(context), context.params.id))
    return note('refund_declined', context)
  },

  withdrawRefund: async (context) => {
    const { readLong, params, write, at } = context
    await write((tx) => withdraw(tx, actingIn(context), params.id))
    return find(readLong, params.id, at)
  },
})

function toAnswer(row: ListedRequest): z.input<typeof refundRequests.refundRequest> {
  const { decidedBy } = row
  return {
    ...row,
    receiptNumber: row.receiptNumber === null ? row.stripePaymentIntentId : nameReceipt(row.receiptNumber),
    payer: { name: row.payerName, userId: row.payerUserId, organizationId: row.payerOrganizationId },
    amount: centsToDollars(row.amountCents),
    requestedBy: { id: row.requestedBy, name: row.requesterName, email: row.requesterEmail },
    decidedBy:
      decidedBy === null ? null : { id: decidedBy, name: row.deciderName ?? '', email: row.deciderEmail ?? '' },
  }
}
