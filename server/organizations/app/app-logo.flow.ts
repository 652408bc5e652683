import { setAppLogo } from './branded-app.ts'
import { storeImage } from '../../images/images.ts'
import { countAttempt, type Limit } from '../../kernel/limits.ts'
import { makePicture, type PictureFault } from '../../images/picture.ts'
import type { Services } from '../../conversations/services.ts'

export type LogoResult = { state: 'kept' | PictureFault } | { state: 'limited'; retryAfterSeconds: number }

/** Stores a picture as the logo of an organization's app. Pictures cost work, so 20 an hour are allowed (D151). */
export async function uploadAppLogo(
  { database, clock, config }: Services,
  organizationId: number,
  upload: Buffer,
): Promise<LogoResult> {
  const limit: Limit = { key: `app-logo:${organizationId}`, max: 20, windowMinutes: 60 }
  const retryAfterSeconds = await database.write((tx) => countAttempt(tx, limit, config.rateLimitFactor, clock.real()))
  if (retryAfterSeconds !== null) return { state: 'limited', retryAfterSeconds }
  const picture = await makePicture(upload, 'whole')
  if (typeof picture === 'string') return { state: picture }
  const at = clock.now()
  await database.write(async (tx) => setAppLogo(tx, organizationId, await storeImage(tx, picture, at), at))
  return { state: 'kept' }
}
