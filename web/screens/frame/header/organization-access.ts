import type { Me } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import type { HeaderLink } from './header-link.ts'

/** What of a person says how the organization stands that they work in. */
export type Standing = Pick<
  Me,
  | 'organizationId'
  | 'organizationRole'
  | 'hasOrganizationAccess'
  | 'isOrganizationUnpaid'
  | 'isOrganizationOff'
  | 'organizationGraceEndsAt'
>

/** Whether somebody works in an organization that gives no access: it has ended, or waits for its package (D129, D130). */
export function isShutOut({ organizationId, hasOrganizationAccess }: Standing): boolean {
  return organizationId !== null && !hasOrganizationAccess
}

/** What its admins can do about it; null for its members, and where no payment helps. */
export function wayToAccess(user: Standing): HeaderLink | null {
  const { organizationId, organizationRole, isOrganizationUnpaid, isOrganizationOff, organizationGraceEndsAt } = user
  if (organizationId === null || organizationRole !== 'admin' || isOrganizationOff) return null
  if (isOrganizationUnpaid) return { href: paths.packageBuilder({ organizationId }), label: 'Choose a Package' }
  const href = paths.organizationDashboard({ tab: 'billing' })
  return { href, label: organizationGraceEndsAt ? 'Fix Payment' : 'Reactivate' }
}

/** Why nobody can talk there, in a sentence. */
export function shutOutText({ isOrganizationUnpaid }: Standing): string {
  return isOrganizationUnpaid ? 'Your organization is not paid yet.' : "Your organization's access has ended."
}
