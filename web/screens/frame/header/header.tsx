import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { LinkButton } from '#web/kit/link-button.tsx'
import { DemoBadge } from './demo-badge.tsx'
import { startLink, visitorLinks } from './links.ts'
import { Logo } from '../brand/logo.tsx'
import { SmallMenu } from './small-menu.tsx'
import type { Viewer } from './viewer.ts'

/** Menus and panels that visitors never need. */
const SignedInItems = lazy(async () => ({ default: (await import('./items.tsx')).SignedInItems }))

interface Props {
  viewer: Viewer
  /** Leaves out what leads away from a registration or a payment. */
  isFocused: boolean
}

/** Logo, links, balance and account (S041-S055). */
export function Header({ viewer, isFocused }: Props) {
  const { user, demo } = viewer
  const hasMenu = user || (user === null && !isFocused)
  return (
    <header className="print:hidden sticky top-0 z-30 border-b border-line bg-bg">
      <div className="relative mx-auto flex min-h-14 w-full max-w-page flex-wrap items-center gap-x-2 px-4 sm:gap-x-3 sm:px-6">
        <Link href="/" aria-label="Luna, home" className="rounded-control">
          <Logo isShort={user !== null} />
        </Link>
        {user === null && (
          <p className="hidden w-28 text-xs text-muted min-[70rem]:block">Learn. Understand. Navigate. Apply.</p>
        )}
        {demo && <DemoBadge isShort={user !== null} />}
        {user === undefined && <ItemsOutline />}
        {user === null && !isFocused && <SignedOutItems path={viewer.path} />}
        {user && (
          <Suspense fallback={<ItemsOutline />}>
            <SignedInItems viewer={viewer} user={user} isFocused={isFocused} />
          </Suspense>
        )}
        {hasMenu && <SmallMenu key={viewer.path} viewer={viewer} />}
      </div>
    </header>
  )
}

/** The places of the balance and the account, until they are known. */
function ItemsOutline() {
  return (
    <div aria-hidden className="ml-auto flex items-center gap-3 noscript:hidden">
      <div className="h-5 w-24 rounded-control bg-hover max-sm:hidden" />
      <div className="size-8 rounded-full bg-hover" />
    </div>
  )
}

function SignedOutItems({ path }: { path: string }) {
  const start = startLink(path)
  const isPriced = path === '/organization-info'
  return (
    <>
      <nav aria-label="Main" className="hidden gap-1 lg:flex noscript:flex">
        {visitorLinks.map(({ href, label }) => (
          <a
            key={href}
            href={href}
            aria-current={path === href ? 'page' : undefined}
            className="flex h-9 items-center rounded-control px-3 font-medium text-muted transition-colors hover:bg-hover hover:text-text aria-[current]:text-link"
          >
            {label}
          </a>
        ))}
      </nav>
      <div className="ml-auto hidden items-center gap-2 md:flex noscript:flex">
        <LinkButton href="/login" variant="ghost">
          Login
        </LinkButton>
        <LinkButton href={start.href} variant={isPriced ? 'ghost' : 'primary'}>
          {start.label}
        </LinkButton>
        {isPriced && (
          <LinkButton href="#calculator" reload>
            Calculate Your Price
          </LinkButton>
        )}
      </div>
    </>
  )
}
