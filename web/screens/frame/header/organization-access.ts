import type { Me } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import type { HeaderLink } from './small-menu-links.tsx'

/** The fields of a user that state the access of their organization. */
export type Standing = Pick<
  Me,
  | 'organizationId'
  | 'organizationRole'
  | 'hasOrganizationAccess'
  | 'isOrganizationUnpaid'
  | 'isOrganizationOff'
  | 'organizationGraceEndsAt'
>

/** Returns whether the user's organization gives no access: it has ended, or has no package yet (D129, D130). */
export function isShutOut({ organizationId, hasOrganizationAccess }: Standing): boolean {
  return organizationId !== null && !hasOrganizationAccess
}

/** Returns what the admins can do about it; null for members, and where no payment helps. */
export function wayToAccess(user: Standing): HeaderLink | null {
  const { organizationId, organizationRole, isOrganizationUnpaid, isOrganizationOff, organizationGraceEndsAt } = user
  if (organizationId === null || organizationRole !== 'admin' || isOrganizationOff) return null
  if (isOrganizationUnpaid) return { href: paths.packageBuilder({ organizationId }), label: 'Choose a Package' }
  const href = paths.organizationDashboard({ tab: 'billing' })
  return { href, label: organizationGraceEndsAt ? 'Fix Payment' : 'Reactivate' }
}

/** Returns why there is no access, in a sentence. */
export function shutOutText({ isOrganizationUnpaid }: Standing): string {
  return isOrganizationUnpaid ? "Your organization hasn't paid yet." : "Your organization's access has ended."
}
