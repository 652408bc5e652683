import { Link } from 'wouter'
import { paths } from '#web/client/addresses/paths.ts'
import { classes } from '#web/kit/classes.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Balance } from './balance.tsx'
import { BalanceParts, balanceText } from './balance-parts.tsx'
import { SmallContextSwitch } from './context-switch.tsx'
import type { SignedIn, Viewer } from './viewer.ts'
import { asksForMinutes, hasAccountItem, mainLinks, topUpLink, unreadText } from './links.ts'
import { RequestMinutes, useRequestMinutes } from './request-minutes.tsx'
import { SmallMenuLinks, smallItemClasses } from './small-menu-links.tsx'

/** The header's items for a signed-in user (S042-S048). */
export function SignedInItems({ viewer, user }: { viewer: Viewer; user: SignedIn }) {
  const topUp = topUpLink(user)
  return (
    <>
      <nav aria-label="Main" className="hidden items-center gap-1 lg:flex">
        {mainLinks(user).map(({ href, label }) => (
          <Link
            key={href}
            href={href}
            aria-current={viewer.path === href ? 'page' : undefined}
            className={classes(
              'flex h-9 items-center rounded-control px-3 font-medium transition-colors hover:bg-hover',
              viewer.path === href ? 'text-link' : 'text-muted hover:text-text',
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="ml-auto hidden sm:block">
        <Balance user={user} />
      </div>
      <div className="hidden items-center gap-2 lg:flex">
        {asksForMinutes(user) && <RequestMinutes />}
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
        <AccountMenu user={user} onSignOut={viewer.onSignOut} />
      </div>
    </>
  )
}

interface SmallMenuProps {
  user: SignedIn
  onSignOut: () => void
  onChoose: () => void
}

/** The same items in the menu of small screens, with the balance on top (D159). */
export function SmallMenuSignedIn({ user, onSignOut, onChoose }: SmallMenuProps) {
  const request = useRequestMinutes()
  const topUp = topUpLink(user)
  const links = [
    ...mainLinks(user),
    ...(user.unreadMessages > 0 ? [{ href: paths.messages(), label: unreadText(user) }] : []),
    ...(topUp ? [topUp] : []),
    ...(hasAccountItem(user) ? [{ href: '/account', label: 'Account' }] : []),
    { href: '/profile', label: 'Profile & security' },
    ...(user.role === 'admin' ? [{ href: '/admin', label: 'Admin Portal' }] : []),
  ]
  return (
    <>
      <div className="mb-2 border-b border-line px-3 pt-1 pb-3">
        <p className="text-sm text-muted">{user.organizationName ?? user.firstName}</p>
        <p className="text-xl font-semibold tabular">{balanceText(user)}</p>
        <BalanceParts user={user} className="text-muted" />
      </div>
      <SmallMenuLinks links={links} onChoose={onChoose} />
      {asksForMinutes(user) && (
        <button type="button" onClick={request.ask} className={smallItemClasses}>
          Request minutes
        </button>
      )}
      <SmallContextSwitch onChoose={onChoose} />
      <button
        type="button"
        onClick={() => {
          onChoose()
          onSignOut()
        }}
        className={smallItemClasses}
      >
        Sign Out
      </button>
    </>
  )
}
