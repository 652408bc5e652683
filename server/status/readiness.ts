import { knownMigrations } from '../database/migrate.ts'
import type { Read } from '../database/sql.ts'

/** Returns whether this process can answer calls: the database answers and has every migration of this code. */
export async function isReady(read: Read): Promise<boolean> {
  try {
    const rows = await read<{ name: string }>`select name from migration`
    const applied = new Set(rows.map((row) => row.name))
    return knownMigrations().every((name) => applied.has(name))
  } catch {
    return false
  }
}
