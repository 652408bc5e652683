import { lazy, Suspense } from 'react'
import { paths } from '#web/client/addresses/paths.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { BalanceParts, balanceText } from './header/balance-parts.tsx'
import { SmallContextSwitch } from './header/context-switch.tsx'
import { asksForMinutes, hasAccountItem, topUpLink } from './header/links.ts'
import { shortageOf, useRequestMinutes } from './header/request-minutes.tsx'
import { SmallMenuLinks, smallItemClasses } from './header/small-menu-links.tsx'
import type { SignedIn } from './header/viewer.ts'

const SmallStaffInbox = lazy(async () => ({ default: (await import('./header/staff-inbox.tsx')).SmallStaffInbox }))

interface Props {
  user: SignedIn
  open: boolean
  onClose: () => void
  onSignOut: () => void
}

/** The items of the account menu as a sheet. */
export function YouSheet({ user, open, onClose, onSignOut }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="You" width="small">
      {/* The bar's height stays free, because a second tap on You would otherwise sign out. */}
      <nav aria-label="Account" className="-mx-3 pb-[calc(var(--bottom-bar,0px)+env(safe-area-inset-bottom))]">
        <OwnItems user={user} onChoose={onClose} onSignOut={onSignOut} />
      </nav>
    </Dialog>
  )
}

/** The balance, then the person's own links and actions in a column (D159). */
function OwnItems({ user, onSignOut, onChoose }: Omit<Props, 'open' | 'onClose'> & { onChoose: () => void }) {
  const request = useRequestMinutes(shortageOf(user))
  const topUp = topUpLink(user)
  const own = [
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
