import type { Read } from '../../database/sql.ts'

/** The ids of checkouts carry the real time at which they were made. */

/** Returns an id for a first payment requested now. Of two ids, the later one is the greater text. */
export async function drawStartId(read: Read): Promise<string> {
  const [drawn] = await read<{ id: string }>`select uuidv7() as id`
  if (!drawn) throw new Error('The database made no id')
  return drawn.id
}

/** Returns when a checkout was opened, in real time, as its id carries it. The provider's keys expire by that time. */
export async function readOpenedAt(read: Read, checkoutId: string): Promise<Date> {
  const [row] = await read<{ openedAt: Date }>`
    select uuid_extract_timestamp(id) as opened_at from checkout where id = ${checkoutId}`
  if (!row) throw new Error(`No checkout ${checkoutId}`)
  return row.openedAt
}
