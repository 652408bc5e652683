import { createHash } from 'node:crypto'
import type { DisputePage, Evidence } from '#contract/admin/disputes.ts'
import { changedOf } from '#contract/changed-fields.ts'
import { type Acting, recordAct } from '../../audit/acts.ts'
import { followMoneyBack } from '../../billing/refunds/refunds.flow.ts'
import type { Services } from '../../billing/services.ts'
import type { EvidenceFile } from '../../billing/stripe/evidence.ts'
import { refuseChanged } from '../../kernel/changed-meanwhile.ts'
import { type DisputeRow, findDispute } from './disputes.ts'
import { suggestEvidence } from './evidence-facts.ts'

/** Evidence lies at the provider alone: it is read from there, changed there and submitted there. */

export interface EvidencePage {
  row: DisputeRow
  evidence: Evidence
  file: DisputePage['file']
  isDraft: boolean
}

type Refusal = 'dispute_not_found' | 'dispute_closed'

/** Returns a dispute with what the provider has as evidence, or with what we know; null when it is unknown. */
export async function readEvidence(services: Services, id: string): Promise<EvidencePage | null> {
  const { readLong } = services.database
  const row = await findDispute(readLong, id)
  if (!row) return null
  const { dispute, evidence, fileId } = await services.payments.readDispute(row.stripeDisputeId)
  const isDraft = hasText(evidence)
  return {
    row: { ...row, ...dispute, id: row.id },
    evidence: isDraft ? evidence : await suggestEvidence(readLong, row),
    file: fileId ? await services.payments.readEvidenceFile(fileId) : null,
    isDraft,
  }
}

interface Given {
  evidence: Evidence
  submit: boolean
  /** The texts that the form was opened with. */
  before?: Record<string, unknown> | undefined
  by: Acting
}

/**
 * Saves evidence as a draft, or submits it, after which it cannot be changed.
 *
 * @throws ChangedMeanwhile when a colleague saved other texts since the form was opened (D187)
 */
export async function giveEvidence(services: Services, id: string, given: Given): Promise<EvidencePage | Refusal> {
  const { payments } = services
  return change(services, id, given.by, async ({ stripeDisputeId }, draft) => {
    const evidence = besideDraft(draft, given)
    const isTaken = given.submit
      ? await payments.submitEvidence(stripeDisputeId, evidence)
      : await payments.saveEvidence(stripeDisputeId, evidence)
    return isTaken ? (given.submit ? 'dispute.evidence.submit' : 'dispute.evidence.save') : null
  })
}

/** Returns what to save beside a colleague's draft, whose other texts stay. What is submitted must have been read whole. */
function besideDraft(draft: Evidence, { evidence, submit, before }: Given): Evidence {
  if (!before || !hasText(draft)) return evidence
  const own = submit ? evidence : changedOf(before, evidence)
  refuseChanged(before, draft, own)
  return { ...draft, ...own }
}

function hasText(evidence: Evidence): boolean {
  return Object.values(evidence).some((text) => text !== '')
}

/** Sends a file to the provider and adds it to the evidence, whose texts stay as they are. */
export async function addFile(
  services: Services,
  id: string,
  added: { file: EvidenceFile; by: Acting },
): Promise<EvidencePage | Refusal> {
  const { payments } = services
  const { name, type, bytes } = added.file
  const content = createHash('sha256').update(`${name}\n${type}\n`).update(bytes).digest('hex')
  return change(services, id, added.by, async ({ stripeDisputeId }) => {
    const fileId = await payments.uploadEvidence(added.file, `${id}:${content}`)
    const isTaken = await payments.addEvidenceFile(stripeDisputeId, fileId)
    return isTaken ? 'dispute.evidence.file' : null
  })
}

/** Changes the evidence of a dispute that waits for it; `act` gets its draft, and returns what was done, or null when it was refused. */
async function change(
  services: Services,
  id: string,
  by: Acting,
  act: (row: DisputeRow, draft: Evidence) => Promise<string | null>,
): Promise<EvidencePage | Refusal> {
  const row = await findDispute(services.database.readLong, id)
  if (!row) return 'dispute_not_found'
  // The bank's deadline may have passed since it was last read.
  const { dispute, evidence } = await services.payments.readDispute(row.stripeDisputeId)
  const isWaiting = dispute.status === 'needs_response' || dispute.status === 'warning_needs_response'
  const action = isWaiting ? await act(row, evidence) : null
  // Recorded right away: what follows may fail, and evidence that was submitted stays submitted.
  const target = { kind: 'dispute', id } as const
  const after = { amountCents: row.amountCents }
  if (action) await services.database.write((tx) => recordAct(tx, by, { action, target, after }))
  await followMoneyBack(services, row.paymentIntentId)
  if (!action) return 'dispute_closed'
  return (await readEvidence(services, id)) ?? 'dispute_not_found'
}
