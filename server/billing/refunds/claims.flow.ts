import type { Tx } from '../../database/sql.ts'
import { withoutCrossing } from '../auto-purchase/auto-purchase.ts'
import { minutesOf, type PaidPart, refundedCents } from './claim-shares.ts'
import {
  listPaidParts,
  listReversals,
  listUndecided,
  type ProviderReversal,
  refuseRefund,
  type Reversal,
  storeReversal,
} from './claims.ts'
import { claimLot } from '../../ledger/ledger.ts'
import type { DisputeState, RefundState } from '../stripe/reversals.ts'
import type { Services } from '../services.ts'
import { type ClaimChange, sendClaimMails } from './claim-changes.flow.ts'
import { settleDebts } from './claim-debts.flow.ts'
import { listCreditedParts } from './credited-parts.flow.ts'
import { endQuietly } from './debts.flow.ts'
import { watchBalance } from '../auto-purchase/watch-balance.flow.ts'

const recentDays = 3

/**
 * Brings a payment's minutes and debts to what its refunds and disputes are at the provider now (D44). Only the present
 * state counts, so order and repetition of events do not matter, and what was taken comes back when it has no reason any
 * more. A payment that is not ours is ignored; throws while one of ours cannot be credited yet.
 */
export async function reconcileClaims(services: Services, paymentIntentId: string): Promise<void> {
  const { database, payments, clock } = services
  const [part] = await listCreditedParts(services, paymentIntentId)
  if (!part) return
  await sendRequested(services, paymentIntentId)
  const readAt = clock.real()
  const found = [
    ...(await payments.listRefunds(paymentIntentId)).map(fromRefund),
    // With an inquiry no money moves; one that became a dispute is told as that.
    ...(await payments.listDisputes(paymentIntentId)).filter(({ state }) => state !== 'none').map(fromDispute),
  ]
  const at = clock.now()
  const settled = await database.write((tx) =>
    withoutCrossing(tx, part.accountId, at, () => applyClaims(services, tx, { paymentIntentId, found, readAt, at })),
  )
  await watchBalance(services, part.accountId)
  for (const debtId of settled.withdrawnDebts) await endQuietly(services, debtId)
  for (const repaid of settled.repaidPayments) await reconcileClaims(services, repaid)
}

/** Makes the refunds that were asked for and that the provider does not have yet. */
async function sendRequested(services: Services, paymentIntentId: string): Promise<void> {
  const { database, payments, clock } = services
  const rows = await listReversals(database.read, paymentIntentId)
  const requested = rows.filter(({ status }) => status === 'requested')
  if (requested.length === 0) return
  // The provider forgets its keys after a day: what it has must be known before it is asked again.
  const made = new Set((await payments.listRefunds(paymentIntentId)).map(({ reversalId }) => reversalId))
  for (const { id, type, amountCents } of requested) {
    if (made.has(id)) continue
    const isMade = await payments.refund({ reversalId: id, paymentIntentId, amountCents, type })
    if (isMade) continue
    services.log.warn({ reversalId: id }, 'the payment provider refuses a refund')
    await database.write((tx) => refuseRefund(tx, id, clock.now()))
  }
}

interface Seen {
  paymentIntentId: string
  found: ProviderReversal[]
  readAt: Date
  at: Date
}

async function applyClaims(services: Services, tx: Tx, { paymentIntentId, found, readAt, at }: Seen) {
  const parts = await listPaidParts(tx, paymentIntentId)
  const changes: ClaimChange[] = []
  for (const reversal of found) {
    const stored = await storeReversal(tx, parts, reversal, { readAt, at })
    if (stored && stored.status !== stored.statusBefore) changes.push({ ...reversal, ...stored })
  }
  const rows = await listReversals(tx, paymentIntentId)
  await claimParts(tx, parts, rows, at)
  const claimed = await listPaidParts(tx, paymentIntentId)
  const debts = await settleDebts(tx, claimed, rows, at)
  await sendClaimMails(services, tx, { parts: claimed, rows, changes, debts })
  return {
    withdrawnDebts: debts.withdrawn.map(({ id }) => id),
    repaidPayments: debts.withdrawn.flatMap(({ paymentIntentId: paid }) => paid ?? []),
  }
}

/** What the rows say is claimed of each lot. */
async function claimParts(tx: Tx, parts: PaidPart[], rows: Reversal[], at: Date): Promise<void> {
  const refunds = rows.filter(({ kind, status }) => kind === 'refund' && ['pending', 'succeeded'].includes(status))
  const states = new Set(rows.filter(({ kind }) => kind === 'dispute').map(({ status }) => status))
  const dispute = (['lost', 'open'] as const).find((state) => states.has(state)) ?? null
  const refunded = refundedCents(parts, refunds)
  for (const [i, part] of parts.entries()) {
    const { accountId, sourceRef } = part
    if (sourceRef === null) continue
    const { bonusMs, priceCents } = part
    // The bonus goes back in proportion, too (D40).
    for (const [ref, grantedMs] of [
      [sourceRef, part.grantedMs - bonusMs],
      [sourceRef.replace('package:', 'bonus:'), bonusMs],
    ] as const) {
      if (grantedMs === 0) continue
      const refundMs = minutesOf({ grantedMs, priceCents }, refunded[i] ?? 0)
      await claimLot(tx, { accountId, sourceRef: ref, refundMs, dispute, at })
    }
  }
}

function fromRefund(refund: RefundState): ProviderReversal {
  return { ...refund, kind: 'refund', stripeId: refund.id }
}

function fromDispute(dispute: DisputeState): ProviderReversal {
  return { ...dispute, kind: 'dispute', stripeId: dispute.id, status: dispute.state, reversalId: null, type: null }
}

/** Reads again what is undecided, and what was begun in the last days: a message about it may have been lost. */
export async function reconcileUndecided(services: Services): Promise<void> {
  const { database, payments, clock, log } = services
  const since = new Date(clock.now().getTime() - recentDays * 24 * 60 * 60_000)
  const wanted = await payments.listReversedPayments(since)
  for (let after = ''; ;) {
    const page: { paymentIntentId: string }[] = await listUndecided(database.readLong, after)
    for (const { paymentIntentId } of page) wanted.add(paymentIntentId)
    const last = page.at(-1)
    if (!last) break
    after = last.paymentIntentId
  }
  for (const paymentIntentId of wanted) {
    try {
      await reconcileClaims(services, paymentIntentId)
    } catch (error) {
      log.error({ err: error, paymentIntentId }, 'refunds and disputes of a payment could not be read again')
    }
  }
}
