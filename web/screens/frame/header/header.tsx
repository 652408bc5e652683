import { Menu as MenuIcon, X, FlaskConical } from 'lucide-react'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { LinkButton } from '#web/kit/link-button.tsx'
import type { Viewer } from './viewer.ts'
import { startLink, visitorLinks } from './links.ts'
import { Logo } from '../brand/logo.tsx'
import { type HeaderLink, SmallMenuLinks } from './small-menu-links.tsx'

/** Visitors never need them. */
const SignedInItems = lazy(async () => ({ default: (await import('./items.tsx')).SignedInItems }))

interface Props {
  viewer: Viewer
  /** Leaves out what leads away from a registration or a payment. */
  isFocused: boolean
}

/** Logo, links, balance and account (S041-S055). */
export function Header({ viewer, isFocused }: Props) {
  const { user, demo } = viewer
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
        {user === null && !isFocused && <SmallMenu key={viewer.path} />}
      </div>
    </header>
  )
}

/** The places of the balance and the account, until they are known. */
function ItemsOutline() {
  return (
    <div aria-hidden data-loading="" className="ml-auto flex items-center gap-3 noscript:hidden">
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

/** The header's items behind a button, on screens too small for a row (S051, S052). */
function SmallMenu() {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const Icon = isOpen ? X : MenuIcon
  const close = () => setOpen(false)

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
    <div className="max-md:ml-auto lg:hidden noscript:hidden">
      <button
        ref={toggle}
        type="button"
        aria-label={isOpen ? 'Close menu' : 'Open menu'}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="-mr-2 flex size-11 items-center justify-center rounded-control hover:bg-hover"
      >
        <Icon aria-hidden className="size-5" />
      </button>
      <div
        id={id}
        hidden={!isOpen}
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-3.5rem)] overflow-y-auto border-b border-line bg-bg p-2 shadow-overlay"
      >
        {isOpen && (
          <>
            <nav aria-label="Main" className="mb-2 border-b border-line pb-2">
              <SmallMenuLinks links={visitorLinks} onChoose={close} />
            </nav>
            <nav aria-label="Menu">
              <SmallMenuLinks links={accountLinks} onChoose={close} />
            </nav>
          </>
        )}
      </div>
    </div>
  )
}

const accountLinks: HeaderLink[] = [
  { href: '/register', label: 'Get Started' },
  { href: '/login', label: 'Log In' },
  { href: '/organization-signup', label: 'Organization Users' },
]

const linkClasses = 'text-link underline underline-offset-2 hover:decoration-2'

/** Says that outside services are stand-ins, and links to their pages (D170); `isShort` on phones saves a word. */
function DemoBadge({ isShort }: { isShort: boolean }) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="inline-flex h-6 shrink-0 items-center gap-1 rounded-full bg-warning-soft px-2.5 text-xs font-medium whitespace-nowrap text-warning"
      >
        <FlaskConical aria-hidden className={isShort ? 'size-3 max-sm:hidden' : 'size-3'} />
        Demo <span className={isShort ? 'max-sm:sr-only' : undefined}>mode</span>
      </button>
      <div
        id={id}
        popover="auto"
        className="fixed inset-auto top-12 left-[max(1rem,calc((100vw-1200px)/2+1.5rem))] m-0 w-72 rounded-card border border-line bg-raised p-4 text-text shadow-overlay"
      >
        <p className="font-semibold">Demo mode</p>
        <p className="mt-1 text-sm text-muted">
          Payments, voice or email are simulated here. Nothing is charged, and no email is sent.
        </p>
        <p className="mt-2 flex gap-4 text-sm">
          <a href="/standins/control" className={linkClasses}>
            Controls
          </a>
          <a href="/standins/mailbox" className={linkClasses}>
            Mailbox
          </a>
        </p>
      </div>
    </>
  )
}
