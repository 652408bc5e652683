import { makePicture, type PictureFault } from '../images/picture.ts'
import { removeImage, storeImage } from '../images/images.ts'
import { countAttempt, type Limit } from '../kernel/limits.ts'
import type { Services } from '../kernel/services.ts'
import { changeBranding } from './organizations.ts'

export type LogoResult = { state: 'changed' | PictureFault } | { state: 'limited'; retryAfterSeconds: number }

/** Replaces an organization's logo with a picture. Pictures cost work, so 20 an hour are allowed (D151). */
export async function changeLogo(services: Services, organizationId: number, upload: Buffer): Promise<LogoResult> {
  const { database, clock, config } = services
  const limit: Limit = { key: `organization-logo:${organizationId}`, max: 20, windowMinutes: 60 }
  const retryAfterSeconds = await database.write((tx) => countAttempt(tx, limit, config.rateLimitFactor, clock.real()))
  if (retryAfterSeconds !== null) return { state: 'limited', retryAfterSeconds }
  const picture = await makePicture(upload, 'whole')
  if (typeof picture === 'string') return { state: picture }
  const at = clock.now()
  return database.write(async (tx) => {
    const logoUrl = await storeImage(tx, picture, at)
    await removeImage(tx, await changeBranding(tx, organizationId, { logoUrl }, at))
    return { state: 'changed' }
  })
}
