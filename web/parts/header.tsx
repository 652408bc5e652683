import { Link } from 'wouter'
import type { Me } from '#contract/people.ts'
import { classes } from '#web/ui/classes.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Balance } from './balance.tsx'
import { DemoBadge } from './demo-badge.tsx'
import { mainLinks, startLink } from './header-links.ts'
import { Logo } from './logo.tsx'
import { SmallMenu } from './small-menu.tsx'

/** Who looks at the page, as far as its frame shows it. */
export interface Viewer {
  /** null: signed out; undefined: not known yet. */
  user:
    | Pick<
        Me,
        | 'firstName'
        | 'role'
        | 'profileImageUrl'
        | 'hasOrganizationAccess'
        | 'organizationName'
        | 'organizationCredits'
        | 'creditBalance'
        | 'monthlyCredits'
        | 'purchasedCredits'
        | 'monthlyEndsAt'
      >
    | null
    | undefined
  /** Path of the screen. */
  path: string
  /** Whether any outside service is a stand-in. */
  demo: boolean
  onSignOut: () => void
}

export type SignedIn = NonNullable<Viewer['user']>

/** Logo, ways through the product, balance and account (S041-S055). */
export function Header({ viewer }: { viewer: Viewer }) {
  const { user, demo } = viewer
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-bg">
      <div className="relative mx-auto flex h-14 w-full max-w-page items-center gap-3 px-4 sm:px-6">
        <Link href="/" aria-label="Luna, home" className="rounded-control">
          <Logo />
        </Link>
        {demo && <DemoBadge />}
        {user === undefined ? null : user ? (
          <SignedInItems viewer={viewer} user={user} />
        ) : (
          <SignedOutItems viewer={viewer} />
        )}
        {user !== undefined && <SmallMenu key={viewer.path} viewer={viewer} />}
      </div>
    </header>
  )
}

function SignedInItems({ viewer, user }: { viewer: Viewer; user: SignedIn }) {
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
        <LinkButton href="/checkout" variant="secondary">
          Add Credits
        </LinkButton>
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

function SignedOutItems({ viewer }: { viewer: Viewer }) {
  const start = startLink(viewer.path)
  return (
    <div className="ml-auto hidden items-center gap-2 md:flex">
      <p className="mr-2 hidden text-sm text-muted lg:block">Learn. Understand. Navigate. Apply.</p>
      <LinkButton href="/login" variant="ghost">
        Login
      </LinkButton>
      <LinkButton href={start.href}>{start.label}</LinkButton>
    </div>
  )
}
