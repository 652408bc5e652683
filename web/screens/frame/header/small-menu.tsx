import { Menu as MenuIcon, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import type { Viewer } from './viewer.ts'
import { unreadText, visitorLinks } from './links.ts'
import { type HeaderLink } from './header-link.ts'
import { SmallMenuLinks } from './small-menu-links.tsx'
import { UnreadDot } from './unread-dot.tsx'

/** Visitors never need them, and the header loads them for everybody else. */
const SmallMenuSignedIn = lazy(async () => ({ default: (await import('./items.tsx')).SmallMenuSignedIn }))

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
    <div className={viewer.user ? 'lg:hidden' : 'max-md:ml-auto lg:hidden noscript:hidden'}>
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
      <div
        id={id}
        hidden={!isOpen}
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-3.5rem)] overflow-y-auto border-b border-line bg-bg p-2 shadow-overlay"
      >
        {isOpen && <Items viewer={viewer} onChoose={() => setOpen(false)} />}
      </div>
    </div>
  )
}

function Items({ viewer, onChoose }: { viewer: Viewer; onChoose: () => void }) {
  if (!viewer.user) {
    return (
      <>
        <nav aria-label="Main" className="mb-2 border-b border-line pb-2">
          <SmallMenuLinks links={visitorLinks} onChoose={onChoose} />
        </nav>
        <nav aria-label="Menu">
          <SmallMenuLinks links={accountLinks} onChoose={onChoose} />
        </nav>
      </>
    )
  }
  return (
    <nav aria-label="Menu">
      <Suspense>
        <SmallMenuSignedIn user={viewer.user} onSignOut={viewer.onSignOut} onChoose={onChoose} />
      </Suspense>
    </nav>
  )
}

const accountLinks: HeaderLink[] = [
  { href: '/register', label: 'Get Started' },
  { href: '/login', label: 'Log In' },
  { href: '/organization-signup', label: 'Organization Users' },
]
