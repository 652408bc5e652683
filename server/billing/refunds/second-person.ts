import { type Acting, recordAct } from '../../audit/acts.ts'
import type { Read, Tx } from '../../database/sql.ts'
import { listGivers, stillHasDuty } from '../../identity/admins.ts'
import { lockAccount } from '../../ledger/ledger.ts'
import { listFormerValues, readSettings } from '../../settings/settings.ts'
import { type GivingRefusal, refuseGift } from './limits.ts'
import {
  findPaymentOf,
  listMoneyBack,
  listPaidParts,
  type MoneyBack,
  requestRefund,
  sumRefundedElsewhere,
} from './money-back.ts'
import { countLeft, isGiven } from './refundable.ts'
import { addRefundRequest, decideRefundRequest, findRefundRequest, type RefundRequestRow } from './refund-requests.ts'
import type { PaidPart } from './shares.ts'

/** Large refunds need two people: one requests, another one approves. */

/** Refunds to one account within this time count together. */
const windowMs = 24 * 60 * 60_000

/**
 * Returns whether a refund needs a second person: it exceeds the setting `secondPersonAboveDollars` together with what
 * its whole payment has given back already and what staff refunded of the account's other payments within 24 hours, so
 * that splitting does not help. The account's row must be locked.
 */
export async function needsSecondPerson(
  tx: Tx,
  { accountId, paymentIntentId }: PaidPart,
  rows: MoneyBack[],
  { amountCents, at }: { amountCents: number; at: Date },
): Promise<boolean> {
  const aboveDollars = await readSecondPersonAbove(tx, at)
  const givenCents = rows.filter(isGiven).reduce((sum, row) => sum + row.amountCents, 0)
  const elsewhereCents = await sumRefundedElsewhere(tx, accountId, paymentIntentId, windowBefore(at))
  return givenCents + elsewhereCents + amountCents > aboveDollars * 100
}

/**
 * Returns above how many dollars a refund needs a second person: the lowest value of the setting within 24 hours, so
 * that no one raises it for a refund of their own.
 */
export async function readSecondPersonAbove(read: Read, at: Date): Promise<number> {
  const { secondPersonAboveDollars } = await readSettings(read)
  return Math.min(
    secondPersonAboveDollars,
    ...(await listFormerValues(read, 'secondPersonAboveDollars', windowBefore(at))),
  )
}

/** Returns the cents that count toward the limit beside a payment; null when it is unknown. */
export async function readRefundedElsewhere(read: Read, transactionId: string, at: Date): Promise<number | null> {
  const paymentIntentId = await findPaymentOf(read, transactionId)
  const [part] = paymentIntentId === null ? [] : await listPaidParts(read, paymentIntentId)
  return part ? sumRefundedElsewhere(read, part.accountId, part.paymentIntentId, windowBefore(at)) : null
}

function windowBefore(at: Date): Date {
  return new Date(at.getTime() - windowMs)
}

interface Asked {
  amountCents: number
  reason: string
  key: string
  by: Acting
}

/** Stores a refund that waits for a second person, and records it. Returns null while another of the same part waits. */
export async function askSecondPerson(tx: Tx, part: PaidPart, asked: Asked): Promise<string | null> {
  const { amountCents, reason, key, by } = asked
  const id = await addRefundRequest(tx, part, { amountCents, reason, key, requestedBy: by.adminId, at: by.at })
  if (id) await record(tx, by, { action: 'refund.request', transactionId: part.id, amountCents, reason })
  return id
}

type Undecidable = 'request_not_found' | 'already_decided'
export type ApprovalRefusal =
  | Undecidable
  | GivingRefusal
  | 'own_request'
  | 'requester_left'
  | 'role_too_new'
  | 'refund_too_large'

/**
 * Approves a request and requests its refund, both once: parallel approvals wait for the account's lock, and the second
 * finds it decided. Returns the payment whose refund is now to be made, or why it is refused.
 */
