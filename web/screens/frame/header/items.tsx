import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { paths } from '#web/client/addresses/paths.ts'
import { classes } from '#web/kit/classes.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Balance } from './balance.tsx'
import type { SignedIn, Viewer } from './viewer.ts'
import { asksForMinutes, mainLinks, topUpLink, unreadText } from './links.ts'
import { OwnItems } from './own-items.tsx'
import { RequestMinutes, shortageOf } from './request-minutes.tsx'

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
      <div className="hidden items-center gap-2 lg:flex">
        {!isFocused && <MoreItems user={user} />}
        <AccountMenu user={user} onSignOut={viewer.onSignOut} />
      </div>
    </>
  )
}

function MainLinks({ path, user }: { path: string; user: SignedIn }) {
  return (
    <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
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

interface SmallMenuProps {
  user: SignedIn
  onSignOut: () => void
  onChoose: () => void
}

/** The same items in the menu of small screens, with the balance on top (D159). */
export function SmallMenuSignedIn({ user, ...rest }: SmallMenuProps) {
  const unread = user.unreadMessages > 0 ? [{ href: paths.messages(), label: unreadText(user) }] : []
  return <OwnItems user={user} links={[...mainLinks(user), ...unread]} {...rest} />
}
