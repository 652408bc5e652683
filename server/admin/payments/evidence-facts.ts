import type { Evidence } from '#contract/admin/disputes.ts'
import { countText, formatCents, formatDuration, minutesText, msToMinutes, msToSeconds } from '#contract/amounts.ts'
import { formatLongDay } from '#contract/dates.ts'
import type { LongRead } from '../../database/sql.ts'
import { readSettings } from '../../settings/settings.ts'
import type { DisputeRow } from './disputes.ts'

/** What Luna knows about a disputed payment, as the bank reads it; never any words of a conversation. */

/** More lines than a bank reads; the totals count all of them. */
const mostLines = 100

interface Conversation {
  startedAt: Date
  usedMs: number
  chargedMs: number
}

interface Facts {
  paidAt: Date | null
  amountCents: number
  termsVersion: string | null
  termsAcceptedAt: Date | null
  signIns: Date[]
}

/** Returns evidence filled with what is known: who paid, for what, what was used since, and which terms were accepted. */
export async function suggestEvidence(read: LongRead, dispute: DisputeRow): Promise<Evidence> {
  const facts = await readFacts(read, dispute)
  const conversations = await listConversations(read, dispute.accountId, facts.paidAt)
  const { productName } = await readSettings(read)
  const bought = dispute.items.join(' + ') || 'minutes of talk time'
  return {
    customerName: dispute.payerName,
    customerEmail: dispute.payerEmail,
    productDescription: `${productName} is an online service for live voice conversations with AI agents. This payment of ${formatCents(facts.amountCents || dispute.amountCents)} bought: ${bought}. The minutes were available right after the payment.`,
    serviceDate: facts.paidAt ? formatLongDay(facts.paidAt) : '',
    activityLog: writeLog(facts.signIns, conversations),
    termsDisclosure:
      facts.termsAcceptedAt === null
        ? ''
        : `The customer accepted the Terms of Service (version ${facts.termsVersion}), which include the refund policy, on ${momentText(facts.termsAcceptedAt)}.`,
    statement: '',
  }
}

async function readFacts(read: LongRead, { accountId, paymentIntentId }: DisputeRow): Promise<Facts> {
  const [row] = await read<Facts>`
    select bought.paid_at, coalesce(bought.amount_cents, 0)::integer as amount_cents, users.terms_version,
      users.terms_accepted_at, coalesce((
        select array_agg(at order by at) from (
          select created_at as at from session where session.user_id = users.id
          union select first_seen_at from known_device where known_device.user_id = users.id) as signed_in
        where bought.paid_at is null or at >= bought.paid_at - interval '1 day'), '{}') as sign_ins
    from account_contact as contact
    left join users on users.id = contact.user_id
    left join lateral (
      select min(created_at) as paid_at, sum(amount_cents) as amount_cents from receipt
      where stripe_payment_intent_id = ${paymentIntentId} and kind in ('payment', 'automatic', 'debt')) as bought on true
    where contact.account_id = ${accountId}`
  return row ?? { paidAt: null, amountCents: 0, termsVersion: null, termsAcceptedAt: null, signIns: [] }
}

function listConversations(read: LongRead, accountId: string, since: Date | null): Promise<Conversation[]> {
  return read<Conversation>`
    select created_at as started_at, used_ms, charged_ms - credited_ms as charged_ms from voice_session
    where account_id = ${accountId} and not is_test and counted_ms is not null
      and created_at >= coalesce(${since}::timestamptz, '-infinity')
    order by created_at`
}

function writeLog(signIns: Date[], conversations: Conversation[]): string {
  const chargedMs = conversations.reduce((sum, { chargedMs: charged }) => sum + charged, 0)
  const lines = [
    `Sign-ins since the payment: ${signIns.length === 0 ? 'none recorded' : ''}`.trim(),
    ...signIns.slice(0, mostLines).map((at) => `- ${momentText(at)}`),
    '',
    `Voice conversations since the payment: ${
      conversations.length === 0
        ? 'none'
        : `${countText(conversations.length, 'conversation')}, ${minutesText(msToMinutes(chargedMs))} charged`
    }`,
    ...conversations
      .slice(0, mostLines)
      .map(
        ({ startedAt, usedMs, chargedMs: charged }) =>
          `- ${momentText(startedAt)}: lasted ${formatDuration(msToSeconds(usedMs))}, charged ${formatDuration(msToSeconds(charged))}`,
      ),
  ]
  return lines.join('\n')
}

/** Returns such as `November 20, 2026, 15:04 UTC`, because the bank knows no other time zone. */
function momentText(at: Date): string {
  return `${formatLongDay(at)}, ${at.toISOString().slice(11, 16)} UTC`
}

/** A file as the provider takes it. */
interface EvidenceFile {
  name: string
  type: 'application/pdf' | 'image/jpeg' | 'image/png'
  bytes: Buffer
}

const signatures: readonly (readonly [EvidenceFile['type'], Buffer])[] = [
  ['application/pdf', Buffer.from('%PDF-', 'latin1')],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
]

/** Returns an upload as a file for the bank, if it is a PDF, JPG or PNG by its bytes; otherwise null. */
export function toEvidenceFile(name: string, bytes: Buffer): EvidenceFile | null {
  const type = signatures.find(([, signature]) => bytes.subarray(0, signature.length).equals(signature))?.[0]
  return type ? { name: name.replaceAll(/[^\w. -]/g, '_').slice(-100) || 'evidence', type, bytes } : null
}
