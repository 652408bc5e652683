import * as z from 'zod/mini'
import { call, notReached } from '../call.ts'
import { field } from '../field-words.ts'
import {
  currentPasswordField,
  emailField,
  firstNameField,
  lastNameField,
  newPasswordField,
  passwordField,
} from './fields.ts'
import { isoTime, me } from './people.ts'
import { timeZoneHint } from './time-zone.ts'
import { codeErrors, codeField } from './two-factor-code.ts'
import { busy, common_password, too_many_attempts, wrong_password } from '../refusals.ts'

/** Where the browser is, for the dates in mails. */
const browserTimeZone = z.optional(timeZoneHint)

/** `isRestored` means that this sign-in stopped the deletion of the account (D28). */
const signedIn = z.extend(me, { isRestored: z.boolean() })

export const login = call('POST /api/auth/login', {
  who: 'anyone',
  summary: 'Signs in, or asks for a code first; an unknown email and a wrong password get the same answer (D13, D27).',
  failed: ['Sign In Failed', 'Please check your credentials and try again.', notReached],
  body: z.object({
    email: emailField,
    password: field(passwordField('Password is required'), { label: 'Password', kind: 'password' }),
    timeZone: browserTimeZone,
  }),
  /** The sign-in is completed only by the code, sent from the same browser within 10 minutes. */
  answer: z.union([z.object({ twoFactorRequired: z.literal(true) }), signedIn]),
  errors: {
    invalid_credentials: [401, 'Invalid email or password.'],
    account_deactivated: [403, 'This account is deactivated. Contact support.'],
    too_many_attempts,
    busy: [503, 'Many people are signing in right now. Please try again in a few seconds.'],
  },
})

export const loginWithCode = call('POST /api/auth/two-factor', {
  who: 'anyone',
  summary: 'Completes a sign-in with a code from the app or a recovery code; each code works once (D27).',
  failed: ['Sign In Failed', 'Please try again.', notReached],
  body: z.object({ code: codeField }),
  answer: signedIn,
  errors: {
    ...codeErrors,
    sign_in_expired: [409, 'This sign-in has expired. Please start again with your password.'],
    account_deactivated: [403, 'This account is deactivated. Contact support.'],
  },
})

export const reauthenticate = call('POST /api/auth/reauthenticate', {
  who: 'person',
  summary: 'Confirms the person’s identity with the password or a code, before changes to money or roles (D27).',
  failed: ['Not Confirmed', 'No changes were made. Please try again.', notReached],
  body: z.object({ currentPassword: z.optional(currentPasswordField), code: z.optional(codeField) }).check(
    z.refine(({ currentPassword, code }) => currentPassword !== undefined || code !== undefined, {
      path: ['currentPassword'],
      error: 'Your current password is required',
    }),
  ),
  /** Until when no further confirmation is needed: five minutes from now. */
  answer: z.object({ provenUntil: isoTime }),
  errors: { ...codeErrors, wrong_password, busy },
})

/** Letters and digits, without those that look alike. */
const referralCodeField = z.string().check(z.trim(), z.maxLength(32))

export const register = call('POST /api/auth/register', {
  who: 'anyone',
  summary: 'Creates an account and signs in (D21).',
  failed: ['Registration Failed', 'Please try again with different information.'],
  body: z.object({
    email: emailField,
    password: newPasswordField,
    firstName: firstNameField,
    lastName: lastNameField,
    /** The referral code of /register?ref=; unknown codes are ignored (D51). */
    ref: z.optional(referralCodeField),
    timeZone: browserTimeZone,
  }),
  answer: me,
  status: 201,
  errors: {
    registration_failed: [400, 'Please try again with different information.'],
    common_password,
    too_many_attempts,
    busy: [503, 'Many people are signing up right now. Please try again in a few seconds.'],
  },
})
