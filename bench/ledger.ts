import type pg from 'pg'
import { openHold, settleHold } from '#server/domain/ledger.ts'
import { openDatabase, type Database } from '#server/database/database.ts'
import { median, perSecond, type Row } from './report.ts'

const clients = 8
const secondsPerRound = 3
const rounds = 3
const accounts = 2000

/**
 * Hold and settle (two durable commits) against the simple-update transaction of pgbench, through the same driver and
 * pool, interleaved: one account per client at random, and one pool that everybody shares.
 */
export async function benchLedger(url: string, owner: pg.Client): Promise<Row[]> {
  const accountIds = await prepare(owner)
  const database = openDatabase(url)
  const figures = { simple: [] as number[], distinct: [] as number[], hot: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    figures.simple.push(await perSecond(clients, secondsPerRound, () => simpleUpdate(database)))
    figures.distinct.push(await perSecond(clients, secondsPerRound, () => cycle(database, pick(accountIds))))
    figures.hot.push(await perSecond(clients, secondsPerRound, () => cycle(database, accountIds[0] ?? '')))
  }
  await database.end()
  const simple = median(figures.simple)
  return [
    { name: 'simple-update transaction (reference)', value: simple, unit: '/s', ratio: 1 },
    {
      name: 'hold + settle, distinct accounts',
      value: median(figures.distinct),
      unit: ' cycles/s',
      ratio: median(figures.distinct) / simple,
    },
    {
      name: 'hold + settle, one hot pool',
      value: median(figures.hot),
      unit: ' cycles/s',
      ratio: median(figures.hot) / simple,
    },
  ]
}

async function cycle(database: Database, accountId: string): Promise<void> {
  const id = crypto.randomUUID()
  const at = new Date()
  const held = await database.write((tx) => openHold(tx, { id, accountId, wantMs: 60_000, minMs: 1000, at }))
  if (held === null) throw new Error('The bench ran out of minutes')
  await database.write((tx) => settleHold(tx, { id, chargeMs: 1000, userId: null, notes: null, at }))
}

/** pgbench's simple-update: change a balance, read it, write a history row. */
async function simpleUpdate(database: Database): Promise<void> {
  const id = 1 + Math.floor(Math.random() * accounts)
  await database.write(async (tx) => {
    await tx`update bench_account set balance = balance + 1 where id = ${id}`
    await tx`select balance from bench_account where id = ${id}`
    await tx`insert into bench_history (account_id, delta, at) values (${id}, 1, now())`
  })
}

async function prepare(owner: pg.Client): Promise<string[]> {
  await owner.query(`
    create table bench_account (id integer primary key, balance bigint not null, filler char(84)) with (fillfactor = 50);
    create table bench_history (account_id integer, delta integer, at timestamptz, filler char(22));
    insert into bench_account select id, 0, '' from generate_series(1, ${accounts}) as id;
    grant select, insert, update on bench_account, bench_history to luna_app`)
  const { rows } = await owner.query<{ id: string }>(
    `insert into account (created_at) select now() from generate_series(1, ${accounts}) returning id`,
  )
  await owner.query(
    `select ledger_grant(id, 'purchased', 'purchase', 'bench', 1000000000000, 0, null, null, null, null, now()) from account`,
  )
  return rows.map((row) => row.id)
}

function pick(ids: string[]): string {
  return ids[Math.floor(Math.random() * ids.length)] ?? ''
}
