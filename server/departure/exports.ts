import type { dataExport } from '#contract/departure/departure.ts'
import { firstValue, first, columns, type Read, type Tx } from '../database/sql.ts'
import { requireAttempt } from '../kernel/limits.ts'
import type { Services } from '../kernel/services.ts'
import type { RowOf } from '../kernel/serve.ts'

/** Archives of personal data that people requested, each kept for a day (D28). */

const lifetimeMs = 24 * 60 * 60_000

export type DataExport = Omit<RowOf<typeof dataExport>, 'state'> & {
  userId: string
  /** Null while it is being made. */
  readyAt: Date | null
}

const exportColumns = columns`id, user_id, requested_at, ready_at, expires_at`

/** Opens an export, or returns the one that is already being made for this person. */
export async function openExport(tx: Tx, userId: string, at: Date): Promise<DataExport> {
  const [row] = await tx<DataExport>`
    insert into data_export (user_id, requested_at) values (${userId}, ${at})
    on conflict (user_id) where ready_at is null do update set user_id = excluded.user_id
    returning ${exportColumns}`
  if (!row) throw new Error('The export was not stored')
  return row
}

export function findExport(read: Read, id: string): Promise<DataExport | null> {
  return first(read<DataExport>`
    select ${exportColumns} from data_export where id = ${id}`)
}

/** Returns the newest export of a person that is being made or can still be downloaded. */
export function findNewestExport(read: Read, userId: string, at: Date): Promise<DataExport | null> {
  return first(read<DataExport>`
    select ${exportColumns} from data_export
    where user_id = ${userId} and (expires_at is null or expires_at > ${at})
    order by requested_at desc, id desc limit 1`)
}

/** Stores an archive. Returns until when it can be downloaded; null when another run was first. */
export async function storeArchive(tx: Tx, id: string, archive: Buffer, at: Date): Promise<Date | null> {
  const expiresAt = new Date(at.getTime() + lifetimeMs)
  const rows = await tx`
    update data_export set archive = ${archive}, ready_at = ${at}, expires_at = ${expiresAt}
    where id = ${id} and ready_at is null returning id`
  return rows.length > 0 ? expiresAt : null
}

/** Returns a person's archive; null when it is unknown, another person's, not ready or expired. */
export function findArchive(read: Read, id: string, userId: string, at: Date): Promise<Buffer | null> {
  return firstValue(read<{ archive: Buffer | null }>`
    select archive from data_export where id = ${id} and user_id = ${userId} and expires_at > ${at}`)
}

export async function deleteOldExports(tx: Tx, at: Date): Promise<void> {
  await tx`delete from data_export where expires_at <= ${at}`
}

export async function eraseExports(tx: Tx, userId: string): Promise<void> {
  await tx`delete from data_export where user_id = ${userId}`
}

/** Has an archive made, at most 3 a day. Returns the one that is already being made, if any. */
export async function askForExport(tx: Tx, services: Services, userId: string, at: Date): Promise<DataExport> {
  const newest = await findNewestExport(tx, userId, at)
  if (newest && !newest.readyAt) return newest
  const limit = { key: `export:${userId}`, max: 3, windowMinutes: 24 * 60 }
  await requireAttempt(tx, services, { ...limit, refusal: 'too_many_exports' })
  const dataExport = await openExport(tx, userId, at)
  await services.jobs.enqueue(tx, 'dataExport', { exportId: dataExport.id })
  return dataExport
}
