import * as z from 'zod/mini'
import { call } from './call.ts'
import { imageErrors, imageField } from './images.ts'
import { currentPasswordField, emailField, isoTime, me, newPasswordField } from './people.ts'

/** What people change about themselves on /profile (D25). */

const success = z.object({ success: z.literal(true) })

const tooMany = [429, 'Too many attempts. Please try again later.'] as const
const wrongPassword = [400, 'This is not your current password.'] as const
const busy = [503, 'Please try again in a few seconds.'] as const

export const resendVerification = call('POST /api/auth/resend-verification', {
  who: 'person',
  summary: 'Mails the link that confirms the own address again; 3 times an hour (D24).',
  answer: success,
  errors: {
    already_verified: [409, 'Your email address is confirmed already.'],
    too_many_attempts: tooMany,
  },
})

export const changeEmail = call('POST /api/account/email', {
  who: 'person',
  summary:
    'Mails a link to the new address, which changes it, and tells the present one; a taken one is not told (D25).',
  body: z.object({ email: emailField, currentPassword: currentPasswordField }),
  answer: success,
  errors: {
    email_unverified: [409, 'Please confirm your present email address first.'],
    same_email: [400, 'This is your email address already.'],
    wrong_password: wrongPassword,
    too_many_attempts: tooMany,
    busy,
  },
})

export const changePassword = call('POST /api/account/password', {
  who: 'person',
  summary: 'Sets another password; every other sign-in of the person ends (D25).',
  body: z.object({ currentPassword: currentPasswordField, newPassword: newPasswordField }),
  answer: success,
  errors: {
    wrong_password: wrongPassword,
    common_password: [400, 'Please choose a less common password.'],
    too_many_attempts: tooMany,
    busy,
  },
})

/** One browser that somebody is signed in with. */
export const signedInBrowser = z.object({
  id: z.string(),
  /** As people name it, such as "Chrome on Windows"; null when it did not say what it is. */
  browser: z.nullable(z.string()),
  firstSeenAt: isoTime,
  /** Exact to the hour. */
  lastSeenAt: isoTime,
  /** Whether it is the one that asks. */
  isCurrent: z.boolean(),
})
export type SignedInBrowser = z.output<typeof signedInBrowser>

export const signIns = call('GET /api/account/sign-ins', {
  who: 'person',
  summary: 'Browsers that the person is signed in with, the last used one first (D25).',
  answer: z.array(signedInBrowser),
})

export const endSignIn = call('DELETE /api/account/sign-ins/:id', {
  who: 'person',
  summary: 'Signs the person out on one browser.',
  params: { id: z.uuid() },
  answer: success,
  errors: { sign_in_not_found: [404, 'This sign-in has ended already.'] },
})

export const endOtherSignIns = call('DELETE /api/account/sign-ins', {
  who: 'person',
  summary: 'Signs the person out everywhere but on the browser that asks.',
  answer: z.object({ ended: z.number() }),
})

export const changePhoto = call('PUT /api/account/photo', {
  who: 'person',
  summary: 'Takes one picture, JPG or PNG by its bytes, and shows it wherever the person is shown (D25, D151).',
  body: z.object({ image: imageField }),
  answer: me,
  errors: { ...imageErrors, too_many_attempts: tooMany },
})

export const removePhoto = call('DELETE /api/account/photo', {
  who: 'person',
  summary: 'Removes the own picture; 200 also without one.',
  answer: me,
})

/** An archive of everything that is the person's own (D28). */
export const dataExport = z.object({
  id: z.string(),
  state: z.enum(['preparing', 'ready']),
  requestedAt: isoTime,
  /** Until when it can be fetched; null while it is being made. */
  expiresAt: z.nullable(isoTime),
})
export type DataExport = z.output<typeof dataExport>

/** Where an archive is fetched, with the session of its owner. */
export function exportFilePath(id: string): string {
  return `/api/account/exports/${id}/file`
}

export const newestExport = call('GET /api/account/export', {
  who: 'person',
  summary: 'The newest archive of own data that is being made or can still be fetched (D28).',
  answer: z.object({ export: z.nullable(dataExport) }),
})

export const askForExport = call('POST /api/account/export', {
  who: 'person',
  summary: 'Has an archive of own data made and mails where it is, within 10 minutes; 3 a day (D28, D24).',
  answer: dataExport,
  status: 201,
  errors: {
    email_unverified: [409, 'Please confirm your email address first.'],
    too_many_exports: [429, 'You have asked for 3 exports today. Please try again tomorrow.'],
  },
})

/** Days in which a sign-in takes the deletion of an account back (D28). */
export const deletionWaitDays = 7

export const deleteAccount = call('POST /api/account/delete', {
  who: 'person',
  summary: 'Signs out everywhere, ends the subscription with its month, and erases the person after 7 days (D28).',
  body: z.object({ currentPassword: currentPasswordField }),
  /** `erasedAt`: until then a sign-in takes it back. */
  answer: z.object({ success: z.literal(true), erasedAt: isoTime }),
  errors: {
    wrong_password: wrongPassword,
    last_admin: [
      409,
      'You are the last admin of the platform or of an organization. Please give somebody else the role first.',
    ],
    payment_unavailable: [503, 'Your subscription cannot be cancelled right now. Please try again in a few minutes.'],
    too_many_attempts: tooMany,
    busy,
  },
})
