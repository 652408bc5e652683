import type { EndReason } from '#contract/conversations/voice-socket.ts'
import { packageTiers } from '#contract/billing/prices.ts'
import { bookPackage } from '#server/billing/checkout/purchases.ts'
import { offerAccess, offerPackage } from '#server/billing/checkout/offers.ts'
import { clawBack } from '#server/billing/refunds/clawbacks.ts'
import { bookDebtPayment, listOpenDebts } from '#server/billing/refunds/debts.ts'
import { followDisputes } from '#server/billing/refunds/dispute-debts.ts'
import { listMoneyBack, listPaidParts, storeAllMoneyBack } from '#server/billing/refunds/money-back.ts'
import { bookMonth, bookSeats } from '#server/billing/subscriptions/subscriptions.ts'
import { compareWithProvider, type ProviderFigures } from '#server/conversations/provider-records.ts'
import { openConversation, settleConversation } from '#server/conversations/voice-sessions.ts'
import type { Tx } from '#server/database/sql.ts'
import { createUser, findPerson } from '#server/identity/users.ts'
import { adjustBalance, lapseEveryMonth, lapseMonths, openPool, spendOnUnlock } from '#server/ledger/ledger.ts'
import type { World } from '../../kit/world/world.ts'

/** What can happen to the owner's figures, through the product's own rules and without the payment provider. */

const dayMs = 86_400_000

/** Somebody of a history, with an account of their own or an organization's pool. */
export interface Payer {
  userId: string
  accountId: string
  organizationId: number | null
  payments: string[]
  paidUntil: Date | null
}

export interface Stage {
  world: World
  agents: string[]
  /** Records of the voice provider that come later. */
  pending: { figures: ProviderFigures; endedAt: Date }[]
  /** Returns a number from 0 up to `below`, the same in every run of a seed. */
  pick(below: number): number
}

let count = 0
/** Real time of reads at the provider: each is newer than the one before. */
let reads = Date.parse('2026-01-01T00:00:00Z')
const name = (kind: string) => `${kind}_figures${++count}`

const names = { passwordHash: 'none', firstName: 'Robin', lastName: 'Reed', referralCode: undefined, terms: null }

/** Adds a person; with `isPool` somebody who pays for an organization. */
export async function addPayer({ services, sql }: World, isPool: boolean, at: Date): Promise<Payer> {
  const { database, welcome } = services
  const email = `${name('person')}@example.com`
  const userId = await database.write((tx) => createUser(tx, welcome, { ...names, email, at }))
  const person = userId && (await findPerson(database.read, userId))
  if (!person) throw new Error('The person was not stored')
  const payer = { userId: person.id, organizationId: null, payments: [], paidUntil: null }
  if (!isPool) return { ...payer, accountId: person.accountId }
  const [row] = await sql<{ id: number }>(
    `insert into organization (name, slug, contact_email, created_at, updated_at)
     values ('Figures', $1, 'f@example.com', $2, $2) returning id`,
    [name('firm').replace('_', '-'), at],
  )
  const organizationId = row?.id ?? 0
  return { ...payer, organizationId, accountId: await database.write((tx) => openPool(tx, organizationId, at)) }
}

/** Does one thing at a moment. What is impossible then does not happen. */
export async function happen(stage: Stage, payer: Payer, at: Date): Promise<void> {
  const { services } = stage.world
  const write = (work: (tx: Tx) => Promise<unknown>) => services.database.write(work)
  const acts: [weight: number, act: () => Promise<unknown>][] = [
    [4, () => write((tx) => buy(tx, stage, payer, at))],
    [5, () => write((tx) => payMonth(tx, stage, payer, at))],
    [8, () => talk(stage, payer, at)],
    [2, () => write((tx) => moneyBack(tx, stage, payer, at))],
    [1, () => write((tx) => payDebt(tx, payer, at))],
    [1, () => write((tx) => lapseMonths(tx, payer.accountId, at, at))],
    [1, () => write((tx) => lapseEveryMonth(tx, payer.accountId, at))],
    [1, () => write((tx) => unlock(tx, stage, payer, at))],
    [1, () => write((tx) => correct(tx, stage, payer, at))],
  ]
  const late = stage.pick(4) === 0 ? stage.pending.shift() : undefined
  // It is asked for again for a day; here it may take some days.
  if (late && at.getTime() - late.endedAt.getTime() < 10 * dayMs) {
    await compareWithProvider(services.database.step, late.figures, at)
  }
  let left = stage.pick(acts.reduce((sum, [weight]) => sum + weight, 0))
  for (const [weight, act] of acts) {
    if (left < weight) return void (await act())
    left -= weight
  }
}

async function buy(tx: Tx, { pick }: Stage, payer: Payer, at: Date): Promise<void> {
  const { accountId, userId } = payer
  const offered = { ...offerPackage(packageTiers[pick(packageTiers.length)]!), bonusMinutes: pick(3) * 7 }
  const paymentIntentId = name('pi')
  payer.payments.push(paymentIntentId)
  const automatic = pick(3) === 0
  await bookPackage(tx, { accountId, userId, package: offered, paymentIntentId, automatic, paidWith: null, at })
}

