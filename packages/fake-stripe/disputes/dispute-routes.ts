import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { evidenceParams, verdictOf } from './dispute-evidence.ts'
import { decideDispute, isOpen } from './disputes.ts'
import { invalidRequest } from '../calls/faults.ts'
import { accepts, flag, mergeMetadata, metadata, moments, pages, text } from '../calls/params.ts'
import { isWithin, pageOf, route, type Route } from '../calls/routes.ts'
import type { Sandbox } from '../account/sandbox.ts'

function needOpen(sandbox: Sandbox, id: string): Stripe.Dispute {
  const dispute = sandbox.need('dispute', id)
  if (!isOpen(dispute)) throw invalidRequest(`This dispute is already closed: it is ${dispute.status}.`)
  return dispute
}

/** Stores evidence and, unless it is only staged, submits it to the bank; the test texts are decided at once. */
function giveEvidence(
  sandbox: Sandbox,
  dispute: Stripe.Dispute,
  evidence: z.output<typeof evidenceParams> | undefined,
  submit: boolean,
): void {
  const before = { evidence: { ...dispute.evidence }, status: dispute.status }
  Object.assign(dispute.evidence, evidence)
  dispute.evidence_details.has_evidence ||= evidence !== undefined
  const isGiven = submit && dispute.evidence_details.has_evidence
  if (isGiven) {
    dispute.evidence_details.submission_count += 1
    dispute.evidence_details.submission_method = 'manual'
    dispute.status = 'under_review'
  }
  sandbox.save(dispute)
  sandbox.emit('charge.dispute.updated', dispute, before)
  const verdict = isGiven ? verdictOf(dispute.evidence) : null
  if (verdict !== null) decideDispute(sandbox, dispute, verdict)
}

export const disputeRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/disputes/:id',
    params: accepts<Stripe.DisputeRetrieveParams>()({}),
    handle: ({ sandbox, id }) => sandbox.need('dispute', id),
  }),
  route({
    method: 'GET',
    path: '/v1/disputes',
    params: accepts<Stripe.DisputeListParams>()({
      ...pages,
      charge: z.optional(text),
      created: z.optional(moments),
      payment_intent: z.optional(text),
    }),
    handle({ sandbox, params: { charge, created, payment_intent: intent, ...page } }) {
      const found = sandbox
        .list('dispute')
        .filter((dispute) => (charge ?? dispute.charge) === dispute.charge && isWithin(dispute.created, created))
        .filter((dispute) => (intent ?? dispute.payment_intent) === dispute.payment_intent)
      return pageOf('/v1/disputes', found, page)
    },
  }),
  route({
    method: 'POST',
    path: '/v1/disputes/:id',
    params: accepts<Stripe.DisputeUpdateParams>()({
      evidence: z.optional(evidenceParams),
      metadata: z.optional(metadata),
      submit: z.optional(flag),
    }),
    handle({ sandbox, id, params: { evidence, metadata: notes, submit = evidence !== undefined } }) {
      const dispute = evidence === undefined && !submit ? sandbox.need('dispute', id) : needOpen(sandbox, id)
      dispute.metadata = mergeMetadata(dispute.metadata, notes)
      giveEvidence(sandbox, dispute, evidence, submit)
      return dispute
    },
  }),
  route({
    method: 'POST',
    path: '/v1/disputes/:id/close',
    params: accepts<Stripe.DisputeCloseParams>()({}),
    handle({ sandbox, id }) {
      const dispute = needOpen(sandbox, id)
      decideDispute(sandbox, dispute, 'lost')
      return dispute
    },
  }),
]
