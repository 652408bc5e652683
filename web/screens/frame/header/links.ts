import { countText } from '#contract/amounts.ts'
import type { HeaderLink } from './small-menu-links.tsx'
import type { SignedIn } from './viewer.ts'
import { isShutOut, wayToAccess } from './organization-access.ts'

/** Returns the links to the marketplace and to the dashboard of the current context (S042, D159). */
export function mainLinks(user: SignedIn): HeaderLink[] {
  return [
    { href: '/marketplace', label: 'Marketplace' },
    { href: dashboardOf(user), label: 'Dashboard' },
  ]
}

/** Returns the organization's dashboard for its people, the personal one for everybody else (D159). */
export function dashboardOf(user: SignedIn): string {
  return user.organizationId !== null && user.role !== 'admin' ? '/organization-dashboard' : '/dashboard'
}

/** Returns whether there is an account item; admins and organization people have none (S048). */
export function hasAccountItem(user: SignedIn): boolean {
  return user.role !== 'admin' && user.organizationId === null
}

/** Returns whether the user is a member, who asks the admins for minutes instead of buying (D49). */
export function asksForMinutes({ hasOrganizationAccess, organizationRole }: SignedIn): boolean {
  return hasOrganizationAccess && organizationRole !== 'admin'
}

/** Returns the link to more minutes, or to access first; null for members, who ask their admins (D49, D129, D130). */
export function topUpLink(user: SignedIn): HeaderLink | null {
  if (isShutOut(user)) return wayToAccess(user)
  return asksForMinutes(user) ? null : { href: '/checkout', label: 'Add Credits' }
}

/** Returns `3 unread messages`. */
export function unreadText({ unreadMessages }: SignedIn): string {
  return countText(unreadMessages, 'unread message')
}

/** Returns the start link; on the organization page it is for invited users, who activate their seat (S050, D159). */
export function startLink(path: string): HeaderLink {
  return path === '/organization-info'
    ? { href: '/organization-signup', label: 'Invited Users' }
    : { href: '/register', label: 'Get Started' }
}

/** The links that visitors find in the header; those into the landing page load it, so that the place is found. */
export const visitorLinks: readonly HeaderLink[] = [
  { href: '/agents', label: 'Agents' },
  { href: '/#pricing', label: 'Pricing' },
  { href: '/organization-info', label: 'For organizations' },
]
