import type { Tx } from '../../database/sql.ts'

/** Disputes as the provider last reported them: deadline, evidence, and its own words for state and reason. */

/** A dispute as the provider reports it now. */
interface ReportedDispute {
  id: string
  amountCents: number
  status: string
  reason: string
  dueAt: Date | null
  hasEvidence: boolean
  submissions: number
  createdAt: Date
}

/**
 * Stores a payment's disputes. A newer read stored before stays. `readAt` is real time: when the read began. The
 * account's row must be locked.
 */
export async function storeDisputes(
  tx: Tx,
  payment: { paymentIntentId: string; accountId: string },
  found: readonly ReportedDispute[],
  times: { readAt: Date; at: Date },
): Promise<void> {
  for (const dispute of found) {
    await tx`
      insert into dispute (stripe_dispute_id, stripe_payment_intent_id, account_id, amount_cents, status, reason,
        due_at, has_evidence, submissions, created_at, updated_at, read_at)
      values (${dispute.id}, ${payment.paymentIntentId}, ${payment.accountId}, ${dispute.amountCents},
        ${dispute.status}, ${dispute.reason}, ${dispute.dueAt}, ${dispute.hasEvidence}, ${dispute.submissions},
        ${dispute.createdAt}, ${times.at}, ${times.readAt})
      on conflict (stripe_dispute_id) do update set amount_cents = excluded.amount_cents, status = excluded.status,
        reason = excluded.reason, due_at = excluded.due_at, has_evidence = excluded.has_evidence,
        submissions = excluded.submissions, updated_at = excluded.updated_at, read_at = excluded.read_at
      where dispute.read_at < excluded.read_at`
  }
}
