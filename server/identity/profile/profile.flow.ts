import { removeImage, storeImage } from '../../images/images.ts'
import { countAttempt, giveAttemptBack, type Limit, takeAttempt } from '../../kernel/limits.ts'
import { checkPassword, hashPassword } from '../sign-in/password-hash.ts'
import { replacePassword } from '../sign-in/authentication.flow.ts'
import { makePicture, toDataAddress } from '../../images/picture.ts'
import { findCredentials, type Person, setPhoto } from '../users.ts'
import { refuse, refusals } from '../../kernel/problem.ts'
import { noteSecurity } from '../../kernel/security-events.ts'
import type { Services } from '../../kernel/services.ts'
import { mayUpload } from '../policies.ts'

/** What people change about themselves that takes work between two transactions: password and photo. */

/** Refuses a wrong current password of a signed-in person. Failures are limited as at sign-in (D13). */
export async function requirePassword(services: Services, person: Person, password: string): Promise<void> {
  const { database, clock } = services
  const limits: Limit[] = [{ key: `password:${person.id}`, max: 10, windowMinutes: 15 }]
  const at = clock.real()
  const retryAfterSeconds = await database.write((tx) => takeAttempt(tx, services, limits, at))
  if (retryAfterSeconds !== null) {
    noteSecurity(services, 'password_locked', { userId: person.id })
    refuse('too_many_attempts', { retryAfterSeconds })
  }
  const credentials = await findCredentials(database.read, person.email)
  const giveBack = () => database.write((tx) => giveAttemptBack(tx, limits, at))
  const { matches } = await checkPassword(credentials?.passwordHash ?? null, password).catch(async (error: unknown) => {
    await giveBack()
    throw error
  })
  if (matches) return giveBack()
  noteSecurity(services, 'password_failed', { userId: person.id })
  refuse('wrong_password', { field: 'currentPassword' })
}

export async function changePassword(services: Services, { id: userId }: Person, newPassword: string): Promise<void> {
  const passwordHash = await hashPassword(newPassword)
  const change = { passwordHash, kind: 'password_changed', at: services.clock.now() } as const
  await services.database.write((tx) => replacePassword(tx, services, userId, change))
  noteSecurity(services, 'password_changed', { userId })
}

/** Gives a person another picture and removes the one before. Pictures cost work, so 20 an hour are allowed (D151). */
export async function changePhoto(services: Services, person: Person, upload: Buffer): Promise<void> {
  const { database, clock } = services
  await countAttempt(services, { key: `photo:${person.id}`, max: 20, windowMinutes: 60 })
  const picture = await makePicture(upload)
  const at = clock.now()
  await database.write(async (tx) => {
    const url = await storeImage(tx, picture, at)
    await removeImage(tx, await setPhoto(tx, person.id, url, at))
  })
}

/** Stores a picture under a random address. Pictures cost work, so 60 an hour are allowed (D151). */
export async function keepUpload(services: Services, person: Person, upload: Buffer) {
  const { database, clock } = services
  if (!(await mayUpload(database.read, person))) throw refusals.forbidden()
  await countAttempt(services, { key: `upload:${person.id}`, max: 60, windowMinutes: 60 })
  const picture = await makePicture(upload, 'large')
  const url = await database.write((tx) => storeImage(tx, picture, clock.now()))
  return { url, imageData: toDataAddress(picture) }
}
