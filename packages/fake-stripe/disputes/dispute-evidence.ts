import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { text } from '../calls/params.ts'

/** What can be submitted against a dispute; files are named by their ids. */
export const EVIDENCE_TEXTS = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const satisfies (keyof Stripe.Dispute.Evidence)[]
export type EvidenceText = (typeof EVIDENCE_TEXTS)[number]

const shape = Object.fromEntries(EVIDENCE_TEXTS.map((name) => [name, z.optional(text)]))

export const evidenceParams = z.strictObject(shape as Record<EvidenceText, z.ZodMiniOptional<typeof text>>)

/** Returns the bank's decision for Stripe's published test texts; null while it considers any other. */
export function verdictOf({ uncategorized_text: said }: Stripe.Dispute.Evidence): 'lost' | 'won' | null {
  if (said === 'winning_evidence') return 'won'
  return said === 'losing_evidence' ? 'lost' : null
}