export async function approve(
  tx: Tx,
  by: Acting,
  id: string,
): Promise<{ state: 'approved'; paymentIntentId: string; refundId: string } | { state: ApprovalRefusal }> {
  const request = await lockRequest(tx, id)
  if (!request) return { state: 'request_not_found' }
  if (request.requestedBy === by.adminId) return { state: 'own_request' }
  if (!isWaiting(request, by.at)) return { state: 'already_decided' }
  if (!(await stillHasDuty(tx, request.requestedBy, 'money.change'))) return { state: 'requester_left' }
  const givers = await listGivers(tx, by.adminId, 'money.change')
  // A person who makes colleagues of their own would need no second person (D192).
  if (givers.some((giver) => giver.by === request.requestedBy)) return { state: 'own_request' }
  if (givers[0] && givers[0].at > windowBefore(request.requestedAt)) return { state: 'role_too_new' }
  const { accountId, amountCents, requestKey: key, reason, stripePaymentIntentId: paymentIntentId } = request
  const refusal = await refuseGift(tx, by, { accountId, cents: amountCents, key })
  if (refusal) return { state: refusal }
  const parts = await listPaidParts(tx, paymentIntentId)
  const part = parts.find((one) => one.id === request.transactionId)
  if (!part) throw new Error(`Payment ${paymentIntentId} does not know transaction ${request.transactionId}`)
  const leftCents = countLeft(parts, part, await listMoneyBack(tx, paymentIntentId))
  if (amountCents > leftCents) return { state: 'refund_too_large' }
  const refund = { amountCents, reason, requestedBy: request.requestedBy, key, at: by.at }
  const refundId = await requestRefund(tx, part, refund)
  if (!refundId) throw new Error(`The key of refund request ${id} was used for another refund`)
  await decideRefundRequest(tx, id, { state: 'approved', by: by.adminId, at: by.at, moneyBackId: refundId })
  await record(tx, by, { ...request, action: 'refund.approve' })
  return { state: 'approved', paymentIntentId, refundId }
}

/** Declines another person's request. Returns why it is refused, or null. */
export async function decline(
  tx: Tx,
  by: Acting,
  id: string,
): Promise<Undecidable | 'own_request' | 'above_limit' | null> {
  const request = await lockRequest(tx, id)
  if (!request) return 'request_not_found'
  if (request.requestedBy === by.adminId) return 'own_request'
  const { accountId, amountCents, requestKey: key } = request
  // Who may not give it alone does not decide about it either.
  if ((await refuseGift(tx, by, { accountId, cents: amountCents, key })) === 'above_limit') return 'above_limit'
  return end(tx, by, request, 'declined')
}

/** Withdraws a person's own request. Returns why it is refused, or null. */
export async function withdraw(tx: Tx, by: Acting, id: string): Promise<Undecidable | 'not_yours' | null> {
  const request = await lockRequest(tx, id)
  if (!request) return 'request_not_found'
  return request.requestedBy === by.adminId ? end(tx, by, request, 'withdrawn') : 'not_yours'
}

async function end(
  tx: Tx,
  by: Acting,
  request: RefundRequestRow,
  state: 'declined' | 'withdrawn',
): Promise<'already_decided' | null> {
  if (!(await decideRefundRequest(tx, request.id, { state, by: by.adminId, at: by.at }))) return 'already_decided'
  await record(tx, by, { ...request, action: state === 'declined' ? 'refund.decline' : 'refund.withdraw' })
  return null
}

/** Returns a request as it is under its account's lock. */
async function lockRequest(tx: Tx, id: string): Promise<RefundRequestRow | null> {
  const known = await findRefundRequest(tx, { id })
  if (!known) return null
  await lockAccount(tx, known.accountId)
  return findRefundRequest(tx, { id })
}

function isWaiting({ state, expiresAt }: RefundRequestRow, at: Date): boolean {
  return state === 'waiting' && expiresAt > at
}

interface Recorded {
  action: string
  transactionId: string
  amountCents: number
  reason: string
}

async function record(tx: Tx, by: Acting, { action, transactionId, amountCents, reason }: Recorded): Promise<void> {
  await recordAct(tx, by, { action, target: { kind: 'payment', id: transactionId }, after: { amountCents }, reason })
}
