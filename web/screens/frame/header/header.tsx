import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { LinkButton } from '#web/kit/link-button.tsx'
import { DemoBadge } from './demo-badge.tsx'
import { startLink } from './links.ts'
import { Logo } from '../brand/logo.tsx'
import { SmallMenu } from './small-menu.tsx'
import type { Viewer } from './viewer.ts'

/** Menus and panels that visitors never need. */
const SignedInItems = lazy(async () => ({ default: (await import('./items.tsx')).SignedInItems }))

/** Logo, links, balance and account (S041-S055). */
export function Header({ viewer }: { viewer: Viewer }) {
  const { user, demo } = viewer
  return (
    <header className="print:hidden sticky top-0 z-30 border-b border-line bg-bg">
      <div className="relative mx-auto flex min-h-14 w-full max-w-page items-center gap-3 px-4 sm:px-6 noscript:flex-wrap">
        <Link href="/" aria-label="Luna, home" className="rounded-control">
          <Logo />
        </Link>
        {demo && <DemoBadge />}
        {user === null && <SignedOutItems viewer={viewer} />}
        {user && (
          <Suspense fallback={<div className="ml-auto" />}>
            <SignedInItems viewer={viewer} user={user} />
          </Suspense>
        )}
        {user !== undefined && <SmallMenu key={viewer.path} viewer={viewer} />}
      </div>
    </header>
  )
}

function SignedOutItems({ viewer }: { viewer: Viewer }) {
  const start = startLink(viewer.path)
  return (
    <div className="ml-auto hidden items-center gap-2 md:flex noscript:flex">
      <p className="mr-2 hidden text-sm text-muted lg:block">Learn. Understand. Navigate. Apply.</p>
      <LinkButton href="/login" variant="ghost">
        Login
      </LinkButton>
      <LinkButton href={start.href}>{start.label}</LinkButton>
    </div>
  )
}
