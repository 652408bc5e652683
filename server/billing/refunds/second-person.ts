import { type Acting, recordAct } from '../../audit/acts.ts'
import { findFinding } from '../../audit/findings.ts'
import type { Read, Tx } from '../../database/sql.ts'
import { listGivers, stillHasDuty } from '../../identity/admins.ts'
import { refuse } from '../../kernel/problem.ts'
import { lockAccount } from '../../ledger/ledger.ts'
import { listFormerValues, readSettings } from '../../settings/settings.ts'
import { judgeGift, readSupportLeft, refuseGift } from './limits.ts'
import {
  findPaymentOf,
  listMoneyBack,
  listPaidParts,
  type MoneyBack,
  requestRefund,
  sumRefundedElsewhere,
} from './money-back.ts'
import { countLeft, isGiven } from './refundable.ts'
import {
  addRefundRequest,
  decideRefundRequest,
  findRefundRequest,
  type RefundedPart,
  type RefundRequestRow,
} from './refund-requests.ts'
import type { PaidPart } from './shares.ts'
import { addUnknownCustomerRefund, lockUnknownCustomer, sumRefundedToUnknown } from './unknown-customers.ts'

/**
 * Large refunds, and those above support's limit, need two people: one requests, and another one, who may give that
 * much, approves.
 */

/** Refunds to one account within this time count together. */
const windowMs = 24 * 60 * 60_000

/**
 * Returns whether a refund needs a second person: it exceeds the setting `secondPersonAboveDollars` together with what
 * its whole payment has given back already and what staff refunded of the account's other payments within 24 hours, so
 * that splitting does not help. The account's row must be locked.
 */
export async function needsSecondPerson(
  tx: Tx,
  part: PaidPart,
  rows: MoneyBack[],
  { amountCents, at }: { amountCents: number; at: Date },
): Promise<boolean> {
  const aboveDollars = await readSecondPersonAbove(tx, at)
  return (await sumCounted(tx, part, rows, at)) + amountCents > aboveDollars * 100
}

/** Returns the cents of earlier refunds that count together with a new one of this part. */
async function sumCounted(
  read: Read,
  { accountId, paymentIntentId }: PaidPart,
  rows: MoneyBack[],
  at: Date,
): Promise<number> {
  const givenCents = rows.filter(isGiven).reduce((sum, row) => sum + row.amountCents, 0)
  return givenCents + (await sumRefundedElsewhere(read, accountId, paymentIntentId, windowBefore(at)))
}

/**
 * The same for a customer at the provider who is unknown here: `cents` is all that a payment will have given back. The
 * customer must be locked.
 */
