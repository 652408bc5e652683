import { lazy, Suspense } from 'react'
import { paths } from '#web/client/addresses/paths.ts'
import { BalanceParts, balanceText } from './balance-parts.tsx'
import { SmallContextSwitch } from './context-switch.tsx'
import type { HeaderLink } from './header-link.ts'
import { asksForMinutes, hasAccountItem, topUpLink } from './links.ts'
import { shortageOf, useRequestMinutes } from './request-minutes.tsx'
import { SmallMenuLinks, smallItemClasses } from './small-menu-links.tsx'
import type { SignedIn } from './viewer.ts'

const SmallStaffInbox = lazy(async () => ({ default: (await import('./staff-inbox.tsx')).SmallStaffInbox }))

interface Props {
  user: SignedIn
  /** Above the person's own links. */
  links?: readonly HeaderLink[]
  onSignOut: () => void
  onChoose: () => void
}

/** The balance, then a person's own links and actions in a column: in the menu and the sheet of small screens (D159). */
export function OwnItems({ user, links = [], onSignOut, onChoose }: Props) {
  const request = useRequestMinutes(shortageOf(user))
  const topUp = topUpLink(user)
  const own = [
    ...links,
    ...(topUp ? [topUp] : []),
    { href: paths.nextSteps(), label: 'Next steps' },
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
      <SmallMenuLinks links={own} onChoose={onChoose} />
      {user.staffRole !== null && (
        <Suspense>
          <SmallStaffInbox role={user.staffRole} onChoose={onChoose} />
        </Suspense>
      )}
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
