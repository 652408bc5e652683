import { Menu as MenuIcon, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import { BalanceParts, balanceText } from './balance-parts.tsx'
import type { SignedIn, Viewer } from './header.tsx'
import { hasAccountItem, mainLinks, unreadText, type HeaderLink } from './header-links.ts'
import { UnreadDot } from './unread-dot.tsx'

const itemClasses =
  'flex min-h-11 w-full items-center rounded-control px-3 text-left text-lg font-medium hover:bg-hover'

/** The header's items behind a button, on screens too small for a row (S051, S052, D159). */
export function SmallMenu({ viewer }: { viewer: Viewer }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const Icon = isOpen ? X : MenuIcon
  const hasUnread = Boolean(viewer.user && viewer.user.unreadMessages > 0)
  const openLabel = viewer.user && hasUnread ? `Open menu, ${unreadText(viewer.user)}` : 'Open menu'

  useEffect(() => {
    if (!isOpen) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      toggle.current?.focus()
    }
    addEventListener('keydown', closeOnEscape)
    return () => removeEventListener('keydown', closeOnEscape)
  }, [isOpen])

  return (
    <div className={viewer.user ? 'max-sm:ml-auto lg:hidden' : 'ml-auto md:hidden noscript:hidden'}>
      <button
        ref={toggle}
        type="button"
        aria-label={isOpen ? 'Close menu' : openLabel}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="relative -mr-2 flex size-11 items-center justify-center rounded-control hover:bg-hover"
      >
        <Icon aria-hidden className="size-5" />
        {hasUnread && !isOpen && <UnreadDot className="top-2.5 right-2.5" />}
      </button>
      <nav
        id={id}
        aria-label="Menu"
        hidden={!isOpen}
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-3.5rem)] overflow-y-auto border-b border-line bg-bg p-2 shadow-overlay"
      >
        {isOpen && <Items viewer={viewer} onChoose={() => setOpen(false)} />}
      </nav>
    </div>
  )
}

function Items({ viewer, onChoose }: { viewer: Viewer; onChoose: () => void }) {
  if (!viewer.user) return <Links links={visitorLinks} onChoose={onChoose} />
  return <SignedInItems user={viewer.user} onSignOut={viewer.onSignOut} onChoose={onChoose} />
}

const visitorLinks: HeaderLink[] = [
  { href: '/register', label: 'Get Started' },
  { href: '/login', label: 'Log In' },
  { href: '/organization-signup', label: 'Organization Users' },
]

function Links({ links, onChoose }: { links: HeaderLink[]; onChoose: () => void }) {
  return links.map(({ href, label }) => (
    <Link key={href} href={href} onClick={onChoose} className={itemClasses}>
      {label}
    </Link>
  ))
}

function SignedInItems({ user, onSignOut, onChoose }: { user: SignedIn; onSignOut: () => void; onChoose: () => void }) {
  const links = [
    ...mainLinks(user),
    ...(user.unreadMessages > 0 ? [{ href: paths.messages(), label: unreadText(user) }] : []),
    { href: '/checkout', label: 'Add Credits' },
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
      <Links links={links} onChoose={onChoose} />
      <button
        type="button"
        onClick={() => {
          onChoose()
          onSignOut()
        }}
        className={itemClasses}
      >
        Sign Out
      </button>
    </>
  )
}
