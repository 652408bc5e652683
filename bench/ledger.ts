import type pg from 'pg'
import { type Database, openDatabase } from '#server/database/database.ts'
import { openHold, settleHold } from '#server/ledger/ledger.ts'
import { offerPackage } from '#server/billing/checkout/offers.ts'
import { bookPackage } from '#server/billing/checkout/purchases.ts'
import { recordTicks, settleConversation, openConversation } from '#server/conversations/voice-sessions.ts'
import { freeAgentId } from './people.ts'
import { latencies, median, percentile, plain, ratesInTurns, type Row } from './report.ts'

const clients = 8
const rounds = 3
const arrivalsPerSecond = 200
const arrivalSeconds = 10
const people = 20_000
const gatewayId = 1

interface Payer {
  userId: string
  accountId: string
}

/**
 * Compares the ledger's work with the simple-update transaction of pgbench, through the same driver and pool, in turns:
 * each client at a random account, and all clients at one pool.
 */
export async function benchLedger(url: string, owner: pg.Client): Promise<Row[]> {
  const ground = await prepareGround(owner)
  const database = openDatabase(url)
  const any = () => pick(ground, Math.floor(Math.random() * ground.payers.length))
  const pool = pick(ground, 0)
  // Another account, because no real pool has thousands of packages.
  const payer = pick(ground, 1)
  const works = [
    { name: 'hold + settle, distinct accounts', goal: '>= 0.8', work: () => cycle(database, any()) },
    { name: 'hold + settle, one hot pool', work: () => cycle(database, pool) },
    { name: 'start + tick + settle, distinct people', work: () => converse(database, any(), ground.agentId) },
    { name: 'package booked, distinct accounts', work: () => book(database, any()) },
    { name: 'package booked, one hot pool', work: () => book(database, payer) },
  ]
  const reference = () => simpleUpdate(database, ground)
  const [simple = [], ...figures] = await ratesInTurns(clients, rounds, [reference, ...works.map(({ work }) => work)])
  const hot = await latencies(arrivalsPerSecond, arrivalSeconds, () => cycle(database, pool))
  await database.end()
  return [
    { name: 'simple-update transaction (reference)', value: median(simple), unit: '/s', ratio: 1 },
    ...works.map(({ name, goal }, i): Row => {
      const values = figures[i] ?? []
      const ratio = median(values.map((value, round) => value / (simple[round] ?? Number.NaN)))
      return { name, value: median(values), unit: '/s', ratio, goal }
    }),
    plain(`hot pool, ${arrivalsPerSecond} hold + settle a second, p50`, percentile(hot, 0.5), ' ms'),
    plain(`hot pool, ${arrivalsPerSecond} hold + settle a second, p99`, percentile(hot, 0.99), ' ms', '<= 15 ms'),
  ]
}

function pick({ payers }: Ground, index: number): Payer {
  const payer = payers[index]
  if (!payer) throw new Error('The bench has nobody to pay')
  return payer
}

/** Two durable commits: one holds, one settles. */
async function cycle({ step }: Database, { accountId }: Payer): Promise<void> {
  const id = crypto.randomUUID()
  const at = new Date()
  const held = await openHold(step, { id, accountId, wantMs: 60_000, minMs: 1000, at })
  if (held === null) throw new Error('The bench ran out of minutes')
  await settleHold(step, { id, chargeMs: 1000, userId: null, notes: null, at })
}

/** Runs a conversation as the gateway records it; skips a person who is already talking. */
async function converse({ step }: Database, payer: Payer, agentId: string): Promise<void> {
  const at = new Date()
  const conversationId = crypto.randomUUID()
  const session = { ...payer, agentId, conversationId, gatewayId, resumeOf: undefined, at, real: at }
  const started = await openConversation(step, session)
  if (started.state === 'active') return
  if (started.state !== 'started') throw new Error('The bench ran out of minutes')
  const { id } = started
  const begun = { conversationId, at }
  const progress = { usedMs: 12_000, freeMs: 0, soundMs: 0, agentSpoke: true, begun }
  await recordTicks(step, [{ id, progress }], { at, real: at })
  const settled = await settleConversation(step, { id, reason: 'user', at })
  if (settled?.chargedMs !== 12_000) throw new Error('The bench settled something else')
}

/** Books a paid package: purchase row and minutes. */
async function book(database: Database, payer: Payer): Promise<void> {
  const paymentIntentId = `pi_${crypto.randomUUID()}`
  const paid = {
    ...payer,
    paymentIntentId,
    package: offerPackage('uplift'),
    automatic: false,
    paidWith: null,
    at: new Date(),
  }
  await database.write((tx) => bookPackage(tx, paid))
}

/** Runs pgbench's simple-update: change a balance, read it, write a history row. */
async function simpleUpdate(database: Database, { rows }: Ground): Promise<void> {
  const id = 1 + Math.floor(Math.random() * rows)
  await database.write(async (tx) => {
    await tx`update bench_account set balance = balance + 1 where id = ${id}`
    await tx`select balance from bench_account where id = ${id}`
    await tx`insert into bench_history (account_id, delta, at) values (${id}, 1, now())`
  })
}

/** The data for the ledger's bench: as many accounts as the reference has rows, all with plenty of minutes. */
interface Ground {
  payers: Payer[]
  agentId: string
  /** Rows of the reference's table. */
  rows: number
}

/** Fills an empty Luna as its database's owner, and creates the reference's tables as pgbench does. */
async function prepareGround(owner: pg.Client): Promise<Ground> {
  await owner.query(`
    create table bench_account (id integer primary key, balance bigint not null, filler char(84)) with (fillfactor = 50);
    create table bench_history (account_id integer, delta integer, at timestamptz, filler char(22));
    insert into bench_account select id, 0, '' from generate_series(1, ${people}) as id;
    grant select, insert, update on bench_account, bench_history to luna_app`)
  const { rows: payers } = await owner.query<Payer>(`
    with person as (
      insert into users (email, first_name, last_name, referral_code, terms_version, terms_accepted_at, created_at,
        updated_at)
      select 'bench' || n || '@luna.test', 'Bench', 'Person', 'B' || n, '1', now(), now(), now()
      from generate_series(1, ${people}) as n returning id
    )
    insert into account (user_id, created_at) select id, now() from person returning user_id as "userId", id as "accountId"`)
  await owner.query(
    `select ledger_grant(id, 'purchased', 'purchase', 'bench', 1000000000000, 0, null, null, null, null, now())
    from account`,
  )
  return { payers, agentId: await freeAgentId(owner), rows: people }
}