/** Pays a month, early, in time or long after the former one; an organization also for services or seats. */
async function payMonth(tx: Tx, { pick }: Stage, payer: Payer, at: Date): Promise<void> {
  const { accountId, userId, organizationId } = payer
  const [paymentIntentId, invoiceId] = [name('pi'), name('in')]
  // A month follows the paid one; the ledger refuses one that ends before it.
  const begin = Math.max(at.getTime(), payer.paidUntil?.getTime() ?? 0)
  const endsAt = new Date(begin + (20 + pick(15)) * dayMs)
  const paid = { accountId, userId, paymentIntentId, paidWith: null, at }
  if (organizationId !== null && pick(3) === 0) {
    await bookSeats(tx, { ...paid, amountCents: 1 + pick(9000), periodEndsAt: endsAt })
    return
  }
  payer.payments.push(paymentIntentId)
  const access = offerAccess()
  const services = organizationId !== null && pick(2) === 0 ? 1 + pick(200_000) : 0
  const plan = organizationId === null ? access : { ...access, tier: 'business', priceCents: 7280, minutes: 500 }
  if (services > 0)
    await tx`
    insert into business_registration (form, status, organization_name, contact_name, contact_email, industry,
      company_size, terms_version, terms_accepted_at, user_count, user_access_tier, agent_type, number_of_agents,
      minute_package, agent_build_cents, user_access_cents, voice_minutes_cents, payment_amount_cents,
      monthly_total_cents, agent_name, package_name, package_minutes, user_cents, setup_hash, stripe_invoice_id,
      created_at, updated_at, expires_at)
    values ('main', 'expired', 'Figures', 'Fay', 'fay@example.com', 'other', '1-10', 'test', ${at}, 1, '1-4', 'single',
      1, 'starter', ${services}, 280, 7000, ${services}, 7280, 'One agent', 'Starter', 500, 280, '', ${invoiceId},
      ${at}, ${at}, ${at})`
  await bookMonth(tx, { ...paid, plan, amountCents: plan.priceCents + services, invoiceId, endsAt })
  payer.paidUntil = endsAt
}

const reasons: EndReason[] = ['user', 'agent', 'balance', 'limit', 'idle', 'fault', 'gone']

/** Talks, or tries to: tests, calls that never begin, silent and short ones happen, too. */
async function talk({ world, agents, pending, pick }: Stage, payer: Payer, at: Date): Promise<void> {
  const { step } = world.services.database
  const conversationId = name('conv')
  const choice = { agentId: agents[pick(agents.length)]!, isTest: pick(9) === 0 }
  const call = { conversationId, gatewayId: 1, resumeOf: undefined, at, real: at }
  const started = await openConversation(step, { ...payer, ...choice, ...call })
  if (started.state !== 'started') return
  const kind = pick(8)
  const usedMs = kind === 1 ? pick(10_000) : 10_000 + pick(50_000)
  const begun = kind === 0 ? null : { conversationId, at: new Date(at.getTime() + pick(5000)) }
  const progress = { usedMs, freeMs: 0, soundMs: 0, agentSpoke: kind !== 2, begun }
  const endedAt = new Date(at.getTime() + usedMs + pick(90_000))
  const reason = reasons[pick(reasons.length)]!
  await settleConversation(step, { id: started.id, reason, progress, at: endedAt })
  if (pick(3) === 0 || !begun) return
  // The provider's record comes at once or later, and sometimes it is shorter.
  const durationMs = pick(3) === 0 ? Math.max(0, usedMs - pick(40_000)) : usedMs + pick(1500)
  const figures = { conversationId, durationMs, providerCostCredits: null, costUsd: null }
  if (pick(3) === 0) pending.push({ figures, endedAt })
  else await compareWithProvider(step, figures, endedAt)
}

const states = { refund: ['pending', 'succeeded', 'failed'], dispute: ['open', 'lost', 'won'] } as const

/** A refund or dispute of an earlier payment begins, perhaps some days ago, or one that is known is decided. */
async function moneyBack(tx: Tx, { pick }: Stage, { payments }: Payer, at: Date): Promise<void> {
  const payment = payments[pick(payments.length)]
  if (!payment) return
  const parts = await listPaidParts(tx, payment)
  const paid = parts.reduce((sum, { priceCents }) => sum + priceCents, 0)
  const known = await listMoneyBack(tx, payment)
  const former = known[pick(known.length + 1)]
  const kind = former?.kind ?? (pick(2) === 0 ? 'refund' : 'dispute')
  const left = paid - known.reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (!former && left < 1) return
  const stripeId = former?.stripeId ?? name(kind === 'refund' ? 're' : 'dp')
  const amountCents = former?.amountCents ?? 1 + pick(left)
  const status = states[kind][pick(3)]!
  const createdAt = new Date(at.getTime() - pick(3) * dayMs)
  const found = { kind, stripeId, refundId: null, type: null, amountCents, status, reason: null, createdAt }
  reads += 1000
  await storeAllMoneyBack(tx, parts, [found], { readAt: new Date(reads), at })
  const rows = await listMoneyBack(tx, payment)
  await clawBack(tx, parts, rows, at)
  await followDisputes(tx, await listPaidParts(tx, payment), rows, at)
}

async function payDebt(tx: Tx, { accountId }: Payer, at: Date): Promise<void> {
  const [debt] = await listOpenDebts(tx, accountId)
  if (!debt) return
  const paid = { debtId: debt.id, amountCents: debt.amountCents, paymentIntentId: name('pi') }
  await bookDebtPayment(tx, { ...paid, paidWith: null, at })
}

async function unlock(tx: Tx, { agents, pick }: Stage, { accountId, userId }: Payer, at: Date): Promise<void> {
  const [entry] = await tx`select from entry where account_id = ${accountId} and kind = 'unlock'`
  if (entry) return
  const agentId = agents[0]!
  await spendOnUnlock(tx, { accountId, userId, agentId, agentName: 'Ada', ms: 1000 * (1 + pick(90)), at })
}

async function correct(tx: Tx, { pick }: Stage, { accountId, userId }: Payer, at: Date): Promise<void> {
  const ms = 1000 * (pick(2000) - 600)
  if (ms !== 0) await adjustBalance(tx, { accountId, userId, ms, key: crypto.randomUUID(), at })
}
