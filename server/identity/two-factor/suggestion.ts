import type { Membership } from '../memberships.ts'
import type { OwnPage } from '../own-page.ts'
import type { Person } from '../users.ts'

/** How long "Not Now" holds, after which people whose sign-in can move money are asked again. */
const declineMs = 30 * 24 * 60 * 60_000

type Asked = Pick<Person, 'role'> & Pick<OwnPage, 'hasTwoFactor' | 'twoFactorDeclinedAt'>

/**
 * Returns whether a person with wide rights, on the platform or in an organization, has no two-factor sign-in and has
 * not declined it in the last 30 days (D27).
 */
export function isTwoFactorSuggested(
  { role, hasTwoFactor, twoFactorDeclinedAt: declinedAt }: Asked,
  membership: Pick<Membership, 'role'> | null,
  at: Date,
): boolean {
  if (hasTwoFactor || (role !== 'admin' && membership?.role !== 'admin')) return false
  return declinedAt === null || at.getTime() - declinedAt.getTime() >= declineMs
}
