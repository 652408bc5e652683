import { usePrefetchQuery } from '@tanstack/react-query'
import {
  ChevronDown,
  CirclePlus,
  Clock,
  LayoutDashboard,
  ListChecks,
  LogOut,
  Mail,
  ShieldCheck,
  Store,
  UserRound,
} from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { paths } from '#web/client/addresses/paths.ts'
import { organizationQuery } from '#web/client/organization.ts'
import { buttonClasses } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { Menu, MenuAction, MenuLine, MenuLink, Popover } from '#web/kit/dialogs/menu.tsx'
import { Face } from '#web/kit/face.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { BalanceParts, MinutesLink, balanceText } from './balance-parts.tsx'
import { ContextSwitch } from './context-switch.tsx'
import { asksForMinutes, dashboardOf, hasAccountItem, mainLinks, topUpLink, unreadText } from './links.ts'
import { RequestMinutes, shortageOf, useRequestMinutes } from './request-minutes.tsx'
import { UnreadDot } from '#web/kit/badge.tsx'
import type { SignedIn, Viewer } from './viewer.ts'

interface Props {
  viewer: Viewer
  user: SignedIn
  /** Leaves out what leads away from a payment. */
  isFocused: boolean
}

const StaffInbox = lazy(async () => ({ default: (await import('./staff-inbox.tsx')).StaffInbox }))

/** The header's items for a signed-in user (S042-S048). */
export function SignedInItems({ viewer, user, isFocused }: Props) {
  return (
    <>
      {!isFocused && <MainLinks path={viewer.path} user={user} />}
      <div className="flex min-w-0 flex-1 basis-24 justify-end">
        <Balance user={user} />
      </div>
      {/* On smaller screens the bar has a place for them; where there is no bar, the account menu stays. */}
      <div className={classes('items-center gap-2', isFocused ? 'flex' : 'hidden lg:flex')}>
        {!isFocused && <MoreItems user={user} />}
        <AccountMenu user={user} onSignOut={viewer.onSignOut} />
      </div>
    </>
  )
}

function MainLinks({ path, user }: { path: string; user: SignedIn }) {
  return (
    <nav aria-label="Main" className="hidden items-center gap-1 lg:flex">
      {mainLinks(user).map(({ href, label }) => (
        <Link
          key={href}
          href={href}
          aria-current={path === href ? 'page' : undefined}
          className={classes(
            'flex h-9 items-center rounded-control px-3 font-medium transition-colors hover:bg-hover',
            path === href ? 'text-link' : 'text-muted hover:text-text',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

function MoreItems({ user }: { user: SignedIn }) {
  const topUp = topUpLink(user)
  return (
    <>
      {asksForMinutes(user) && <RequestMinutes about={shortageOf(user)} />}
      {topUp && (
        <LinkButton href={topUp.href} variant="secondary">
          {topUp.label}
        </LinkButton>
      )}
      {user.role === 'admin' && (
        <LinkButton href="/admin" variant="secondary">
          Admin Portal
        </LinkButton>
      )}
      {user.staffRole !== null && (
        <Suspense>
          <StaffInbox role={user.staffRole} />
        </Suspense>
      )}
    </>
  )
}

/** The balance in the header; its panel explains it (D32, D160). */
function Balance({ user }: { user: SignedIn }) {
  return (
    <Popover
      title="1 credit = 1 minute"
      trigger={
        <button
          type="button"
          className="inline-flex min-h-9 min-w-0 flex-col items-end justify-center rounded-control px-1.5 font-medium text-muted transition-colors hover:bg-hover hover:text-text sm:flex-row sm:items-center sm:justify-start sm:gap-2 sm:px-2.5 pointer-coarse:min-h-11"
        >
          <Clock aria-hidden className="hidden size-4 shrink-0 sm:block" />
          {user.organizationName && (
            <span className="max-w-full min-w-0 truncate max-sm:text-xs sm:max-w-40">{user.organizationName}</span>
          )}
          <span className="shrink-0 text-text tabular sm:whitespace-nowrap">{balanceText(user)}</span>
        </button>
      }
    >
      <BalanceParts user={user} />
      <MinutesLink />
    </Popover>
  )
}

const iconClasses = 'size-4 text-muted'

/** The signed-in person's menu (S046-S048). */
function AccountMenu({ user, onSignOut }: { user: SignedIn; onSignOut: () => void }) {
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
          <span className="max-w-32 truncate max-sm:sr-only">{user.firstName || 'Account'}</span>
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
