import type { BrandedAppChange } from '#contract/organizations/app/branded-app-settings.ts'
import { isTaken } from '../../database/sql.ts'
import { saveBrandedApp, type SaveRefusal, setAppLogo } from './branded-app.ts'
import { storeImage } from '../../images/images.ts'
import { countAttempt, type Limit } from '../../kernel/limits.ts'
import { suggestFreeSlug } from '../slugs.ts'
import { makePicture, type PictureFault } from '../../images/picture.ts'
import type { Services } from '../../conversations/services.ts'

export type SaveResult =
  | { state: 'saved' | Exclude<SaveRefusal, 'slug_taken'> }
  /** With a similar free slug; null when there is none. */
  | { state: 'slug_taken'; suggestion: string | null }

/** Saves the given settings of an app. When two organizations want the same slug at once, one gets it (D138). */
export async function saveApp(
  { database, clock }: Services,
  organizationId: number,
  change: BrandedAppChange,
): Promise<SaveResult> {
  const at = clock.now()
  const saving = database.write((tx) => saveBrandedApp(tx, organizationId, change, at))
  const refusal = await saving.catch((error: unknown) => {
    if (isTaken(error, 'organization_slug_key')) return 'slug_taken' as const
    throw error
  })
  if (refusal !== 'slug_taken') return { state: refusal ?? 'saved' }
  return { state: refusal, suggestion: await suggestFreeSlug(database.read, change.slug ?? '', at) }
}

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
