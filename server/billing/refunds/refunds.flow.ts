import { findStartOf, noteCompared } from '../../audit/comparisons.ts'
import { withoutCrossing } from '../auto-purchase/auto-purchase.ts'
import { storeDisputes } from '../disputes/disputes.ts'
import { clawBack } from './clawbacks.ts'
import { followDisputes } from './dispute-debts.ts'
import {
  failRefund,
  listMoneyBack,
  listPaidParts,
  listUndecided,
  type ProviderMoneyBack,
  storeAllMoneyBack,
} from './money-back.ts'
import { sendMoneyBackMails } from './money-back-mails.ts'
import type { PaidPart } from './shares.ts'
import { findAccountOfCustomer } from '../checkout/payers.ts'
import type { DisputeState, RefundState } from '../stripe/refunds.ts'
import { eightAtOnce } from '../stripe/client.ts'
import type { Services } from '../services.ts'
import type { Tx } from '../../database/sql.ts'
import { bookPayment, bookInvoice } from '../bookings/book-payment.flow.ts'
import { watchBalance } from '../auto-purchase/watch-balance.flow.ts'
import { endQuietly } from './debts.flow.ts'

/** Follows a refund or a dispute one way: the provider's state, our rows, the ledger, debts, mails. */

/** How long a payment of one of our customers may be unknown here. After that we did not open it. */
const knownWithinMs = 60 * 60_000

/**
 * Adjusts a payment's minutes and debts to its current refunds and disputes at the provider (D44). Only the current
 * state counts, so order and repetition of events do not matter, and minutes that were taken come back when the reason
 * is gone. A payment that is not ours is ignored. Throws while one of ours cannot be credited yet.
 */
export async function followMoneyBack(services: Services, paymentIntentId: string): Promise<void> {
  const { database, payments, clock } = services
  const [part] = await listCreditedParts(services, paymentIntentId)
  if (!part) return
  await sendRequested(services, paymentIntentId)
  const readAt = clock.real()
  const refunds = await payments.listRefunds(paymentIntentId)
  const disputes = await payments.listDisputes(paymentIntentId)
  // An inquiry moves no money; one that became a dispute is reported as a dispute.
  const found = [...refunds.map(fromRefund), ...disputes.filter(({ state }) => state !== 'none').map(fromDispute)]
  const at = clock.now()
  const settled = await database.write((tx) =>
    withoutCrossing(tx, part.accountId, at, async () => {
      const result = await applyFound(services, tx, { paymentIntentId, found, readAt, at })
      await storeDisputes(tx, { paymentIntentId, accountId: part.accountId }, disputes, { readAt, at })
      return result
    }),
  )
  await watchBalance(services, part.accountId)
  for (const debtId of settled.cancelledDebts) await endQuietly(services, debtId)
  for (const repaid of settled.repaidPayments) await followMoneyBack(services, repaid)
}

/**
 * Returns what a payment paid for, credited first if necessary, because a refund may arrive before its payment. Empty
 * for a payment that is not ours. Throws while one that was just made is not credited.
 */
async function listCreditedParts(services: Services, paymentIntentId: string): Promise<PaidPart[]> {
  const { database, payments, clock } = services
  const known = await listPaidParts(database.read, paymentIntentId)
  if (known.length > 0) return known
  const { state } = await bookPayment(services, paymentIntentId)
  const invoiceId = state === 'not_found' ? await payments.findInvoiceOf(paymentIntentId) : null
  if (invoiceId) await bookInvoice(services, invoiceId)
  const parts = await listPaidParts(database.read, paymentIntentId)
  if (parts.length > 0) return parts
  const payment = await payments.findPayment(paymentIntentId)
  const accountId = payment?.customerId ? await findAccountOfCustomer(database.read, payment.customerId) : null
  if (payment && accountId && clock.now().getTime() - payment.createdAt.getTime() < knownWithinMs) {
    throw new Error(`Payment ${paymentIntentId} is not credited yet`)
  }
  return []
}

/** Makes the requested refunds that the provider does not have yet. */
async function sendRequested(services: Services, paymentIntentId: string): Promise<void> {
  const { database, payments, clock } = services
  const rows = await listMoneyBack(database.read, paymentIntentId)
  const requested = rows.filter(({ status }) => status === 'requested')
  if (requested.length === 0) return
  // The provider forgets its keys after a day, so its refunds must be read before another one is made.
  const made = new Set((await payments.listRefunds(paymentIntentId)).map(({ refundId }) => refundId))
  for (const { id, type, amountCents } of requested) {
    if (made.has(id)) continue
    const isMade = await payments.refund({ refundId: id, paymentIntentId, amountCents, type })
    if (isMade) continue
    services.log.warn({ refundId: id }, 'the payment provider refuses a refund')
    await database.write((tx) => failRefund(tx, id, clock.now()))
  }
}

interface Seen {
  paymentIntentId: string
  found: ProviderMoneyBack[]
  readAt: Date
  at: Date
}

async function applyFound(services: Services, tx: Tx, { paymentIntentId, found, readAt, at }: Seen) {
  const parts = await listPaidParts(tx, paymentIntentId)
  const changes = await storeAllMoneyBack(tx, parts, found, { readAt, at })
  const rows = await listMoneyBack(tx, paymentIntentId)
  await clawBack(tx, parts, rows, at)
  const clawedBack = await listPaidParts(tx, paymentIntentId)
  const debts = await followDisputes(tx, clawedBack, rows, at)
  await sendMoneyBackMails(tx, services, { parts: clawedBack, rows, changes, debts })
  return {
    cancelledDebts: debts.cancelled.map(({ id }) => id),
    repaidPayments: debts.cancelled.flatMap(({ paymentIntentId: paid }) => paid ?? []),
  }
}

function fromRefund(refund: RefundState): ProviderMoneyBack {
  return { ...refund, kind: 'refund', stripeId: refund.id }
}

function fromDispute(dispute: DisputeState): ProviderMoneyBack {
  return { ...dispute, kind: 'dispute', stripeId: dispute.id, status: dispute.state, refundId: null, type: null }
}

/**
 * Reads again what is undecided or began in the last days or since the last time, because a report about it may have
 * been lost.
 */
export async function followUndecided(services: Services): Promise<void> {
  const { database, payments, clock, log } = services
  const startedAt = clock.now()
  const { since, isWhole } = await findStartOf(database.read, 'money_back', startedAt)
  const wanted = await payments.listPaymentsWithMoneyBack(since)
  for (let after = ''; ;) {
    const page: { paymentIntentId: string }[] = await listUndecided(database.readLong, after)
    for (const { paymentIntentId } of page) wanted.add(paymentIntentId)
    const last = page.at(-1)
    if (!last) break
    after = last.paymentIntentId
  }
  await eightAtOnce(wanted, (paymentIntentId) =>
    followMoneyBack(services, paymentIntentId).catch((error: unknown) =>
      log.error({ err: error, paymentIntentId }, 'refunds and disputes of a payment could not be read again'),
    ),
  )
  await noteCompared(database.step, 'money_back', { until: startedAt, isWhole })
}
