import type { Answer } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import { newestExport } from '#contract/departure/departure.ts'
import { type SignedInBrowser, signIns } from '#contract/identity/profile.ts'
import { beginTwoFactor, confirmTwoFactor, twoFactor } from '#contract/identity/two-factor.ts'
import type { FakeServer } from '../fake-server.ts'
import { registeredMe } from '../people.ts'

export const password = 'correct-horse-7'

/** Signed in, with the link in the first mail not yet opened. */
export const unconfirmedMe = { ...registeredMe, emailVerified: false } satisfies Me

export const thisBrowser = {
  id: '5b1c9a10-0001-4a61-8f0e-6f2f3b1c0001',
  browser: 'Chrome on Windows',
  firstSeenAt: '2026-11-20T08:00:00.000Z',
  lastSeenAt: '2026-11-22T08:00:00.000Z',
  isCurrent: true,
} satisfies SignedInBrowser

/** Returns a browser that did not say what it is. */
export function unknownBrowser(number: number): SignedInBrowser {
  const seen = { firstSeenAt: '2026-11-18T08:00:00.000Z', lastSeenAt: '2026-11-21T08:00:00.000Z' }
  return { id: `5b1c9a10-0002-4a61-8f0e-6f2f3b1c000${number}`, browser: null, ...seen, isCurrent: false }
}

export const twoFactorOff = { enabledAt: null, recoveryCodesLeft: 0 } satisfies Answer<typeof twoFactor>

/** Two-factor sign-in that is on. */
export function twoFactorOn(recoveryCodesLeft: number): Answer<typeof twoFactor> {
  return { enabledAt: '2026-11-10T08:00:00.000Z', recoveryCodesLeft }
}

/** Answers everything that the profile reads besides the person. */
export function serveProfile(server: FakeServer): void {
  server.answer(twoFactor, twoFactorOff)
  server.answer(signIns, [thisBrowser])
  server.answer(newestExport, { export: null })
}

export const twoFactorSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
export const secretAddress = `otpauth://totp/Luna:robin.reed%40example.com?issuer=Luna&secret=${twoFactorSecret}`
export const recoveryCodes = Array.from({ length: 10 }, (_, i) => `AAAA-BBBB-CCCC-DD2${i}`)

/** Answers the way from off to on. */
export function serveTurningOn(server: FakeServer): void {
  server.answer(beginTwoFactor, { secret: twoFactorSecret, address: secretAddress })
  server.answer(confirmTwoFactor, () => {
    server.answer(twoFactor, twoFactorOn(10))
    return { recoveryCodes }
  })
}
