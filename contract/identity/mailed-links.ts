import * as z from 'zod/mini'
import { shownAddress } from './people.ts'
import { call, notReached } from '../call.ts'
import { emailField, newPasswordField } from './fields.ts'
import { busy, common_password, too_many_attempts } from '../refusals.ts'

/** Links in mails, to reset a password or to confirm an address (D18, D19, D24). */

export const forgotPassword = call('POST /api/auth/forgot-password', {
  who: 'anyone',
  summary: 'Mails a reset link if the account exists; the answer is always the same (D19).',
  failed: ['Failed to send reset email', 'Please try again in a few minutes.', notReached],
  body: z.object({ email: emailField }),
  answer: z.object({ message: z.string() }),
  errors: { too_many_attempts },
})

export const verifyResetToken = call('GET /api/auth/verify-reset-token/:token', {
  who: 'anyone',
  summary: 'Returns whether a link to a password still works; checking does not use it up (D18, D201).',
  /** `isUsed`: it has set a password, even a first one, or a newer password or address has voided it. */
  answer: z.object({ valid: z.boolean(), isUsed: z.boolean() }),
})

/** Word for word as specified, by the call and by its page. */
export const invalidResetLink = 'This reset link is invalid or has expired'

export const resetPassword = call('POST /api/auth/reset-password', {
  who: 'anyone',
  summary: 'Sets a new password with a mailed token and ends all of the person’s sessions (D18).',
  failed: ['Failed to reset password', 'Please try again.'],
  body: z.object({ token: z.string().check(z.maxLength(200)), newPassword: newPasswordField }),
  errors: { invalid_token: [400, invalidResetLink], common_password, busy },
})

const invalid_token = [400, 'This link is invalid or has expired. Please request a new one.'] as const

export const emailLink = call('GET /api/auth/verify-email/:token', {
  who: 'anyone',
  summary: 'Returns what a mailed link confirms, and whether that is done already; it changes nothing (D24, D201).',
  answer: z.object({ email: shownAddress, isChange: z.boolean(), isReached: z.boolean() }),
  errors: { invalid_token },
})

export const verifyEmail = call('POST /api/auth/verify-email', {
  who: 'anyone',
  summary: 'Confirms an email address with the mailed token, or switches to a new one; again is fine (D24, D25, D201).',
  failed: ['Error', 'Failed to confirm your address. Please try again.'],
  body: z.object({ token: z.string().check(z.maxLength(200)) }),
  answer: z.object({ success: z.literal(true), email: shownAddress, isChanged: z.boolean() }),
  errors: { invalid_token },
})
