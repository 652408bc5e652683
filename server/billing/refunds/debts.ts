import { isTrue, countOf, first, type Read, type Tx } from '../../database/sql.ts'

/** Money owed for minutes that were used before a dispute took their payment, apart from the balance (D44). */

/** The provider charges nothing below this amount, so no debt is raised. */
const minDebtCents = 50

export interface Debt {
  id: string
  accountId: string
  userId: string
  amountCents: number
  createdAt: Date
}

/** Returns what an account owes now, oldest first. */
export function listOpenDebts(read: Read, accountId: string): Promise<Debt[]> {
  return read<Debt>`
    select id, account_id, user_id, amount_cents, created_at from debt
    where account_id = ${accountId} and status = 'open' order by created_at, id`
}

/** Returns what an account owes in total, in cents. Above 0, no conversation starts on it (D44). */
export function readDebtCents(read: Read, accountId: string): Promise<number> {
  return countOf(read<{ debtCents: number }>`
    select coalesce(sum(amount_cents), 0) as debt_cents from debt where account_id = ${accountId} and status = 'open'`)
}

/**
 * Raises a lost dispute's debt, or corrects the amount of an open one: a conversation that was live when the dispute
 * was lost is counted once it is over. A paid or forgiven debt stays as it is. Returns the amount owed when it is new.
 */
export async function raiseDebt(
  tx: Tx,
  debt: { accountId: string; userId: string; disputeId: string; amountCents: number; at: Date },
): Promise<boolean> {
  if (debt.amountCents < minDebtCents) return false
  return isTrue(tx<{ isNew: boolean }>`
    insert into debt (account_id, user_id, stripe_dispute_id, amount_cents, created_at)
    values (${debt.accountId}, ${debt.userId}, ${debt.disputeId}, ${debt.amountCents}, ${debt.at})
    on conflict (stripe_dispute_id) where status <> 'withdrawn' do update set amount_cents = excluded.amount_cents
    where debt.status = 'open' and debt.amount_cents <> excluded.amount_cents
    returning old.id is null as is_new`)
}

export interface CancelledDebt {
  id: string
  amountCents: number
  /** The payment that paid it; null when it was still open. */
  paymentIntentId: string | null
}

/** Cancels the debt of a dispute that was won after all. Returns null when there was none. */
export function cancelDebt(tx: Tx, disputeId: string, at: Date): Promise<CancelledDebt | null> {
  return first(tx<CancelledDebt>`
    update debt set status = 'withdrawn', closed_at = coalesce(closed_at, ${at})
    where stripe_dispute_id = ${disputeId} and status in ('open', 'paid')
    returning id, amount_cents, stripe_payment_intent_id as payment_intent_id`)
}

/** Returns an open debt by its id; null when it is unknown or settled. */
export function findOpenDebt(read: Read, debtId: string): Promise<{ accountId: string; amountCents: number } | null> {
  return first(read<{ accountId: string; amountCents: number }>`
    select account_id, amount_cents from debt where id = ${debtId} and status = 'open'`)
}

/** Closes an open debt without payment. Returns null when it is unknown or not open. */
export function forgiveDebt(
  tx: Tx,
  debtId: string,
  forgiven: { by: string; reason: string; at: Date },
): Promise<{ accountId: string; amountCents: number } | null> {
  return first(tx<{ accountId: string; amountCents: number }>`
    update debt set status = 'forgiven', closed_by = ${forgiven.by}, reason = ${forgiven.reason},
      closed_at = ${forgiven.at}
    where id = ${debtId} and status = 'open' returning account_id, amount_cents`)
}

/**
 * Books the payment of a debt, which gets a receipt. Returns whether the debt was still open: a payment after its end
 * must go back. Throws for a second payment, which closing the first makes impossible.
 */
export async function bookDebtPayment(
  tx: Tx,
  paid: { debtId: string | null; paymentIntentId: string; amountCents: number; paidWith: string | null; at: Date },
): Promise<boolean> {
  const [row] = await tx<{ wasOpen: boolean }>`
    update debt set status = case status when 'open' then 'paid' else status end,
      stripe_payment_intent_id = ${paid.paymentIntentId}, amount_cents = ${paid.amountCents},
      paid_with = ${paid.paidWith}, receipt_number = nextval('receipt_number'), closed_at = coalesce(closed_at, ${paid.at})
    where id = ${paid.debtId} and stripe_payment_intent_id is null
    returning old.status = 'open' as was_open`
  if (!row) throw new Error(`Debt ${paid.debtId} was paid twice`)
  return row.wasOpen
}
