import Stripe from 'stripe'
import { orMissing, reaching } from './client.ts'
import { type DisputeState, toDisputeState } from './refunds.ts'

/** The texts of evidence that we send, by our names. */
export interface EvidenceTexts {
  customerName: string
  customerEmail: string
  productDescription: string
  serviceDate: string
  activityLog: string
  termsDisclosure: string
  statement: string
}

export interface DisputeAtProvider {
  dispute: DisputeState
  evidence: EvidenceTexts
  /** The id of the uploaded file; null without one. */
  fileId: string | null
}

export interface EvidenceFile {
  name: string
  type: 'application/pdf' | 'image/jpeg' | 'image/png'
  bytes: Buffer
}

export function evidenceCalls(stripe: Stripe) {
  return reaching(stripe, {
    readDispute,
    saveEvidence,
    addEvidenceFile,
    submitEvidence,
    uploadEvidence,
    readEvidenceFile,
  })
}

/** Returns the dispute, or null when the provider does not know it. */
async function readDispute(stripe: Stripe, disputeId: string): Promise<DisputeAtProvider | null> {
  const found = await orMissing(stripe.disputes.retrieve(disputeId))
  return found && toDisputeAtProvider(found)
}

/** Saves texts without submitting them; others stay as they are. Returns false when the dispute no longer takes evidence. */
function saveEvidence(stripe: Stripe, disputeId: string, evidence: Partial<EvidenceTexts>): Promise<boolean> {
  return update(stripe, disputeId, { evidence: toProvider(evidence), submit: false })
}

/** Adds an uploaded file without submitting it. Returns false when the dispute no longer takes evidence. */
function addEvidenceFile(stripe: Stripe, disputeId: string, fileId: string): Promise<boolean> {
  return update(stripe, disputeId, { evidence: { uncategorized_file: fileId }, submit: false })
}

/** Submits evidence to the bank, which can be done once. Returns false when the dispute no longer takes any. */
function submitEvidence(stripe: Stripe, disputeId: string, evidence: EvidenceTexts): Promise<boolean> {
  return update(stripe, disputeId, { evidence: toProvider(evidence), submit: true })
}

/** Sends a file to be used as evidence, once per key. Returns its id. */
async function uploadEvidence(stripe: Stripe, file: EvidenceFile, key: string): Promise<string> {
  const { id } = await stripe.files.create(
    { purpose: 'dispute_evidence', file: { data: file.bytes, name: file.name, type: file.type } },
    { idempotencyKey: `evidence:${key}` },
  )
  return id
}

/** Returns the name and size of an uploaded file. */
async function readEvidenceFile(stripe: Stripe, fileId: string): Promise<{ name: string; bytes: number }> {
  const { filename, size } = await stripe.files.retrieve(fileId)
  return { name: filename ?? 'File', bytes: size }
}

async function update(stripe: Stripe, disputeId: string, change: Stripe.DisputeUpdateParams): Promise<boolean> {
  try {
    await stripe.disputes.update(disputeId, change)
    return true
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return false
  }
}

const providerNames = {
  customerName: 'customer_name',
  customerEmail: 'customer_email_address',
  productDescription: 'product_description',
  serviceDate: 'service_date',
  activityLog: 'access_activity_log',
  termsDisclosure: 'refund_policy_disclosure',
  statement: 'uncategorized_text',
} as const satisfies Record<keyof EvidenceTexts, keyof Stripe.DisputeUpdateParams.Evidence>

function toProvider(evidence: Partial<EvidenceTexts>): Stripe.DisputeUpdateParams.Evidence {
  const given = Object.entries(evidence) as [keyof EvidenceTexts, string][]
  return Object.fromEntries(given.map(([name, text]) => [providerNames[name], text]))
}

function toDisputeAtProvider(dispute: Stripe.Dispute): DisputeAtProvider {
  const { evidence } = dispute
  const file = evidence.uncategorized_file
  return {
    dispute: toDisputeState(dispute),
    evidence: {
      customerName: evidence.customer_name ?? '',
      customerEmail: evidence.customer_email_address ?? '',
      productDescription: evidence.product_description ?? '',
      serviceDate: evidence.service_date ?? '',
      activityLog: evidence.access_activity_log ?? '',
      termsDisclosure: evidence.refund_policy_disclosure ?? '',
      statement: evidence.uncategorized_text ?? '',
    },
    fileId: typeof file === 'string' ? file : (file?.id ?? null),
  }
}
