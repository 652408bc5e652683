import { createHash } from 'node:crypto'
import type { DisputePage, Evidence } from '#contract/admin/disputes.ts'
import { type Acting, recordAct } from '../../audit/acts.ts'
import { followMoneyBack } from '../../billing/refunds/refunds.flow.ts'
import type { Services } from '../../billing/services.ts'
import type { EvidenceFile } from '../../billing/stripe/evidence.ts'
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
  const isDraft = Object.values(evidence).some((text) => text !== '')
  return {
    row: { ...row, ...dispute, id: row.id },
    evidence: isDraft ? evidence : await suggestEvidence(readLong, row),
    file: fileId ? await services.payments.readEvidenceFile(fileId) : null,
    isDraft,
  }
}

/** Saves evidence as a draft, or submits it, after which it cannot be changed. */
export async function giveEvidence(
  services: Services,
  id: string,
  given: { evidence: Evidence; submit: boolean; by: Acting },
): Promise<EvidencePage | Refusal> {
  const { payments } = services
  return change(services, id, given.by, async ({ stripeDisputeId }) => {
    const isTaken = given.submit
      ? await payments.submitEvidence(stripeDisputeId, given.evidence)
      : await payments.saveEvidence(stripeDisputeId, given.evidence)
    return isTaken ? (given.submit ? 'dispute.evidence.submit' : 'dispute.evidence.save') : null
  })
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

/** Changes the evidence of a dispute that waits for it; `act` returns what was done, or null when it was refused. */
async function change(
  services: Services,
  id: string,
  by: Acting,
  act: (row: DisputeRow) => Promise<string | null>,
): Promise<EvidencePage | Refusal> {
  const row = await findDispute(services.database.readLong, id)
  if (!row) return 'dispute_not_found'
  // The bank's deadline may have passed since it was last read.
  const { dispute } = await services.payments.readDispute(row.stripeDisputeId)
  const isWaiting = dispute.status === 'needs_response' || dispute.status === 'warning_needs_response'
  const action = isWaiting ? await act(row) : null
  // Recorded right away: what follows may fail, and evidence that was submitted stays submitted.
  const target = { kind: 'dispute', id } as const
  const after = { amountCents: row.amountCents }
  if (action) await services.database.write((tx) => recordAct(tx, by, { action, target, after }))
  await followMoneyBack(services, row.paymentIntentId)
  if (!action) return 'dispute_closed'
  return (await readEvidence(services, id)) ?? 'dispute_not_found'
}
