import { exportFilePath } from '#contract/departure/departure.ts'
import { writeArchive } from './archive.ts'
import { type DataExport, findExport, findNewestExport, openExport, storeArchive } from './exports.ts'
import { findImageAt } from '../images/images.ts'
import { countAttempt, type Limit } from '../kernel/limits.ts'
import { readPersonalData } from './personal-data.ts'
import { findPerson, type Person } from '../identity/users.ts'
import type { Services } from '../conversations/services.ts'
import type { Limited } from '../identity/sign-in/authentication.flow.ts'
import { exportMail } from '../messages/mails/profile.ts'

/** People get what is stored of them as one archive (D28). */

export type ExportResult = { state: 'asked'; dataExport: DataExport } | Limited

/** Has an archive made; one that is being made already is answered again. At most 3 a day. */
export async function askForExport(services: Services, person: Person): Promise<ExportResult> {
  const { database, clock, config, jobs } = services
  const limit: Limit = { key: `export:${person.id}`, max: 3, windowMinutes: 24 * 60 }
  const at = clock.now()
  return database.write(async (tx) => {
    const newest = await findNewestExport(tx, person.id, at)
    if (newest && !newest.readyAt) return { state: 'asked', dataExport: newest }
    const retryAfterSeconds = await countAttempt(tx, limit, config.rateLimitFactor, clock.real())
    if (retryAfterSeconds !== null) return { state: 'limited', retryAfterSeconds }
    const dataExport = await openExport(tx, person.id, at)
    await jobs.enqueue(tx, 'dataExport', { exportId: dataExport.id })
    return { state: 'asked', dataExport }
  })
}

/** Makes an archive that was asked for and mails where it is; a second run changes nothing. */
export async function makeExport(services: Services, exportId: string): Promise<void> {
  const { database, clock, jobs } = services
  const asked = await findExport(database.read, exportId)
  if (!asked || asked.readyAt) return
  const person = await findPerson(database.read, asked.userId)
  if (!person) return
  const photo = await findImageAt(database.read, person.profileImageUrl)
  const archive = await writeArchive(await readPersonalData(database.readLong, person), photo)
  await database.write(async (tx) => {
    const expiresAt = await storeArchive(tx, exportId, archive, clock.now())
    if (!expiresAt) return
    await jobs.enqueue(tx, 'mail', exportMail(person.email, services.siteUrl() + exportFilePath(exportId)))
  })
}
