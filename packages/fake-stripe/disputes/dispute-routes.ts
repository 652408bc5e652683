import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { build, EVIDENCE_NAMES, type EvidenceName } from '../account/objects.ts'
import { decideDispute, isOpen } from './disputes.ts'
import { invalidRequest } from '../calls/faults.ts'
import { accepts, flag, integer, mergeMetadata, metadata, text } from '../calls/params.ts'
import { listRoute, readRoute, route, type Route } from '../calls/routes.ts'
import { newId, type Sandbox } from '../account/sandbox.ts'

const evidenceShape = Object.fromEntries(EVIDENCE_NAMES.map((name) => [name, z.optional(text)]))
const evidenceParams = z.strictObject(evidenceShape as Record<EvidenceName, z.ZodMiniOptional<typeof text>>)

const FILE_TYPES: Record<string, string> = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' }
const LARGEST_FILE_BYTES = 5_000_000

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

/** Returns the bank's decision for Stripe's published test texts; null while it considers any other. */
function verdictOf({ uncategorized_text: said }: Stripe.Dispute.Evidence): 'lost' | 'won' | null {
  if (said === 'winning_evidence') return 'won'
  return said === 'losing_evidence' ? 'lost' : null
}

/** Files for evidence; of their contents only the size stays. */
const fileRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/files',
    params: accepts<Stripe.FileCreateParams>()({
      purpose: z.literal('dispute_evidence'),
      file: z.strictObject({ name: text, type: text, size: integer }),
    }),
    handle({ sandbox, params: { purpose, file } }) {
      const { name: filename, size } = file
      const type = FILE_TYPES[file.type]
      if (type === undefined) throw invalidRequest(`Invalid file type: ${file.type}`, undefined, 'file')
      if (size > LARGEST_FILE_BYTES) throw invalidRequest('The file is larger than 5 MB.', undefined, 'file')
      const made = build('file', { id: newId('file'), created: sandbox.now(), filename, purpose, size, type })
      sandbox.save(made)
      return made
    },
  }),
  readRoute('file', '/v1/files'),
]

export const disputeRoutes: Route[] = [
  ...fileRoutes,
  readRoute('dispute', '/v1/disputes'),
  listRoute<Stripe.DisputeListParams>()({
    kind: 'dispute',
    path: '/v1/disputes',
    equals: { charge: text, payment_intent: text },
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
