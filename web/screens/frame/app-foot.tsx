import { ChevronUp, AudioLines, LayoutDashboard, Mail } from 'lucide-react'
import { useConfig } from '#web/client/config.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import { useMedia } from '#web/kit/use-media.ts'
import { footerLinks, makerText, SocialLinks } from './footer-links.tsx'
import type { SignedIn } from './header/viewer.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '#web/client/addresses/paths.ts'
import { classes } from '#web/kit/classes.ts'
import { Face } from '#web/kit/face.tsx'
import { dashboardOf, unreadText } from './header/links.ts'
import { UnreadDot } from '#web/kit/badge.tsx'

interface Props {
  user: SignedIn
  path: string
  onSignOut: () => void
}

/** Everything below the screens of signed-in people: the quiet footer, and on small screens the bar (D173). */
export function AppFoot(bar: Props) {
  return (
    <>
      <QuietFooter />
      <PhoneBar {...bar} />
    </>
  )
}

/** The footer inside the app: the links of the public one in one line, which small screens open (D173). */
function QuietFooter() {
  const isSmall = useMedia('(width < 64rem)', false)
  return (
    <footer className="border-t border-line text-xs text-muted print:hidden">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center gap-x-4 px-4 py-3 sm:px-6">
        {isSmall ? (
          <details className="group min-w-0 flex-1 open:basis-full">
            <summary className="inline-flex min-h-8 cursor-pointer items-center gap-1 rounded-control pointer-coarse:min-h-11">
              {makerText}
              <ChevronUp aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-180" />
            </summary>
            <Links />
          </details>
        ) : (
          <>
            <p>{makerText}</p>
            <Links />
          </>
        )}
        <ThemeSwitch />
      </div>
    </footer>
  )
}

function Links() {
  const config = useConfig()
  const links = footerLinks(config).flatMap((group) => group.links)
  return (
    <div className="flex flex-1 flex-wrap items-center gap-x-4">
      <nav aria-label="Footer" className="flex-1">
        <ul className="flex flex-wrap items-center gap-x-3">
          {links.map(
            ({ label, href }) =>
              href && (
                <li key={label}>
                  <TextLink quiet href={href} className="inline-flex min-h-8 items-center pointer-coarse:min-h-11">
                    {label}
                  </TextLink>
                </li>
              ),
          )}
        </ul>
      </nav>
      <SocialLinks links={config?.socialLinks ?? {}} />
    </div>
  )
}

const YouSheet = lazy(async () => ({ default: (await import('./you-sheet.tsx')).YouSheet }))

interface PhoneBarProps {
  user: SignedIn
  path: string
  onSignOut: () => void
}

/** The four places of the app within reach of a thumb; wider screens have them in the header. */
function PhoneBar({ user, path, onSignOut }: PhoneBarProps) {
  const section = sectionOf(path)
  const dashboard = dashboardOf(user)
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 flex wrap-normal border-t border-line bg-bg pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <Place href={paths.marketplace()} path={path} isInside={section === 'agents'} label="Agents">
        <AudioLines aria-hidden className={iconClasses} />
      </Place>
      <Place href={dashboard} path={path} isInside={section === 'dashboard'} label="Dashboard">
        <LayoutDashboard aria-hidden className={iconClasses} />
      </Place>
      <Place
        href={paths.messages()}
        path={path}
        isInside={section === 'messages'}
        label="Messages"
        note={user.unreadMessages > 0 ? unreadText(user) : undefined}
      >
        <Mail aria-hidden className={iconClasses} />
        {user.unreadMessages > 0 && <UnreadDot className="-top-1 -right-1" />}
      </Place>
      <You user={user} isInside={section === 'you'} onSignOut={onSignOut} />
    </nav>
  )
}

type Section = 'agents' | 'dashboard' | 'messages' | 'you'

const sections: readonly [Section, RegExp][] = [
  ['agents', /^\/(marketplace|agents)\b/],
  ['messages', /^(\/dashboard)?\/(messages|requests)\b/],
  ['dashboard', /^\/(organization-)?dashboard\b/],
  ['you', /^\/(account|profile|invitations|organizations|admin)\b/],
]

/** Returns the place that a screen belongs to. */
function sectionOf(path: string): Section | undefined {
  return sections.find(([, pattern]) => pattern.test(path))?.[0]
}

const iconClasses = 'size-5'

/** Four large words do not fit next to each other. */
const labelClasses = 'large-text:sr-only'

function placeClasses(isInside: boolean): string {
  return classes(
    'flex h-14 large-text:h-11 min-w-0 flex-auto flex-col items-center justify-center gap-0.5 text-xs font-medium transition-colors -outline-offset-2!',
    isInside ? 'text-link' : 'text-muted hover:text-text',
  )
}

function Mark({ isInside, children }: { isInside: boolean; children: ReactNode }) {
  return (
    <span className={classes('flex h-7 w-10 items-center justify-center rounded-full', isInside && 'bg-soft')}>
      <span className="relative">{children}</span>
    </span>
  )
}

interface PlaceProps {
  href: string
  path: string
  /** Whether the screen belongs to this place. */
  isInside: boolean
  label: string
  /** What the dot means, for screen readers. */
  note?: string | undefined
  children: ReactNode
}

function Place({ href, path, isInside, label, note, children }: PlaceProps) {
  return (
    <Link href={href} aria-current={path === href ? 'page' : isInside || undefined} className={placeClasses(isInside)}>
      <Mark isInside={isInside}>{children}</Mark>
      <span className={labelClasses}>
        {label}
        {note && <span className="sr-only">, {note}</span>}
      </span>
    </Link>
  )
}

interface YouProps {
  user: SignedIn
  isInside: boolean
  onSignOut: () => void
}

/** Opens what the account menu holds. */
function You({ user, isInside, onSignOut }: YouProps) {
  const [sheet, setSheet] = useState<'never opened' | 'open' | 'closed'>('never opened')
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={sheet === 'open'}
        onClick={() => setSheet('open')}
        className={placeClasses(isInside)}
      >
        <Mark isInside={isInside}>
          <Face url={user.profileImageUrl} />
        </Mark>
        <span className={labelClasses}>You</span>
      </button>
      {sheet !== 'never opened' && (
        <Suspense>
          <YouSheet user={user} open={sheet === 'open'} onClose={() => setSheet('closed')} onSignOut={onSignOut} />
        </Suspense>
      )}
    </>
  )
}
