import { exportFilePath } from '#contract/departure/departure.ts'
import { findExport, storeArchive } from './exports.ts'
import { findImageAt } from '../images/images.ts'
import { type PersonalData, readPersonalData } from './personal-data.ts'
import { findPerson, findPhoto } from '../identity/users.ts'
import type { Services } from '../conversations/services.ts'
import { exportMail } from '../messages/mails/profile.ts'
import { queueMail } from '../identity/queue-mail.ts'
import { type AsyncZippable, zip } from 'fflate'
import { toCsv } from '#contract/csv.ts'
import type { Row } from '../database/sql.ts'
import type { Picture } from '../images/picture.ts'

/** People receive everything stored about them as one archive (D28). */

/** Makes a requested archive and mails its address. A second run changes nothing. */
export async function makeExport(services: Services, exportId: string): Promise<void> {
  const { database, clock } = services
  const asked = await findExport(database.read, exportId)
  if (!asked || asked.readyAt) return
  const person = await findPerson(database.read, asked.userId)
  if (!person) return
  const photo = await findImageAt(database.read, await findPhoto(database.read, person.id))
  const archive = await writeArchive(await readPersonalData(database.readLong, person), photo)
  await database.write(async (tx) => {
    const expiresAt = await storeArchive(tx, exportId, archive, clock.now())
    if (!expiresAt) return
    await queueMail(tx, services, exportMail(person.email, services.siteUrl() + exportFilePath(exportId)))
  })
}

const readMe = `Your data at Luna.

Each table comes in two files: JSON for programs and CSV for spreadsheets. Times are in UTC, and minutes and dollars are
numbers. An empty table means that we have no data of that kind. Your photo, if you have one, is photo.webp.
`

/** Returns tables and a photo as one zip archive. Large files are compressed outside this thread. */
function writeArchive(data: PersonalData, photo: Picture | null): Promise<Buffer> {
  const files: AsyncZippable = { 'README.txt': Buffer.from(readMe) }
  if (photo) files['photo.webp'] = photo.bytes
  for (const [name, rows] of Object.entries(data)) {
    files[`${name}.json`] = Buffer.from(`${JSON.stringify(rows, null, 2)}\n`)
    files[`${name}.csv`] = Buffer.from(tableOf(rows))
  }
  return new Promise((resolve, reject) => {
    zip(files, (error, archive) => (error ? reject(error) : resolve(Buffer.from(archive))))
  })
}

function tableOf(rows: Row[]): string {
  const names = Object.keys(rows[0] ?? {})
  return toCsv(
    names.map((name) => [name, (row: Row) => cellOf(row[name])]),
    rows,
  )
}

function cellOf(value: unknown): string | number {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value)
}
