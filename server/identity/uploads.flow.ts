import { storeImage } from '../images/images.ts'
import { countAttempt, type Limit } from '../kernel/limits.ts'
import { mayUpload } from './policies.ts'
import { makePicture, type PictureFault, toDataAddress } from '../images/picture.ts'
import type { Person } from './users.ts'
import type { Services } from '../kernel/services.ts'
import type { Limited } from './sign-in/authentication.flow.ts'

export type UploadResult =
  | { state: 'kept'; url: string; imageData: string }
  | { state: PictureFault | 'forbidden' }
  | Limited

/** Stores a picture under a random address. Pictures cost work, so 60 an hour are allowed (D151). */
export async function keepUpload(services: Services, person: Person, upload: Buffer): Promise<UploadResult> {
  const { database, clock, config } = services
  if (!(await mayUpload(database.read, person))) return { state: 'forbidden' }
  const limit: Limit = { key: `upload:${person.id}`, max: 60, windowMinutes: 60 }
  const retryAfterSeconds = await database.write((tx) => countAttempt(tx, limit, config.rateLimitFactor, clock.real()))
  if (retryAfterSeconds !== null) return { state: 'limited', retryAfterSeconds }
  const picture = await makePicture(upload, 'large')
  if (typeof picture === 'string') return { state: picture }
  const url = await database.write((tx) => storeImage(tx, picture, clock.now()))
  return { state: 'kept', url, imageData: toDataAddress(picture) }
}
