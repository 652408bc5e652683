import { countOf, type LongRead, type Read } from '../database/sql.ts'

/** The statement of an account: every change of its balance and its cause. */

export interface MinuteEntry {
  id: string
  /** From 1 without a gap. */
  seq: number
  kind: string
  at: Date
  amountMs: number
  balanceBeforeMs: number
  balanceAfterMs: number
  notes: string | null
  sessionId: string | null
  /** The agent that was unlocked. */
  agentId: string | null
  /** The agent of the conversation or the unlock. */
  agentName: string | null
  /** The payment that gave the minutes. */
  receiptId: string | null
  receiptNumber: number | null
}

/** Returns the entries of an account, newest first: at most `limit`, without the newest `offset`. */
export function listMinutes(
  read: LongRead,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<MinuteEntry[]> {
  return read<MinuteEntry>`
    select entry.id, entry.seq, entry.kind, entry.at, entry.amount_ms, entry.balance_before_ms, entry.balance_after_ms,
      entry.notes, voice_session.id as session_id, unlocked.id as agent_id,
      coalesce(talked.name, unlocked.name) as agent_name,
      coalesce(credit_purchase.id, subscription_payment.id) as receipt_id,
      coalesce(credit_purchase.receipt_number, subscription_payment.receipt_number) as receipt_number
    from entry
    left join voice_session on voice_session.id = case entry.kind
      when 'usage' then entry.ref::uuid when 'talk_credit' then substring(entry.ref from '^talk:(.+)')::uuid end
    left join agent as talked on talked.id = voice_session.agent_id
    left join agent as unlocked on unlocked.id = case when entry.kind = 'unlock' then entry.ref::uuid end
    left join credit_purchase on credit_purchase.account_id = entry.account_id
      and credit_purchase.stripe_payment_intent_id = substring(entry.ref from '^(?:package|bonus):([^#]+)')
    left join subscription_payment on subscription_payment.account_id = entry.account_id
      and subscription_payment.stripe_invoice_id = substring(entry.ref from '^month:([^#]+)')
    where entry.account_id = ${accountId}
      and entry.seq <= (select last_seq from account where id = ${accountId}) - ${offset}
    order by entry.seq desc limit ${limit}`
}

/** Returns how many entries an account has. */
export function countMinutes(read: Read, accountId: string): Promise<number> {
  return countOf(read<{ lastSeq: number }>`select last_seq from account where id = ${accountId}`)
}

/** Returns the cause of an entry in words, with a note if there is more to explain. */
export function describeEntry(entry: MinuteEntry): { what: string; note: string | null } {
  const { kind, agentName, notes } = entry
  switch (kind) {
    case 'usage':
      return { what: agentName ? `Session with ${agentName}` : 'Session', note: notes }
    case 'talk_credit':
      return {
        what: agentName ? `Time given back for a session with ${agentName}` : 'Time given back',
        note: 'Our voice provider measured less time than we charged.',
      }
    case 'unlock':
      return { what: agentName ? `Unlocked ${agentName}` : 'Unlocked an agent', note: null }
    case 'purchase':
      return { what: notes ?? 'Purchased minutes', note: null }
    case 'bonus':
      return { what: 'First-package bonus', note: 'Extra minutes on your first package.' }
    case 'referral':
      return { what: 'Invitation reward', note: 'Someone you invited made a first payment.' }
    case 'adjustment':
      return { what: 'Correction', note: 'Made by the Luna team.' }
    case 'monthly_grant':
      return { what: notes ?? 'Monthly minutes', note: 'Minutes for the month' }
    case 'monthly_lapse':
      return { what: 'Unused monthly minutes', note: 'Their month has ended.' }
    case 'refund':
      return { what: 'Minutes from a refunded payment', note: null }
    case 'freeze':
      return { what: 'Minutes from a disputed payment', note: 'Frozen while your bank looks into the payment.' }
    case 'release':
      return { what: 'Minutes given back', note: null }
    default:
      return { what: notes ?? 'Balance change', note: null }
  }
}
