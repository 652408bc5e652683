import type pg from 'pg'
import { percentile, plain, type Row } from '../report.ts'
import { type Held, pause } from './steps.ts'

/** Hanging up takes time, and several processes share the machine's cores. */
const settledWithinMs = 20_000

/** Compares every conversation with its ledger entry, and all books with their own rules. */
export async function compareWithBooks(owner: pg.Client, held: Held[]): Promise<Row[]> {
  const { rows } = await owner.query<{ id: string; used_ms: number; charged_ms: number; booked_ms: number }>(
    `select voice_session.id, used_ms::float as used_ms, charged_ms::float as charged_ms, -amount_ms::float as booked_ms
    from voice_session left join entry on entry.kind = 'usage' and entry.ref = voice_session.id::text
    where voice_session.id = any($1)`,
    [held.map(({ sessionId }) => sessionId)],
  )
  const booked = new Map(rows.map((row) => [row.id, row]))
  const wrong = held.filter(({ sessionId }) => {
    const row = booked.get(sessionId)
    const seconds = Math.floor((row?.used_ms ?? Number.NaN) / 1000)
    return row?.charged_ms !== seconds * 1000 || row.booked_ms !== row.charged_ms
  })
  for (const { sessionId } of wrong)
    console.error('charged otherwise than measured:', booked.get(sessionId) ?? sessionId)
  const apart = held.map(({ sessionId, callerMs }) => Math.abs((booked.get(sessionId)?.used_ms ?? 0) - callerMs))
  const { rows: views } = await owner.query<{ name: string }>(
    "select table_name as name from information_schema.views where table_name like 'broken\\_%'",
  )
  let broken = 0
  for (const { name } of views) {
    const { rows: found } = await owner.query<{ kind?: string }>(`select * from ${name}`)
    // The bench's provider has no voices, which the daily check of voices reports.
    const wrongRows = found.filter(({ kind }) => kind !== 'voice_gone')
    if (wrongRows.length > 0) console.error(`${name}:`, wrongRows)
    broken += wrongRows.length
  }
  return [
    plain('conversations held and settled', held.length, ''),
    plain('charged otherwise than measured', wrong.length, '', '0'),
    plain("ledger's measure apart from the client's, p50", percentile(apart, 0.5), ' ms'),
    plain("ledger's measure apart from the client's, most", Math.max(...apart), ' ms'),
    plain('rows that break the books', broken, '', '0'),
  ]
}

/** Waits until every conversation is settled. */
export async function waitForBooks(owner: pg.Client): Promise<void> {
  for (let waitedMs = 0; waitedMs < settledWithinMs; waitedMs += 100) {
    const { rowCount } = await owner.query("select from voice_session where status = 'active' limit 1")
    if (rowCount === 0) return
    await pause(100)
  }
  throw new Error('A conversation of the bench was not settled')
}
