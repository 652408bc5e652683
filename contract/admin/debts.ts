import * as z from 'zod/mini'
import { payerRef, sortedListQuery } from '../admin-list.ts'
import { call } from '../call.ts'
import { isoTime } from '../identity/people.ts'

/** A debt is open, paid, forgiven by staff, or cancelled because its dispute was won. */
export const debtStates = ['open', 'paid', 'forgiven', 'cancelled'] as const
export type DebtState = (typeof debtStates)[number]

export const adminDebt = z.object({
  id: z.string(),
  /** Dollars. */
  amount: z.number(),
  state: z.enum(debtStates),
  createdAt: isoTime,
  closedAt: z.nullable(isoTime),
  /** Why it was forgiven; null otherwise. */
  reason: z.nullable(z.string()),
  payer: payerRef,
  /** The disputed payment; null when it is no longer known. */
  paymentId: z.nullable(z.string()),
  /** What the disputed payment was for. */
  description: z.nullable(z.string()),
  /** Why the bank took it back, in Stripe's word; null when unknown. */
  disputeReason: z.nullable(z.string()),
})
export type AdminDebt = z.output<typeof adminDebt>

export const adminDebts = call('GET /api/admin/debts', {
  who: 'money.read',
  summary: 'Lists what is owed for minutes used from disputed payments, newest first (D44).',
  query: z.extend(sortedListQuery(['created', 'amount', 'payer']), { state: z.optional(z.enum(debtStates)) }),
  answer: z.array(adminDebt),
})
