import * as z from 'zod/mini'
import { call } from '../call.ts'
import { imageErrors, imageField } from '../images/images.ts'
import { currentPasswordField, emailField, firstNameField, lastNameField, newPasswordField } from './fields.ts'
import { isoTime, me } from './people.ts'
import { busy, common_password, too_many_attempts, wrong_password } from '../refusals.ts'

/** The changes that people can make on /profile (D25). */

export const resendVerification = call('POST /api/auth/resend-verification', {
  who: 'person',
  summary: 'Mails a new link that confirms the person’s address; at most 3 an hour (D24).',
  failed: ['Failed to send the email', 'Please try again in a few minutes.'],
  errors: { already_verified: [409, 'Your email address is already confirmed.'], too_many_attempts },
})

export const updateNames = call('PATCH /api/account/names', {
  who: 'person',
  summary: 'Saves changed names when the person comes back from the payment step (D21).',
  done: ['Name Saved'],
  failed: ['Error', 'Failed to save your name. Please try again.'],
  body: z.object({ firstName: firstNameField, lastName: lastNameField }),
  answer: me,
})

export const changeEmail = call('POST /api/account/email', {
  who: 'person',
  summary:
    'Mails a link to the new address, which switches to it, and notifies the current address; never reveals whether the new one is taken (D25).',
  failed: ['Failed to change your email', "Your email hasn't changed. Please try again."],
  body: z.object({ email: emailField, currentPassword: currentPasswordField }),
  errors: {
    email_unverified: [409, 'Please confirm your current email address first.'],
    same_email: [400, 'This is already your email address.'],
    wrong_password,
    too_many_attempts,
    busy,
  },
})

export const changePassword = call('POST /api/account/password', {
  who: 'person',
  summary: 'Changes the password and signs the person out everywhere else (D25).',
  done: ['Password Changed', 'We signed you out on your other devices.'],
  failed: ['Failed to change your password', "Your password hasn't changed. Please try again."],
  body: z.object({ currentPassword: currentPasswordField, newPassword: newPasswordField }),
  errors: { wrong_password, common_password, too_many_attempts, busy },
})

/** A browser in which the person is signed in. */
export const signedInBrowser = z.object({
  id: z.string(),
  /** A readable name, such as "Chrome on Windows"; null when unknown. */
  browser: z.nullable(z.string()),
  firstSeenAt: isoTime,
  /** Accurate to the hour. */
  lastSeenAt: isoTime,
  /** Whether this is the browser that makes the call. */
  isCurrent: z.boolean(),
})
export type SignedInBrowser = z.output<typeof signedInBrowser>

export const signIns = call('GET /api/account/sign-ins', {
  who: 'person',
  summary: 'Lists the browsers in which the person is signed in, the most recently used first (D25).',
  answer: z.array(signedInBrowser),
})

const stillSignedIn = ['Failed to sign out', 'That browser is still signed in. Please try again.'] as const

export const endSignIn = call('DELETE /api/account/sign-ins/:id', {
  who: 'person',
  summary: 'Signs the person out in one browser.',
  done: ['Browser Signed Out', 'That browser is no longer signed in.'],
  failed: stillSignedIn,
  errors: { sign_in_not_found: [404, 'This sign-in has already ended.'] },
})

export const endOtherSignIns = call('DELETE /api/account/sign-ins', {
  who: 'person',
  summary: 'Signs the person out everywhere except in this browser.',
  done: ['Signed Out Everywhere Else', 'Only this browser is signed in.'],
  failed: stillSignedIn,
  answer: z.object({ ended: z.number() }),
})

export const changePhoto = call('PUT /api/account/photo', {
  who: 'person',
  summary: 'Sets the person’s photo, a JPG or PNG; the file type is detected from its contents (D25, D151).',
  done: ['Photo Saved'],
  body: z.object({ image: imageField }),
  answer: me,
  errors: { ...imageErrors, too_many_attempts },
})

export const removePhoto = call('DELETE /api/account/photo', {
  who: 'person',
  summary: 'Removes the person’s photo; 200 even without one.',
  done: ['Photo Removed'],
  failed: ['Failed to remove your photo', 'Please try again.'],
  answer: me,
})
