import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { DisputePage, Evidence } from '#contract/admin/disputes.ts'
import { changedOf } from '#contract/changed-fields.ts'
import { type Acting, recordAct } from '../../audit/acts.ts'
import { followMoneyBack } from '../../billing/refunds/refunds.flow.ts'
import type { Services } from '../../billing/services.ts'
import type { EvidenceFile } from '../../billing/stripe/evidence.ts'
import { refuseChanged } from '../../kernel/changed-meanwhile.ts'
import { type DisputeRow, findDispute } from './disputes.ts'
import { suggestEvidence } from './evidence-facts.ts'
import { refuse } from '../../kernel/problem.ts'

/** Evidence lies at the provider alone: it is read from there, changed there and submitted there. */

export interface EvidencePage {
  row: DisputeRow
  evidence: Evidence
  file: DisputePage['file']
  isDraft: boolean
}

type Draft = NonNullable<Awaited<ReturnType<Services['payments']['readDispute']>>>

/** Returns a dispute with what the provider has as evidence, or with what we know; null when we or the provider do not know it. */
export async function readEvidence(services: Services, id: string): Promise<EvidencePage | null> {
  const { readLong } = services.database
  const row = await findDispute(readLong, id)
  if (!row) return null
  const draft = await services.payments.readDispute(row.stripeDisputeId)
  if (!draft) return null
  const { dispute, evidence } = draft
  const isDraft = hasText(evidence)
  return {
    row: { ...row, ...dispute, id: row.id },
    evidence: isDraft ? evidence : await suggestEvidence(readLong, row),
    file: await readFile(services, draft),
    isDraft,
  }
}

interface Given {
  evidence: Evidence
  submit: boolean
  /** The texts that the form was opened with. */
  before?: Record<string, unknown> | undefined
  /** The file that the form showed; undefined where it is not compared. */
  file?: DisputePage['file'] | undefined
  by: Acting
}

/**
 * Saves evidence as a draft, or submits it, after which it cannot be changed. Refuses when a colleague saved other texts
 * since the form was opened (D187).
 */
export async function giveEvidence(services: Services, id: string, given: Given): Promise<EvidencePage> {
  const { payments } = services
  const { evidence, submit, before, file } = given
  return change(services, id, given.by, async ({ stripeDisputeId }, draft) => {
    if (submit && file !== undefined && !isDeepStrictEqual(file, await readFile(services, draft)))
      refuse('file_changed')
    const isDraft = hasText(draft.evidence)
    // Others' texts stay beside the own ones. What is submitted must have been read whole.
    const own = before && isDraft && !submit ? changedOf(before, evidence) : evidence
    if (isDraft) refuseChanged(before, draft.evidence, own)
    return submit
      ? { action: 'dispute.evidence.submit', isTaken: await payments.submitEvidence(stripeDisputeId, evidence) }
      : { action: 'dispute.evidence.save', isTaken: await payments.saveEvidence(stripeDisputeId, own) }
  })
}

async function readFile({ payments }: Services, { fileId }: Draft): Promise<DisputePage['file']> {
  return fileId ? payments.readEvidenceFile(fileId) : null
}

function hasText(evidence: Evidence): boolean {
  return Object.values(evidence).some((text) => text !== '')
}

/** Sends a file to the provider and adds it to the evidence, whose texts stay as they are. */
export async function addFile(
  services: Services,
  id: string,
  added: { file: EvidenceFile; by: Acting },
): Promise<EvidencePage> {
  const { payments } = services
  const { name, type, bytes } = added.file
  const content = createHash('sha256').update(`${name}\n${type}\n`).update(bytes).digest('hex')
  return change(services, id, added.by, async ({ stripeDisputeId }) => {
    const fileId = await payments.uploadEvidence(added.file, `${id}:${content}`)
    return { action: 'dispute.evidence.file', isTaken: await payments.addEvidenceFile(stripeDisputeId, fileId) }
  })
}

/** Changes the evidence of a dispute that waits for it; `act` gets its draft and says whether the provider took it. */
async function change(
  services: Services,
  id: string,
  by: Acting,
  act: (row: DisputeRow, draft: Draft) => Promise<{ action: string; isTaken: boolean }>,
): Promise<EvidencePage> {
  const row = (await findDispute(services.database.readLong, id)) ?? refuse('dispute_not_found')
  // The bank's deadline may have passed since it was last read.
  const draft = (await services.payments.readDispute(row.stripeDisputeId)) ?? refuse('dispute_not_found')
  const { status } = draft.dispute
  const isWaiting = status === 'needs_response' || status === 'warning_needs_response'
  const outcome = isWaiting ? await act(row, draft) : null
  // Recorded right away: what follows may fail, and evidence that was submitted stays submitted.
  const target = { kind: 'dispute', id } as const
  const after = { amountCents: row.amountCents }
  if (outcome?.isTaken) {
    await services.database.write((tx) => recordAct(tx, by, { action: outcome.action, target, after }))
  }
  await followMoneyBack(services, row.paymentIntentId)
  if (!outcome?.isTaken) refuse('dispute_closed')
  return (await readEvidence(services, id)) ?? refuse('dispute_not_found')
}
