import { removeImage, storeImage } from '../domain/images.ts'
import { type Limit, takeAttempt } from '../domain/limits.ts'
import { makePicture, type PictureFault } from '../domain/picture.ts'
import { isOwnOpenRegistration, setLogo } from '../domain/registration.ts'
import type { Services } from '../services.ts'

type LogoResult = { state: 'kept' | 'unknown' | PictureFault } | { state: 'limited'; retryAfterSeconds: number }

/**
 * Keeps a logo for an organization that has not paid yet, for the browser that registered it (D101). Its address is
 * random and told to nobody before the payment.
 */
export async function keepLogo(
  { database, clock, config }: Services,
  { id, setupSecret, ip }: { id: string; setupSecret: string; ip: string },
  upload: Buffer,
): Promise<LogoResult> {
  if (!(await isOwnOpenRegistration(database.read, id, setupSecret, clock.now()))) return { state: 'unknown' }
  const limit: Limit = { key: `registration-logo:ip:${ip}`, max: 20, windowMinutes: 60 }
  const retryAfterSeconds = await database.write((tx) => takeAttempt(tx, [limit], config.rateLimitFactor, clock.real()))
  if (retryAfterSeconds !== null) return { state: 'limited', retryAfterSeconds }
  const picture = await makePicture(upload, 'whole')
  if (typeof picture === 'string') return { state: picture }
  const at = clock.now()
  return database.write(async (tx) => {
    const url = await storeImage(tx, picture, at)
    if (await setLogo(tx, id, url, at)) return { state: 'kept' }
    await removeImage(tx, url)
    return { state: 'unknown' }
  })
}
