import { exportFilePath } from '#contract/departure/departure.ts'
import { writeArchive } from './archive.ts'
import { findExport, storeArchive } from './exports.ts'
import { findImageAt } from '../images/images.ts'
import { readPersonalData } from './personal-data.ts'
import { findPerson, findPhoto } from '../identity/users.ts'
import type { Services } from '../conversations/services.ts'
import { exportMail } from '../messages/mails/profile.ts'
import { queueMail } from '../identity/queue-mail.ts'

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
