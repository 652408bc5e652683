import fs from 'node:fs/promises'
import path from 'node:path'

/** A backup is overdue after this time, as for the alert LunaBackupMissing. */
export const backupDueMs = 26 * 60 * 60_000

/** Returns when the last good backup was made; null when nothing says so. */
export async function readLastBackup(dataDirectory: string): Promise<Date | null> {
  const mark = await fs.stat(path.join(dataDirectory, 'last-backup')).catch(() => null)
  return mark && mark.mtime
}
