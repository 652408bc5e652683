import type Stripe from 'stripe'
import { expect } from 'vitest'
import { firstPackageBonus, packages, packageTiers, platformAccess } from '#contract/billing/prices.ts'
import { expectInvariants } from '../kit/world/invariants.ts'
import type { Actor, HistoryRig } from './rig.ts'

/** Compares the books with a calculation from the provider's records and the length of each conversation. */

const minimumChargeCents = 50
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
/** The bonus of a first package in the histories, in percent (D40). */
export const bonusPercent = 10

type Piece = {
  ref: string
  grantedMs: number
  priceCents: number
  refundedCents: number
  dispute: Stripe.Dispute | null
}

/** Returns what the provider says that a person has paid and got back, cut into packages and months. */
async function readPieces(rig: HistoryRig, customer: string): Promise<{ pieces: Piece[]; disputes: Stripe.Dispute[] }> {
  const pieces: Piece[] = []
  const disputes: Stripe.Dispute[] = []
  for await (const intent of rig.stripe.paymentIntents.list({ customer, limit: 100 })) {
    if (intent.status !== 'succeeded') continue
    const refunds = (await rig.stripe.refunds.list({ payment_intent: intent.id, limit: 100 })).data
    const found = (await rig.stripe.disputes.list({ payment_intent: intent.id, limit: 100 })).data
    disputes.push(...found)
    const refunded = refunds
      .filter(({ status }) => status === 'succeeded' || status === 'pending')
      .map(({ amount }) => amount)
    pieces.push(...cut(intent, await invoiceOf(rig, intent.id), refunded, found.at(0) ?? null))
  }
  return { pieces, disputes }
}

async function invoiceOf(rig: HistoryRig, paymentIntent: string): Promise<string | null> {
  const payment = { type: 'payment_intent' as const, payment_intent: paymentIntent }
  const { data } = await rig.stripe.invoicePayments.list({ payment, limit: 1 })
  const invoice = data[0]?.invoice
  return typeof invoice === 'string' ? invoice : (invoice?.id ?? null)
}

/** Cuts a payment: it is a month when it has an invoice, a package when one of the four prices is in it, or both. */
type Dispute = Stripe.Dispute | null
function cut(intent: Stripe.PaymentIntent, invoice: string | null, refunds: number[], dispute: Dispute): Piece[] {
  const monthCents = invoice ? platformAccess.priceCents : 0
  const packageCents = intent.amount_received - monthCents
  const bought = packageTiers.map((tier) => packages[tier]).find(({ priceCents }) => priceCents === packageCents)
  if (!bought && packageCents > 0) return []
  // Each refund is split by the prices: the package's part is rounded, the month's is the rest.
  const ofPackage = refunds.map((amount) => Math.round((amount * packageCents) / intent.amount_received))
  const pieces: Piece[] = []
  if (bought) {
    const grantedMs = bought.minutes * 60_000
    const ref = `package:${intent.id}`
    pieces.push({ ref, grantedMs, priceCents: packageCents, refundedCents: sum(ofPackage), dispute })
  }
  if (invoice) {
    const grantedMs = platformAccess.monthlyMinutes * 60_000
    const refundedCents = sum(refunds) - sum(ofPackage)
    pieces.push({ ref: `month:${invoice}`, grantedMs, priceCents: monthCents, refundedCents, dispute })
  }
  return pieces
}

/** Checks that exactly one package of a person gave the bonus, in proportion to its own minutes (D40). */
function bonusOf(pieces: Piece[], lots: LotRow[]): Piece[] {
  const bought = pieces.filter(({ ref }) => ref.startsWith('package:'))
  if (bought.length === 0) return []
  const lot = lots.find(({ source_ref: ref }) => ref.startsWith('bonus:'))
  const first = bought.find(({ ref }) => ref === lot?.source_ref.replace('bonus:', 'package:'))
  if (!first) throw new Error('No package brought the bonus of the first one')
  const grantedMs = firstPackageBonus(first.grantedMs / 60_000, bonusPercent) * 60_000
  return [{ ...first, ref: first.ref.replace('package:', 'bonus:'), grantedMs }]
}

type LotRow = { source_ref: string; bucket: string } & Record<
  'granted' | 'remaining' | 'frozen' | 'taken' | 'lapsed',
  number
>

const spentOf = (lot: LotRow) => lot.granted - lot.remaining - lot.frozen - lot.taken - lot.lapsed

function readLots(rig: HistoryRig, actor: Actor): Promise<LotRow[]> {
  return rig.world.sql<LotRow>(
    `select source_ref, bucket, granted_ms as granted, remaining_ms as remaining, frozen_ms as frozen,
       taken_ms as taken, lapsed_ms as lapsed from lot where account_id = $1 order by id`,
    [actor.accountId],
  )
}

