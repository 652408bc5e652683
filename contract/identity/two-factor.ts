import * as z from 'zod/mini'
import { call } from '../call.ts'
import { currentPasswordField } from './fields.ts'
import { isoTime } from './people.ts'
import { codeErrors, codeField } from './two-factor-code.ts'
import { busy, wrong_password } from '../refusals.ts'

/** Two-factor sign-in with an authenticator app, set up on /profile (D27). */

const passwordErrors = {
  wrong_password,
  too_many_attempts: codeErrors.too_many_attempts,
  busy,
} as const

const notTurnedOn = ['Failed to turn on two-factor', 'No changes were saved. Please try again.'] as const

const two_factor_on = [409, 'Two-factor sign-in is already on.'] as const
const two_factor_off = [409, 'Two-factor sign-in is off.'] as const

/** Shown only once, because only hashes are stored. */
const newRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const twoFactor = call('GET /api/account/two-factor', {
  who: 'person',
  summary: 'Returns whether signing in asks for a code, and how many recovery codes are left (D27).',
  answer: z.object({ enabledAt: z.nullable(isoTime), recoveryCodesLeft: z.number() }),
})

export const beginTwoFactor = call('POST /api/account/two-factor', {
  who: 'person',
  holdsSecret: true,
  summary: 'Returns a new secret for an authenticator app, once; nothing changes until a code confirms it (D27).',
  failed: notTurnedOn,
  body: z.object({ currentPassword: currentPasswordField }),
  /** `secret` is in base32; `address` holds the same secret for a QR code. */
  answer: z.object({ secret: z.string(), address: z.string() }),
  errors: { ...passwordErrors, two_factor_on },
})

export const confirmTwoFactor = call('POST /api/account/two-factor/confirm', {
  who: 'person',
  holdsSecret: true,
  summary: 'Turns on two-factor sign-in with a first code from the app, and returns the recovery codes once (D27).',
  done: ['Two-Factor Is On', 'Now save your recovery codes.'],
  failed: notTurnedOn,
  body: z.object({ code: codeField }),
  answer: newRecoveryCodes,
  errors: { ...codeErrors, two_factor_not_begun: [409, 'This setup has expired. Please start again.'], two_factor_on },
})

const passwordAndCode = z.object({ currentPassword: currentPasswordField, code: codeField })

export const turnOffTwoFactor = call('POST /api/account/two-factor/turn-off', {
  who: 'person',
  summary: 'Turns off two-factor sign-in, with the password and a code (D27).',
  done: ['Two-Factor Is Off'],
  failed: ['Failed to turn off two-factor', "It's still on. Please try again."],
  body: passwordAndCode,
  errors: { ...passwordErrors, ...codeErrors, two_factor_off },
})

export const renewRecoveryCodes = call('POST /api/account/two-factor/recovery-codes', {
  who: 'person',
  holdsSecret: true,
  summary: 'Returns ten new recovery codes, once; the old ones stop working (D27).',
  failed: ['Failed to make new codes', 'Your current codes still work. Please try again.'],
  body: passwordAndCode,
  answer: newRecoveryCodes,
  errors: { ...passwordErrors, ...codeErrors, two_factor_off },
})

const seenAgain = "We couldn't save that, so you may see this suggestion again."

export const declineTwoFactor = call('POST /api/account/two-factor/not-now', {
  who: 'person',
  summary: 'Stops suggesting two-factor sign-in to this admin for 30 days (D27).',
  failed: ['Not Saved', seenAgain, seenAgain],
})
