import { storeImage } from '../images/images.ts'
import { countAttempt } from '../kernel/limits.ts'
import { mayUpload } from './policies.ts'
import { makePicture, toDataAddress } from '../images/picture.ts'
import { refusals } from '../kernel/problem.ts'
import type { Person } from './users.ts'
import type { Services } from '../kernel/services.ts'

/** Stores a picture under a random address. Pictures cost work, so 60 an hour are allowed (D151). */
export async function keepUpload(services: Services, person: Person, upload: Buffer) {
  const { database, clock } = services
  if (!(await mayUpload(database.read, person))) throw refusals.forbidden()
  await countAttempt(services, { key: `upload:${person.id}`, max: 60, windowMinutes: 60 })
  const picture = await makePicture(upload, 'large')
  const url = await database.write((tx) => storeImage(tx, picture, clock.now()))
  return { url, imageData: toDataAddress(picture) }
}
