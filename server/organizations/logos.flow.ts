import { makePicture, type Picture } from '../images/picture.ts'
import { removeImage, storeImage } from '../images/images.ts'
import { countAttempt } from '../kernel/limits.ts'
import type { Services } from '../kernel/services.ts'
import { setAppLogo } from './app/branded-app.ts'
import { changeBranding } from './organizations.ts'

/** Pictures cost work, so an organization may upload 20 an hour as each of its logos (D151). */

/** Replaces an organization's logo with a picture. */
export async function changeLogo(services: Services, organizationId: number, upload: Buffer): Promise<void> {
  const picture = await readLogo(services, `organization-logo:${organizationId}`, upload)
  const at = services.clock.now()
  await services.database.write(async (tx) => {
    const logoUrl = await storeImage(tx, picture, at)
    await removeImage(tx, await changeBranding(tx, organizationId, { logoUrl }, at))
  })
}

/** Stores a picture as the logo of an organization's app. */
export async function uploadAppLogo(services: Services, organizationId: number, upload: Buffer): Promise<void> {
  const picture = await readLogo(services, `app-logo:${organizationId}`, upload)
  const at = services.clock.now()
  await services.database.write(async (tx) => setAppLogo(tx, organizationId, await storeImage(tx, picture, at), at))
}

async function readLogo(services: Services, key: string, upload: Buffer): Promise<Picture> {
  await countAttempt(services, { key, max: 20, windowMinutes: 60 })
  return makePicture(upload, 'whole')
}
