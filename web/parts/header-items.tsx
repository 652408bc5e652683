import { Link } from 'wouter'
import { classes } from '#web/ui/classes.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Balance } from './balance.tsx'
import type { SignedIn, Viewer } from './header.tsx'
import { mainLinks } from './header-links.ts'

/** What the header holds for a signed-in person (S042-S048). */
export function SignedInItems({ viewer, user }: { viewer: Viewer; user: SignedIn }) {
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
