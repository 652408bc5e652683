import { type Acting, recordAct } from '../../audit/acts.ts'
import { closeFinding, findFinding } from '../../audit/findings.ts'
import type { Tx } from '../../database/sql.ts'
import { refuse } from '../../kernel/problem.ts'
import type { Services } from '../services.ts'
import { refuseGift } from './limits.ts'
import { expireRefundRequests, findRefundRequest } from './refund-requests.ts'
import { askSecondPerson, needsSecondPersonFor } from './second-person.ts'
import {
  addUnknownCustomerRefund,
  findUnknownCustomerRefund,
  listUnsentRefunds,
  lockUnknownCustomer,
  settleUnknownCustomerRefund,
  type UnknownCustomerRefund,
} from './unknown-customers.ts'

interface Asked {
  findingId: string
  reason: string
  /** Names this refund. Sent again with it at any time, it is the same refund. */
  key: string
  by: Acting
}

export interface Refunded {
  /** Whether it was made, or waits for a second person. */
  state: 'made' | 'waiting'
  /** The id of the refund, or of the request that waits. */
  id: string
  amountCents: number
  status: string
}

interface Payment {
  findingId: string
  paymentIntentId: string
  customerId: string
  /** Cents that the provider has received and not given back. */
  leftCents: number
  refundedCents: number
}

/**
 * Refunds what is left of a payment whose customer is unknown here, and ends that customer's subscriptions. A large
 * refund waits for a second person, like any other. Repeating the request is safe. Throws PaymentsUnavailable.
 */
export async function refundUnknownCustomer(services: Services, asked: Asked): Promise<Refunded> {
  const { database } = services
  const finding = await findFinding(database.read, asked.findingId)
  if (!finding?.stripeCustomerId) refuse('finding_not_found')
  const { objectId: paymentIntentId, stripeCustomerId: customerId } = finding
  const left = await readLeft(services, paymentIntentId)
  const payment = { findingId: finding.id, paymentIntentId, customerId, ...left }
  const request = await database.write((tx) => ask(tx, payment, asked))
  return typeof request === 'string' ? ((await sendRefund(services, request)) ?? refuse('refund_refused')) : request
}

/** Returns what the provider has received of a payment and what it has given back, in cents. */
export async function readLeft(
  { payments }: Services,
  paymentIntentId: string,
): Promise<{ leftCents: number; refundedCents: number }> {
  const made = await payments.findMadePayment(paymentIntentId)
  const refundedCents = made?.refundedCents ?? 0
  return { leftCents: (made?.amountCents ?? 0) - refundedCents, refundedCents }
}

/** Returns the id of the refund, made now or earlier under the same key, or the request that waits. */
async function ask(
  tx: Tx,
  { findingId, paymentIntentId, customerId, leftCents, refundedCents }: Payment,
  { reason, key, by }: Asked,
): Promise<string | Refunded> {
  await lockUnknownCustomer(tx, customerId)
  await expireRefundRequests(tx, by.at)
  const same = await findUnknownCustomerRefund(tx, { key })
  if (same) return same.stripePaymentIntentId === paymentIntentId ? same.id : refuse('key_used')
  const waiting = await findRefundRequest(tx, { key })
  if (waiting) {
    const isSame = waiting.state === 'waiting' && waiting.transactionId === findingId
    return isSame ? toWaiting(waiting.id, waiting.amountCents) : refuse('key_used')
  }
  const unsent = await findUnknownCustomerRefund(tx, { openFor: paymentIntentId })
  if (unsent) return unsent.id
  const finding = await findFinding(tx, findingId)
  if (finding?.closedAt || finding?.accepted || leftCents <= 0) refuse('finding_not_open')
  await refuseGift(tx, by, { accountId: null, customerId, cents: leftCents, key })
  const refund = { amountCents: leftCents, reason, key }
  if (await needsSecondPersonFor(tx, customerId, { cents: refundedCents + leftCents, key, at: by.at })) {
    const part = { id: findingId, paymentIntentId, accountId: null }
    const id = await askSecondPerson(tx, part, { ...refund, by })
    return id ? toWaiting(id, leftCents) : refuse('request_waiting')
  }
  const id = await addUnknownCustomerRefund(tx, {
    ...refund,
    paymentIntentId,
    customerId,
    requestedBy: by.adminId,
    at: by.at,
  })
  const target = { kind: 'finding', id: findingId } as const
  await recordAct(tx, by, { action: 'payment.refund', target, after: { amountCents: leftCents }, reason })
  return id
}

function toWaiting(id: string, amountCents: number): Refunded {
  return { state: 'waiting', id, amountCents, status: 'waiting' }
}

/**
 * Makes a requested refund at the provider, once, and settles its finding. Returns null when the provider refuses it.
 * Throws PaymentsUnavailable.
 */
export async function sendRefund(services: Services, id: string): Promise<Refunded | null> {
  const { database } = services
  const refund = await findUnknownCustomerRefund(database.read, { id })
  if (!refund) throw new Error(`Refund ${id} is gone`)
  const status = refund.status === 'requested' ? await sendOnce(services, refund) : refund.status
  return status === 'made' ? { state: 'made', id, amountCents: refund.amountCents, status } : null
}

async function sendOnce(services: Services, refund: UnknownCustomerRefund): Promise<'made' | 'refused'> {
  const { database, payments, clock } = services
  const { id, stripePaymentIntentId: paymentIntentId, stripeCustomerId, amountCents } = refund
  // The provider forgets its keys after a day, so its refunds must be read before another one is made.
  const known = (await payments.listRefunds(paymentIntentId)).some(({ refundId }) => refundId === id)
  const isMade = known || (await payments.refund({ refundId: id, paymentIntentId, amountCents, type: 'unknown' }))
  // Nobody here could end what goes on charging that card.
  if (isMade) await payments.endAllOf(stripeCustomerId)
  const status = isMade ? 'made' : 'refused'
  const at = clock.now()
  await database.write(async (tx) => {
    await settleUnknownCustomerRefund(tx, id, status, at)
    if (isMade) await closeFinding(tx, 'paid_not_credited', paymentIntentId, at)
  })
  return status
}

/** Goes on with refunds that the provider has not answered. */
export async function resumeUnknownCustomerRefunds(services: Services): Promise<void> {
  for (const { id } of await listUnsentRefunds(services.database.readLong)) {
    try {
      await sendRefund(services, id)
    } catch (error) {
      services.log.error({ err: error, refundId: id }, 'a refund to an unknown customer could not be made')
    }
  }
}
