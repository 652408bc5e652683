import * as z from 'zod/mini'
import { call } from '../call.ts'
import { currentPasswordField } from '../identity/fields.ts'
import { isoTime } from '../identity/people.ts'
import { busy, too_many_attempts, wrong_password } from '../refusals.ts'

/** How people export their data, and how they leave (D28). */

/** An archive of all the person's own data (D28). */
export const dataExport = z.object({
  id: z.string(),
  state: z.enum(['preparing', 'ready']),
  requestedAt: isoTime,
  /** When the download expires; null while the archive is being prepared. */
  expiresAt: z.nullable(isoTime),
})
export type DataExport = z.output<typeof dataExport>

/** Returns the download path of an archive; only its owner's session can open it. */
export function exportFilePath(id: string): string {
  return `/api/account/exports/${id}/file`
}

export const newestExport = call('GET /api/account/export', {
  who: 'person',
  summary: 'Returns the latest archive of the person’s data that is being prepared or can be downloaded (D28).',
  answer: z.object({ export: z.nullable(dataExport) }),
})

export const askForExport = call('POST /api/account/export', {
  who: 'person',
  summary: 'Requests an archive of the person’s data; a link is mailed within 10 minutes. At most 3 a day (D28, D24).',
  failed: ['Failed to start your export', 'Please try again in a few minutes.'],
  answer: dataExport,
  status: 201,
  errors: {
    email_unverified: [409, 'Please confirm your email address first.'],
    too_many_exports: [429, 'You have requested 3 exports today. Please try again tomorrow.'],
  },
})

/** The number of days during which a sign-in undoes the deletion of an account (D28). */
export const deletionWaitDays = 7

export const deleteAccount = call('POST /api/account/delete', {
  who: 'person',
  summary: 'Signs out everywhere, cancels the subscription, and erases the person after 7 days (D28).',
  failed: ['Failed to delete your account', 'Nothing was deleted. Please try again.'],
  body: z.object({ currentPassword: currentPasswordField }),
  /** A sign-in before `erasedAt` undoes the deletion. */
  answer: z.object({ success: z.literal(true), erasedAt: isoTime }),
  errors: {
    wrong_password,
    last_admin: [
      409,
      'You are the last admin of the platform or of an organization. Please give someone else the role first.',
    ],
    payment_unavailable: [503, 'Your subscription cannot be canceled right now. Please try again in a few minutes.'],
    too_many_attempts,
    busy,
  },
})
