import * as z from 'zod/mini'
import { payerRef, sortedListQuery } from '../admin-list.ts'
import { call } from '../call.ts'
import { beforeFields, changed_meanwhile } from '../changed-fields.ts'
import { field, type FieldWords } from '../field-words.ts'
import { isoTime } from '../identity/people.ts'
import { limitedText } from '../required-text.ts'

/** What is left to do about a dispute; `inquiry` moves no money. */
export const disputeStates = ['needs_response', 'under_review', 'won', 'lost', 'inquiry'] as const
export type DisputeState = (typeof disputeStates)[number]

const dispute = z.object({
  id: z.string(),
  /** Dollars. */
  amount: z.number(),
  state: z.enum(disputeStates),
  /** Stripe's own word, such as `fraudulent`. */
  reason: z.string(),
  /** By when evidence must be submitted; null when none is expected. */
  dueAt: z.nullable(isoTime),
  hasEvidence: z.boolean(),
  /** How often evidence was submitted. */
  submissions: z.number(),
  createdAt: isoTime,
  payer: payerRef,
  /** The disputed payment. */
  paymentId: z.nullable(z.string()),
  description: z.string(),
  receiptNumbers: z.array(z.string()),
})
export type Dispute = z.output<typeof dispute>

export const disputes = call('GET /api/admin/disputes', {
  who: 'money.read',
  summary: 'Lists disputes, those with the nearest deadline first (D44).',
  query: z.extend(sortedListQuery(['due', 'created', 'amount']), { state: z.optional(z.enum(disputeStates)) }),
  answer: z.array(dispute),
})

/** The most characters of one text, and of all of them together, that Stripe accepts. */
export const evidenceLimits = { text: 20_000, fileBytes: 4_500_000 }

function text(label: string, words: Omit<FieldWords, 'label'> = {}) {
  return field(limitedText(evidenceLimits.text), { label, ...words })
}

/** In the order in which banks read it. */
export const evidence = z.object({
  customerName: text('Customer name'),
  customerEmail: text('Customer email'),
  /** The paid period or day. */
  serviceDate: text('Date of service'),
  productDescription: text('What was sold', { rows: 4 }),
  /** Sign-ins and conversations with dates, durations and charges; never any words of a conversation. */
  activityLog: text('Activity', {
    help: 'Sign-ins and conversations with their times and charges. Never add any words of a conversation.',
    rows: 10,
  }),
  /** When and to which version of the terms the customer agreed. */
  termsDisclosure: text('Terms accepted', { rows: 3 }),
  /** What the staff member wants to say. */
  statement: text('Your statement', { help: 'Say in your own words why the payment is right.', rows: 6 }),
})
export type Evidence = z.output<typeof evidence>

const dispute_not_found = [404, 'This dispute does not exist, or Stripe does not know it.'] as const
const payment_unavailable = [
  503,
  'Stripe cannot be reached. Please try again in a minute, and look first at what was saved.',
] as const
const dispute_closed = [409, 'This dispute no longer takes evidence. Reload the page to see its state.'] as const

/** The file that was uploaded; null without one. */
const evidenceFile = z.nullable(z.object({ name: z.string(), bytes: z.number() }))

const disputePage = z.extend(dispute, {
  /** What Stripe has, or where it has nothing yet, what Luna knows. */
  evidence,
  file: evidenceFile,
  /** Whether the evidence was saved at Stripe before. */
  isDraft: z.boolean(),
})
export type DisputePage = z.output<typeof disputePage>

export const readDispute = call('GET /api/admin/disputes/:id', {
  who: 'money.read',
  summary: 'Returns a dispute with its evidence: the draft at Stripe, or what Luna knows about the payment.',
  answer: disputePage,
  errors: { dispute_not_found, payment_unavailable },
})

export const saveEvidence = call('PUT /api/admin/disputes/:id/evidence', {
  who: 'money.change',
  summary: 'Saves the evidence of a dispute at Stripe, or submits it to the bank, after which it cannot be changed.',
  body: z.object({
    evidence,
    submit: z.boolean({ error: 'submit must be true or false' }),
    before: beforeFields,
    /** The file that the form showed, which is compared before evidence is submitted. */
    file: z.optional(evidenceFile),
  }),
  asksProof: true,
  done: ['Draft Saved', 'Submit it before the deadline.'],
  failed: ['Failed to save evidence', 'Your words are still in the form. Please try again.'],
  answer: disputePage,
  errors: {
    dispute_not_found,
    dispute_closed,
    payment_unavailable,
    changed_meanwhile,
    file_changed: [409, 'A colleague has changed the file. Please look at it, and submit again.'],
  },
})

export const addEvidenceFile = call('POST /api/admin/disputes/:id/file', {
  who: 'money.change',
  summary: 'Adds a PDF, JPG or PNG to the evidence of a dispute, judged by its bytes; Luna keeps no copy.',
  body: z.object({ file: z.file({ error: 'Please choose a file' }) }),
  largestFile: {
    bytes: evidenceLimits.fileBytes,
    refusal: 'The file is larger than 4.5 MB. Please choose a smaller one.',
  },
  asksProof: true,
  done: ['File Added'],
  failed: ['Failed to add file', 'Please try again.'],
  answer: disputePage,
  errors: {
    dispute_not_found,
    dispute_closed,
    wrong_file_type: [400, 'Please choose a PDF, JPG or PNG.'],
    payment_unavailable,
  },
})
