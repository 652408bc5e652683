import type { HeaderLink } from './header-link.ts'
import { isShutOut, wayToAccess } from './organization-access.ts'
import type { SignedIn } from './viewer.ts'

/** Marketplace, and the dashboard of the context one works in (S042, D159). */
export function mainLinks(user: SignedIn): HeaderLink[] {
  return [
    { href: '/marketplace', label: 'Marketplace' },
    { href: dashboardOf(user), label: 'Dashboard' },
  ]
}

/** Organization people work in their organization's dashboard, everybody else in their own (D159). */
export function dashboardOf(user: SignedIn): string {
  return user.organizationId !== null && user.role !== 'admin' ? '/organization-dashboard' : '/dashboard'
}

/** Admins and organization people have no account item (S048). */
export function hasAccountItem(user: SignedIn): boolean {
  return user.role !== 'admin' && user.organizationId === null
}

/** Members cannot buy for a pool that they do not run; its admins can (D49). */
export function asksForMinutes({ hasOrganizationAccess, organizationRole }: SignedIn): boolean {
  return hasOrganizationAccess && organizationRole !== 'admin'
}

/** The way to more minutes, or to access first; null for those who ask their admins instead (D49, D129, D130). */
export function topUpLink(user: SignedIn): HeaderLink | null {
  if (isShutOut(user)) return wayToAccess(user)
  return asksForMinutes(user) ? null : { href: '/checkout', label: 'Add Credits' }
}

/** `3 unread messages`. */
export function unreadText({ unreadMessages }: SignedIn): string {
  return unreadMessages === 1 ? '1 unread message' : `${unreadMessages} unread messages`
}

/** Visitors of the organization page were invited by somebody and activate their seat (S050, D159). */
export function startLink(path: string): HeaderLink {
  return path === '/organization-info'
    ? { href: '/organization-signup', label: 'Invited Users' }
    : { href: '/register', label: 'Get Started' }
}
