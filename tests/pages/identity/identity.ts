import type { Answer } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import { newestExport } from '#contract/departure/departure.ts'
import { type SignedInBrowser, signIns } from '#contract/identity/profile.ts'
import { twoFactor } from '#contract/identity/two-factor.ts'
import { expect, type FakeServer, type Page, registeredMe } from '#tests/pages.ts'

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
  return {
    id: `5b1c9a10-0002-4a61-8f0e-6f2f3b1c000${number}`,
    browser: null,
    firstSeenAt: '2026-11-18T08:00:00.000Z',
    lastSeenAt: '2026-11-21T08:00:00.000Z',
    isCurrent: false,
  }
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

/** Opens the profile of a signed-in person. */
export async function openProfile(page: Page, path = '/profile'): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Profile & security' })).toBeVisible()
}
