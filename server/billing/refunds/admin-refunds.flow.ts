import { type Acting, recordAct } from '../../audit/acts.ts'
import type { Tx } from '../../database/sql.ts'
import { stillHasDuty } from '../../identity/admins.ts'
import type { PaidPart } from './shares.ts'
import { findPaymentOf, listPaidParts, listMoneyBack, requestRefund, type MoneyBack } from './money-back.ts'
import { refuse } from '../../kernel/problem.ts'
import { lockAccount } from '../../ledger/ledger.ts'
import type { Services } from '../services.ts'
import { judgeGift } from './limits.ts'
import { countLeft } from './refundable.ts'
import { expireRefundRequests, findRefundRequest, readWaitingCents, type RefundRequestRow } from './refund-requests.ts'
import { approve, askSecondPerson, needsSecondPerson } from './second-person.ts'
import { followMoneyBack } from './refunds.flow.ts'
import { type Refunded, readLeft, sendRefund } from './unknown-customers.flow.ts'

export interface AdminRefund {
  transactionId: string
  /** Everything that is left when undefined. */
  amountCents: number | undefined
  reason: string
  /** Names this refund. Sent again with it at any time, it is the same refund. */
  key: string
  by: Acting
}

/**
 * Refunds the payment of a package or a month, in full or in part. An amount above what the person may give waits for
 * somebody else's approval. The row is written before the provider is asked; a repeated request continues it, and so
 * does the hourly upkeep when this process dies (D44).
 */
export async function refundTransaction(services: Services, asked: AdminRefund): Promise<Refunded> {
  const { read } = services.database
  const paymentIntentId = (await findPaymentOf(read, asked.transactionId)) ?? refuse('transaction_not_found')
  const request = await askFor(services, paymentIntentId, asked)
  return typeof request === 'string' ? make(services, paymentIntentId, request) : request
}

/** Approves a refund that another person requested, and makes it. */
export async function approveRefund(services: Services, by: Acting, requestId: string): Promise<Refunded> {
  const { read, write } = services.database
  const request = await findRefundRequest(read, { id: requestId })
  const left = request?.accountId === null ? await readLeft(services, request.stripePaymentIntentId) : null
  const result = await write((tx) => approve(tx, by, requestId, left?.leftCents ?? 0))
  if (!result.isOfUnknown) return make(services, result.paymentIntentId, result.refundId)
  return (await sendRefund(services, result.refundId)) ?? refuse('refund_refused')
}

/** Makes a requested refund at the provider. */
async function make(services: Services, paymentIntentId: string, refundId: string): Promise<Refunded> {
  await followMoneyBack(services, paymentIntentId)
  const row = (await listMoneyBack(services.database.read, paymentIntentId)).find(({ id }) => id === refundId)
  if (!row || (row.stripeId === null && row.status === 'failed')) refuse('refund_refused')
  return { state: 'made', id: row.id, amountCents: row.amountCents, status: row.status }
}

/** Returns the id of the refund, made now or earlier under the same key, or the request that waits. */
async function askFor(services: Services, paymentIntentId: string, asked: AdminRefund): Promise<string | Refunded> {
  const at = services.clock.now()
  const [known] = await listPaidParts(services.database.read, paymentIntentId)
  if (!known) throw new Error(`Payment ${paymentIntentId} paid for nothing`)
  return services.database.write(async (tx) => {
    await lockAccount(tx, known.accountId)
    await expireRefundRequests(tx, at, known.accountId)
    const parts = await listPaidParts(tx, paymentIntentId)
    const part = parts.find(({ id }) => id === asked.transactionId)
    if (!part) throw new Error(`Payment ${paymentIntentId} does not know transaction ${asked.transactionId}`)
    const rows = await listMoneyBack(tx, paymentIntentId)
    const same = rows.find(({ requestKey }) => requestKey === asked.key)
    if (same) return isSame(same, part, asked) ? same.id : refuse('key_used')
    const waiting = await findRefundRequest(tx, { key: asked.key })
    if (waiting) return describeWaiting(waiting, asked)
    const leftCents = countLeft(parts, part, rows)
    const amountCents = await measure(tx, part, leftCents, asked)
    const { reason, key, by } = asked
    const refusal = await judgeGift(tx, by, { accountId: part.accountId, cents: amountCents, key })
    // Support hands on to finance what is above its limit.
    const isHandedOn = refusal === 'above_limit' && (await stillHasDuty(tx, by.adminId, 'money.change'))
    if (refusal && !isHandedOn) refuse(refusal)
    if (isHandedOn || (await needsSecondPerson(tx, part, rows, { amountCents, at }))) {
      const requestId = (await askSecondPerson(tx, part, { amountCents, reason, key, by })) ?? refuse('request_waiting')
      return { state: 'waiting', id: requestId, amountCents, status: 'waiting' }
    }
    const id = await requestRefund(tx, part, { amountCents, reason, requestedBy: by.adminId, key, at })
    if (!id) refuse('key_used')
    const target = { kind: 'payment', id: part.id } as const
    const [before, after] = [{ refundableCents: leftCents }, { refundableCents: leftCents - amountCents, amountCents }]
    await recordAct(tx, by, { action: 'payment.refund', target, before, after, reason })
    return id
  })
}

/** Returns how much is to be refunded, or refuses what is too much: a refund that waits for approval reserves its amount. */
async function measure(
  tx: Tx,
  { id, paymentIntentId }: PaidPart,
  leftCents: number,
  { amountCents, by }: AdminRefund,
): Promise<number> {
  const waitingCents = (await readWaitingCents(tx, [paymentIntentId], by.at)).get(id) ?? 0
  const freeCents = leftCents - waitingCents
  const wantedCents = amountCents ?? freeCents
  if (wantedCents > 0 && wantedCents <= freeCents) return wantedCents
  refuse(waitingCents > 0 && wantedCents <= leftCents ? 'refund_reserved' : 'refund_too_large')
}

/** Returns the request that was stored under this key; once it is decided, the key is used up. */
function describeWaiting({ id, amountCents, state, transactionId }: RefundRequestRow, asked: AdminRefund): Refunded {
  const isSame = transactionId === asked.transactionId && (asked.amountCents ?? amountCents) === amountCents
  if (state !== 'waiting' || !isSame) refuse('key_used')
  return { state, id, amountCents, status: state }
}

/** Returns whether the row under this key is the refund that is requested now. */
function isSame({ type, amountCents }: MoneyBack, part: PaidPart, asked: AdminRefund): boolean {
  return type === part.type && (asked.amountCents === undefined || asked.amountCents === amountCents)
}