export async function needsSecondPersonFor(
  tx: Tx,
  customerId: string,
  { cents, key, at }: { cents: number; key: string; at: Date },
): Promise<boolean> {
  const elsewhereCents = await sumRefundedToUnknown(tx, customerId, windowBefore(at), key)
  return cents + elsewhereCents > (await readSecondPersonAbove(tx, at)) * 100
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

/**
 * Returns the cents of earlier refunds that count together with one of this payment, and those that support may still
 * give to the payer; null when the payment is unknown.
 */
export async function readCounted(
  read: Read,
  transactionId: string,
  at: Date,
): Promise<{ refundedCents: number; supportLeftCents: number } | null> {
  const known = await findPaymentOf(read, transactionId)
  const [part] = known === null ? [] : await listPaidParts(read, known)
  if (!part) return null
  const { accountId, paymentIntentId } = part
  return {
    refundedCents: await sumCounted(read, part, await listMoneyBack(read, paymentIntentId), at),
    supportLeftCents: await readSupportLeft(read, { accountId, at }),
  }
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

/** Stores a refund that waits for someone else, and records it. Returns null while another of the same part waits. */
export async function askSecondPerson(tx: Tx, part: RefundedPart, asked: Asked): Promise<string | null> {
  const { amountCents, reason, key, by } = asked
  const { id: transactionId, accountId } = part
  const id = await addRefundRequest(tx, part, { amountCents, reason, key, requestedBy: by.adminId, at: by.at })
  if (id) await record(tx, by, { action: 'refund.request', transactionId, accountId, amountCents, reason })
  return id
}

interface Approved {
  paymentIntentId: string
  refundId: string
  isOfUnknown: boolean
}

/**
 * Approves a request and requests its refund, both once: parallel approvals wait for the account's lock, and the second
 * finds it decided. `unknownLeftCents` is what is left of a payment whose customer is unknown here. Returns the payment
 * whose refund is now to be made.
 */
export async function approve(tx: Tx, by: Acting, id: string, unknownLeftCents: number): Promise<Approved> {
  const request = await lockRequest(tx, id)
  if (request.requestedBy === by.adminId) refuse('own_request')
  if (!isWaiting(request, by.at)) refuse('already_decided')
  if (!(await stillHasDuty(tx, request.requestedBy, 'money.change'))) refuse('requester_left')
  const givers = await listGivers(tx, by.adminId, 'money.change')
  // A requester with colleagues of their own making would need no second person (D192).
  if (givers.some((giver) => giver.by === request.requestedBy)) refuse('own_request')
  const { amountCents, requestKey: key, stripePaymentIntentId: paymentIntentId } = request
  const customerId = await findUnknownCustomer(tx, request)
  const ofRequester = await listGivers(tx, request.requestedBy, 'money.change')
  const isNew = [givers[0], ofRequester[0]].some((given) => given && given.at > windowBefore(request.requestedAt))
  // Finance could make most refunds that support hands on, so no role is too new for those.
  if (isNew && (await isLarge(tx, request, { customerId, at: by.at }))) refuse('role_too_new')
  await refuseGift(tx, by, { accountId: request.accountId, customerId, cents: amountCents, key })
  const refundId = customerId
    ? await requestOfUnknown(tx, request, { customerId, leftCents: unknownLeftCents, at: by.at })
    : await requestOfPart(tx, request, by.at)
  if (!refundId) refuse('refund_too_large')
  const made = customerId ? { unknownCustomerRefundId: refundId } : { moneyBackId: refundId }
  await decideRefundRequest(tx, id, { state: 'approved', by: by.adminId, at: by.at, ...made })
  const more = { requestedBy: request.requestedBy, ...(givers[0] && { roleGivenBy: givers[0].by }) }
  await record(tx, by, { ...request, action: 'refund.approve', more })
  return { paymentIntentId, refundId, isOfUnknown: customerId !== null }
}

/** Returns whether a request waits because of its size, rather than because support handed it on. */
async function isLarge(
  tx: Tx,
  { amountCents, requestKey: key, stripePaymentIntentId, transactionId }: RefundRequestRow,
  { customerId, at }: { customerId: string | null; at: Date },
): Promise<boolean> {
  if (customerId) return needsSecondPersonFor(tx, customerId, { cents: amountCents, key, at })
  const part = (await listPaidParts(tx, stripePaymentIntentId)).find(({ id }) => id === transactionId)
  return (
    part !== undefined &&
    needsSecondPerson(tx, part, await listMoneyBack(tx, stripePaymentIntentId), { amountCents, at })
  )
}

/** Requests the refund of a part of a known payment. Returns null when less is left. */
async function requestOfPart(tx: Tx, request: RefundRequestRow, at: Date): Promise<string | null> {
  const { amountCents, requestKey: key, reason, requestedBy, stripePaymentIntentId: paymentIntentId } = request
  const parts = await listPaidParts(tx, paymentIntentId)
  const part = parts.find((one) => one.id === request.transactionId)
  if (!part) throw new Error(`Payment ${paymentIntentId} does not know transaction ${request.transactionId}`)
  const leftCents = countLeft(parts, part, await listMoneyBack(tx, paymentIntentId))
  if (amountCents > leftCents) return null
  const refundId = await requestRefund(tx, part, { amountCents, reason, requestedBy, key, at })
  if (!refundId) throw new Error(`The key of refund request ${request.id} was used for another refund`)
  return refundId
}

/** Requests the refund of a payment whose customer is unknown here. Returns null when less is left. */
async function requestOfUnknown(
  tx: Tx,
  { amountCents, requestKey: key, reason, requestedBy, stripePaymentIntentId: paymentIntentId }: RefundRequestRow,
  { customerId, leftCents, at }: { customerId: string; leftCents: number; at: Date },
): Promise<string | null> {
  if (amountCents > leftCents) return null
  return addUnknownCustomerRefund(tx, { paymentIntentId, customerId, amountCents, reason, requestedBy, key, at })
}

/** Returns the customer at the provider of a request without an account; null for one with an account. */
async function findUnknownCustomer(read: Read, { accountId, transactionId }: RefundRequestRow): Promise<string | null> {
  return accountId === null ? ((await findFinding(read, transactionId))?.stripeCustomerId ?? null) : null
}

/** Declines another person's request. */
export async function decline(tx: Tx, by: Acting, id: string): Promise<void> {
  const request = await lockRequest(tx, id)
  if (request.requestedBy === by.adminId) refuse('own_request')
  const { accountId, amountCents, requestKey: key } = request
  const customerId = await findUnknownCustomer(tx, request)
  // Who may not give it alone does not decide about it either.
  const refusal = await judgeGift(tx, by, { accountId, customerId, cents: amountCents, key })
  if (refusal && refusal !== 'self_change') refuse(refusal)
  await end(tx, by, request, 'declined')
}

/** Withdraws a person's own request. */
export async function withdraw(tx: Tx, by: Acting, id: string): Promise<void> {
  const request = await lockRequest(tx, id)
  if (request.requestedBy !== by.adminId) refuse('not_yours')
  await end(tx, by, request, 'withdrawn')
}

async function end(tx: Tx, by: Acting, request: RefundRequestRow, state: 'declined' | 'withdrawn'): Promise<void> {
  if (!(await decideRefundRequest(tx, request.id, { state, by: by.adminId, at: by.at }))) refuse('already_decided')
  await record(tx, by, { ...request, action: state === 'declined' ? 'refund.decline' : 'refund.withdraw' })
}

/** Returns a request as it is under its account's lock, or its customer's. */
async function lockRequest(tx: Tx, id: string): Promise<RefundRequestRow> {
  const known = (await findRefundRequest(tx, { id })) ?? refuse('request_not_found')
  if (known.accountId !== null) await lockAccount(tx, known.accountId)
  else await lockUnknownCustomer(tx, (await findUnknownCustomer(tx, known)) ?? '')
  return (await findRefundRequest(tx, { id })) ?? refuse('request_not_found')
}

function isWaiting({ state, expiresAt }: RefundRequestRow, at: Date): boolean {
  return state === 'waiting' && expiresAt > at
}

interface Recorded {
  action: string
  transactionId: string
  accountId: string | null
  amountCents: number
  reason: string
  /** Only of an approval. The operator, who may have given the approver's role, has no id. */
  more?: { requestedBy: string; roleGivenBy?: string }
}

async function record(tx: Tx, by: Acting, recorded: Recorded): Promise<void> {
  const { action, transactionId: id, accountId, amountCents, reason, more } = recorded
  const kind = accountId === null ? 'finding' : 'payment'
  await recordAct(tx, by, { action, target: { kind, id }, after: { amountCents, ...more }, reason })
}
