import pg from 'pg'
import { type Database, openDatabase } from '#server/database/database.ts'
import type { Tx } from '#server/database/sql.ts'
import { copyTemplate, type World } from './world.ts'

/** A database without a server, to work on the ledger's functions as the server does. */
export interface LedgerRig {
  database: Database
  /** As the owner of the database. */
  sql: World['sql']
  grant(accountId: string, bucket: 'monthly' | 'purchased', ms: number, more?: GrantDetails): Promise<boolean>
  /** What was reserved; null when less than `minMs` is free. */
  hold(holdId: string, accountId: string, wantMs: number, minMs?: number): Promise<number | null>
  extend(holdId: string, targetMs: number): Promise<number | null>
  settle(holdId: string, chargeMs: number): Promise<{ chargedMs: number; balanceAfterMs: number }>
  openAccount(): Promise<string>
  account(accountId: string): Promise<Balance | undefined>
  close(): Promise<void>
}

export interface Balance {
  monthlyMs: number
  purchasedMs: number
  heldMs: number
}

interface GrantDetails {
  ref?: string
  expiresAt?: string
}

const at = new Date('2026-01-31T12:00:00Z')
let count = 0

export async function openLedger(): Promise<LedgerRig> {
  const url = await copyTemplate(`ledger_${process.pid}_${++count}`)
  const database = openDatabase(url)
  const owner = new pg.Pool({ connectionString: url, max: 2 })
  const sql: World['sql'] = async (text, values) => (await owner.query(text, values)).rows
  // Transactions of the pool, so that what is asked at once really meets in the database.
  const ask = async <R extends object>(work: (tx: Tx) => Promise<R[]>): Promise<R> => {
    const [row] = await database.write(work)
    if (!row) throw new Error('The ledger answered nothing')
    return row
  }
  return {
    database,
    sql,
    grant: async (accountId, bucket, ms, { ref = crypto.randomUUID(), expiresAt } = {}) => {
      const kind = bucket === 'monthly' ? 'monthly_grant' : 'purchase'
      const { granted } = await ask(
        (tx) => tx<{ granted: boolean }>`
          select ledger_grant(${accountId}, ${bucket}, ${kind}, ${ref}, ${ms}, 100, ${expiresAt}, null, null, null, ${at})
            as granted`,
      )
      return granted
    },
    hold: async (holdId, accountId, wantMs, minMs = 0) => {
      const { granted } = await ask(
        (tx) => tx<{ granted: number | null }>`
          select ledger_hold_open(${holdId}, ${accountId}, ${wantMs}, ${minMs}, ${at}) as granted`,
      )
      return granted
    },
    extend: async (holdId, targetMs) => {
      const { total } = await ask(
        (tx) => tx<{ total: number | null }>`select ledger_hold_extend(${holdId}, ${targetMs}) as total`,
      )
      return total
    },
    settle: (holdId, chargeMs) =>
      ask(
        (tx) => tx<{ chargedMs: number; balanceAfterMs: number }>`
          select charged_ms, balance_after_ms from ledger_hold_settle(${holdId}, ${chargeMs}, null, null, ${at})`,
      ),
    openAccount: async () => {
      const [row] = await sql<{ id: string }>('insert into account (created_at) values ($1) returning id', [at])
      return row?.id ?? ''
    },
    account: async (accountId) => {
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