/** Checks everything that must hold once no conversation runs and every event has arrived. */
export async function expectAgreement(rig: HistoryRig, actors: Actor[]): Promise<void> {
  await expectInvariants(rig.world)
  for (const actor of actors) {
    const customer = await rig.customerOf(actor)
    const { pieces: paid, disputes } = customer ? await readPieces(rig, customer) : { pieces: [], disputes: [] }
    const lots = await readLots(rig, actor)
    const pieces = [...paid, ...bonusOf(paid, lots)]
    // Every payment is credited exactly once, with its minutes.
    const granted = (list: { ref: string; ms: number }[]) => list.toSorted((a, b) => a.ref.localeCompare(b.ref))
    expect(granted(lots.map((lot) => ({ ref: lot.source_ref, ms: lot.granted })))).toEqual(
      granted(pieces.map(({ ref, grantedMs }) => ({ ref, ms: grantedMs }))),
    )
    for (const lot of lots) {
      const piece = pieces.find(({ ref }) => ref === lot.source_ref)
      if (piece) expectClawbacks(lot, piece)
    }
    await expectTalk(rig, actor, lots)
    await expectSubscription(rig, actor, customer, lots)
    await expectDebts(rig, actor, pieces, lots, disputes)
  }
}

/** Checks that what is taken back, frozen and left of one purchase follows from what was used of it (D44). */
function expectClawbacks(lot: LotRow, piece: Piece): void {
  const unspent = lot.granted - spentOf(lot) - lot.lapsed
  const state = piece.dispute?.status
  const target = Math.floor((piece.grantedMs * Math.min(piece.refundedCents, piece.priceCents)) / piece.priceCents)
  const taken = state === 'lost' ? unspent : Math.min(target, unspent)
  const frozen = state === 'needs_response' || state === 'under_review' ? unspent - taken : 0
  const { source_ref: ref, bucket } = lot
  const found = { ref, bucket, taken: lot.taken, frozen: lot.frozen, remaining: lot.remaining }
  expect(found).toEqual({ ref, bucket, taken, frozen, remaining: unspent - taken - frozen })
}

/** Conversations cost what they lasted in whole seconds, never more than was held; no hold stays open. */
async function expectTalk(rig: HistoryRig, actor: Actor, lots: LotRow[]): Promise<void> {
  const conversations = await rig.world.sql<{ used: number; charged: number; held: number; state: string }>(
    `select used_ms as used, voice_session.charged_ms as charged, hold.amount_ms as held, hold.state
     from voice_session join hold on hold.id = voice_session.id where user_id = $1`,
    [actor.id],
  )
  let total = 0
  for (const { used, charged, held, state } of conversations) {
    const whole = Math.floor(Math.min(used, held) / 1000) * 1000
    const owed = used < 10_000 ? 0 : whole
    expect({ charged, state }).toEqual({ charged: owed, state: 'settled' })
    total += owed
  }
  expect(sum(lots.map(spentOf))).toBe(total)
  const [account] = await rig.world.sql<{ held: number; waits: boolean }>(
    'select held_ms as held, needs_sweep as waits from account where id = $1',
    [actor.accountId],
  )
  expect(account).toEqual({ held: 0, waits: false })
}

/** The subscription is what the provider says; only the newest month has minutes, none after the end (D32). */
async function expectSubscription(rig: HistoryRig, actor: Actor, customer: string | null, lots: LotRow[]) {
  const { subscriptionStatus, stripeSubscriptionId, cancelAtPeriodEnd } = await rig.person(actor)
  const months = lots.filter(({ bucket, remaining }) => bucket === 'monthly' && remaining > 0)
  expect(months.length).toBeLessThanOrEqual(1)
  const all = customer ? (await rig.stripe.subscriptions.list({ customer, status: 'all', limit: 100 })).data : []
  const running = all.filter(({ status }) => ['active', 'past_due'].includes(status))
  // Two never exist side by side (D34).
  expect(running.length).toBeLessThanOrEqual(1)
  if (!stripeSubscriptionId) return expect(running).toEqual([])
  const truth = await rig.stripe.subscriptions.retrieve(stripeSubscriptionId)
  expect({ subscriptionStatus, cancelAtPeriodEnd }).toEqual({
    subscriptionStatus: truth.status,
    cancelAtPeriodEnd: truth.cancel_at_period_end || truth.cancel_at !== null,
  })
  if (truth.status === 'canceled') expect(months).toEqual([])
}

/** Checks that the used minutes of a lost payment are owed, apart from the balance (D44). */
async function expectDebts(rig: HistoryRig, actor: Actor, pieces: Piece[], lots: LotRow[], disputes: Stripe.Dispute[]) {
  const owed = ({ amount, id }: Stripe.Dispute) => {
    const parts = pieces.filter((piece) => piece.dispute?.id === id && !piece.ref.startsWith('bonus:'))
    return Math.min(amount, sum(parts.map((piece) => costOf(lots, piece))))
  }
  const lost = disputes.filter(({ status }) => status === 'lost')
  const expected = lost.map(owed).filter((cents) => cents >= minimumChargeCents)
  const rows = await rig.world.sql<{ amount_cents: number }>(
    "select amount_cents from debt where account_id = $1 and status = 'open'",
    [actor.accountId],
  )
  const sorted = (values: number[]) => values.toSorted((a, b) => a - b)
  expect(sorted(rows.map((row) => row.amount_cents))).toEqual(sorted(expected))
}

/** Returns the price of both: a package and its bonus were sold together for the price of the package. */
function costOf(lots: LotRow[], { ref, priceCents }: Piece): number {
  const sold = lots.filter((lot) => lot.source_ref === ref || lot.source_ref === ref.replace('package:', 'bonus:'))
  const granted = sum(sold.map((lot) => lot.granted))
  return granted === 0 ? 0 : Math.floor((sum(sold.map(spentOf)) * priceCents) / granted)
}
