import type * as z from 'zod/mini'
import * as calls from '#contract/admin/disputes.ts'
import { centsToDollars } from '#contract/amounts.ts'
import { nameReceipt } from '#contract/billing/receipts.ts'
import { actingIn } from '../../audit/acting.routes.ts'
import type { Services } from '../../conversations/services.ts'
import { routes } from '../../kernel/serve.ts'
import { type DisputeRow, disputeStateOf, listDisputes } from './disputes.ts'
import { addFile, type EvidencePage, giveEvidence, readEvidence } from './evidence.flow.ts'
import { toEvidenceFile } from './evidence-facts.ts'
import { describePayment } from './payment-answers.ts'
import { pageOf } from '../../kernel/admin-list.ts'
import { refuse } from '../../kernel/problem.ts'

/** Disputes, and the evidence against them. */
export const adminDisputeRoutes = routes<typeof calls, Services>(calls, {
  disputes: ({ readLong, query }) => pageOf(listDisputes(readLong, query), toAnswer),

  readDispute: async ({ services, params }) => {
    const page = (await readEvidence(services, params.id)) ?? refuse('dispute_not_found')
    return toPage(page)
  },

  saveEvidence: async (context) => {
    const { services, params, body } = context
    return toPage(await giveEvidence(services, params.id, { ...body, by: actingIn(context) }))
  },

  addEvidenceFile: async (context) => {
    const { services, params, body } = context
    const bytes = Buffer.from(await body.file.arrayBuffer())
    const file = toEvidenceFile(body.file.name, bytes) ?? refuse('wrong_file_type', { field: 'file' })
    return toPage(await addFile(services, params.id, { file, by: actingIn(context) }))
  },
})

function toAnswer(row: DisputeRow) {
  const nothingSold = { packageName: null, packageMinutes: null, planName: null }
  return {
    ...row,
    amount: centsToDollars(row.amountCents),
    state: disputeStateOf(row.status),
    payer: { userId: row.userId, organizationId: row.organizationId, name: row.payerName, email: row.payerEmail },
    description: describePayment({ kind: row.kind ?? 'credits', items: row.items, ...nothingSold }),
    receiptNumbers: row.receiptNumbers.map(nameReceipt),
  }
}

function toPage({ row, ...page }: EvidencePage): z.input<typeof calls.readDispute.answer> {
  return { ...toAnswer(row), ...page }
}
