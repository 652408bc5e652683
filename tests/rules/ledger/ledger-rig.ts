import pg from 'pg'
import { afterAll } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { extendHold, openHold, settleHold } from '#server/ledger/ledger.ts'
import { closeUnbroken } from '../../kit/world/invariants.ts'
import { copyTemplate, type World } from '../../kit/world/world.ts'

export type LedgerRig = Awaited<ReturnType<typeof openLedger>>

type GrantDetails = { ref?: string; expiresAt?: string }

type Balance = { monthlyMs: number; purchasedMs: number; heldMs: number }

const at = new Date('2026-01-31T12:00:00Z')
let count = 0

/** Opens a ledger for the tests of a file, after which its books must be in order. */
export async function ledgerOfFile<R extends LedgerRig>(open: () => Promise<R>): Promise<R> {
  const rig = await open()
  afterAll(() => closeUnbroken(rig))
  return rig
}

export function many<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)))
}

export const second = 1000

/** Opens a database without a server, for using the ledger's functions like the server. */
export async function openLedger() {
  const url = await copyTemplate(`ledger_${process.pid}_${++count}`)
  const database = openDatabase(url)
  const owner = new pg.Pool({ connectionString: url, max: 2 })
  const sql: World['sql'] = async (text, values) => (await owner.query(text, values)).rows
  return {
    database,
    /** As the owner of the database. */
    sql,
    grant: async (accountId: string, bucket: 'monthly' | 'purchased', ms: number, more: GrantDetails = {}) => {
      const { ref = crypto.randomUUID(), expiresAt } = more
      const kind = bucket === 'monthly' ? 'monthly_grant' : 'purchase'
      const [row] = await database.step<{ granted: boolean }>`
        select ledger_grant(${accountId}, ${bucket}, ${kind}, ${ref}, ${ms}, 100, ${expiresAt}, null, null, null, ${at})
          as granted`
      return row?.granted ?? false
    },
    /** Returns what was reserved; null when less than `minMs` is free. */
    hold: (id: string, accountId: string, wantMs: number, minMs = 0) =>
      openHold(database.step, { id, accountId, wantMs, minMs, at }),
    /** Reserves this much, and returns the id. */
    reserve: async (accountId: string, wantMs: number) => {
      const id = crypto.randomUUID()
      await openHold(database.step, { id, accountId, wantMs, minMs: 0, at })
      return id
    },
    extend: (holdId: string, targetMs: number) => extendHold(database.step, holdId, targetMs),
    settle: (id: string, chargeMs: number) =>
      settleHold(database.step, { id, chargeMs, userId: null, notes: null, at }),
    openAccount: async () => {
      const [row] = await sql<{ id: string }>(
        'insert into account (user_id, created_at) values ($1, $2) returning id',
        [await addPerson(sql), at],
      )
      return row?.id ?? ''
    },
    openPool: () => addPool(sql),
    addPerson: () => addPerson(sql),
    account: async (accountId: string) => {
      const [row] = await database.read<Balance>`
        select monthly_ms, purchased_ms, held_ms from account where id = ${accountId}`
      return row
    },
    close: async () => {
      await database.end()
      await owner.end()
    },
  }
}

async function addPerson(sql: World['sql']): Promise<string> {
  const key = crypto.randomUUID()
  const [row] = await sql<{ id: string }>(
    `insert into users (email, first_name, last_name, referral_code, terms_version, terms_accepted_at, created_at,
      updated_at) values ($1, 'Test', 'Person', $2, '1', $3, $3, $3) returning id`,
    [`${key}@example.com`, key.slice(0, 8), at],
  )
  return row?.id ?? ''
}

async function addPool(sql: World['sql']): Promise<{ id: string; organizationId: number }> {
  const [row] = await sql<{ id: string; organizationId: number }>(
    `with added as (
       insert into organization (name, slug, contact_email, created_at, updated_at)
       values ('Test', $1, 'test@example.com', $2, $2) returning id)
     insert into account (organization_id, created_at) select id, $2 from added
     returning id, organization_id as "organizationId"`,
    [`o-${crypto.randomUUID()}`, at],
  )
  return row!
}
