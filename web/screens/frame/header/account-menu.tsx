import { usePrefetchQuery } from '@tanstack/react-query'
import {
  ChevronDown,
  CirclePlus,
  LayoutDashboard,
  ListChecks,
  LogOut,
  Mail,
  ShieldCheck,
  Store,
  UserRound,
} from 'lucide-react'
import { organizationQuery } from '#web/client/organization.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { buttonClasses } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { Menu, MenuAction, MenuLine, MenuLink } from '#web/kit/dialogs/menu.tsx'
import { ContextSwitch } from './context-switch.tsx'
import { Face } from '#web/kit/face.tsx'
import type { SignedIn } from './viewer.ts'
import { asksForMinutes, dashboardOf, hasAccountItem, topUpLink, unreadText } from './links.ts'
import { shortageOf, useRequestMinutes } from './request-minutes.tsx'
import { UnreadDot } from './unread-dot.tsx'

const iconClasses = 'size-4 text-muted'

/** The signed-in person's menu (S046-S048). */
export function AccountMenu({ user, onSignOut }: { user: SignedIn; onSignOut: () => void }) {
  const request = useRequestMinutes(shortageOf(user))
  const topUp = topUpLink(user)
  // Loaded before the menu opens, so that it does not grow under the pointer.
  usePrefetchQuery(organizationQuery)
  return (
    <Menu
      isAnchored
      trigger={
        <button type="button" className={classes(buttonClasses({ variant: 'ghost' }), 'gap-2 px-2')}>
          <span className="relative">
            <Face url={user.profileImageUrl} />
            {user.unreadMessages > 0 && <UnreadDot />}
          </span>
          <span className="max-w-32 truncate">{user.firstName || 'Account'}</span>
          {user.unreadMessages > 0 && <span className="sr-only">{unreadText(user)}</span>}
          <ChevronDown aria-hidden className={iconClasses} />
        </button>
      }
    >
      <MenuLink href={dashboardOf(user)} icon={<LayoutDashboard aria-hidden className={iconClasses} />}>
        Dashboard
      </MenuLink>
      <MenuLink href={paths.nextSteps()} icon={<ListChecks aria-hidden className={iconClasses} />}>
        Next steps
      </MenuLink>
      {user.unreadMessages > 0 && (
        <MenuLink href={paths.messages()} icon={<Mail aria-hidden className={iconClasses} />}>
          {unreadText(user)}
        </MenuLink>
      )}
      {hasAccountItem(user) && (
        <MenuLink href="/account" icon={<UserRound aria-hidden className={iconClasses} />}>
          Account
        </MenuLink>
      )}
      <MenuLink href="/profile" icon={<ShieldCheck aria-hidden className={iconClasses} />}>
        Profile &amp; security
      </MenuLink>
      {asksForMinutes(user) && (
        <MenuAction onSelect={request.ask} icon={<CirclePlus aria-hidden className={iconClasses} />}>
          Request minutes
        </MenuAction>
      )}
      {topUp && (
        <MenuLink href={topUp.href} icon={<CirclePlus aria-hidden className={iconClasses} />}>
          {topUp.label}
        </MenuLink>
      )}
      <MenuLink href="/marketplace" icon={<Store aria-hidden className={iconClasses} />}>
        Marketplace
      </MenuLink>
      <ContextSwitch />
      <MenuLine />
      <MenuAction onSelect={onSignOut} icon={<LogOut aria-hidden className={iconClasses} />}>
        Sign Out
      </MenuAction>
    </Menu>
  )
}
