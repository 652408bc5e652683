import { lazy, Suspense, type ReactNode } from 'react'
import { classes } from '#web/kit/classes.ts'
import { PageTitle } from '#web/kit/text/page-title.tsx'
import { SkipLink } from '#web/kit/text/skip-link.tsx'
import { isFocused } from './frame-kind.ts'
import { Header } from './header/header.tsx'
import type { Viewer } from './header/viewer.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import { useConfig } from '#web/client/config.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import { Logo } from './brand/logo.tsx'
import { footerLinks, makerText, SocialLinks } from './footer-links.tsx'
import { useLocation } from 'wouter'
import { useMe } from '#web/client/me.ts'
import { useSignOut } from '#web/client/session.ts'

/** Visitors never need it. */
const AppFoot = lazy(async () => ({ default: (await import('./app-foot.tsx')).AppFoot }))

/** The frame around every screen: header, the one main landmark, footer, and a bar on phones. */
export function PageLayout({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  const hasOnlyTheme = isFocused(viewer)
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink to="content" />
      <Header viewer={viewer} isFocused={hasOnlyTheme} />
      <main id="content" tabIndex={-1} className="fills-window outline-none">
        {children}
      </main>
      {hasOnlyTheme ? <ThemeFoot {...viewer} /> : <Foot {...viewer} />}
    </div>
  )
}

/** Nothing until the viewer is known, because the screen still grows until then. */
function Foot({ user, ...rest }: Viewer) {
  if (user === null) return <Footer />
  return (
    user && (
      <div data-app-foot="">
        <Suspense>
          <AppFoot user={user} {...rest} />
        </Suspense>
      </div>
    )
  )
}

/** Where there is no footer, the theme can still be chosen. */
function ThemeFoot({ user }: Viewer) {
  return (
    user !== undefined && (
      <section aria-label="Appearance" className="mx-auto py-6 print:hidden">
        <ThemeSwitch />
      </section>
    )
  )
}

const widths = { page: 'max-w-page', prose: 'max-w-prose', form: 'max-w-form' }

interface PageProps {
  /** The screen's name, used as its heading and as the title of the browser tab. */
  title: string
  /** One sentence below the heading. */
  description?: ReactNode
  /** Above the heading, such as the place among several steps. */
  above?: ReactNode
  /** Buttons of the default size on the heading's line; below the description on a phone. */
  actions?: ReactNode
  /** A picture before the heading, such as a logo. */
  mark?: ReactNode
  /** A small heading in one line, where the content matters more than its name. */
  isCompact?: boolean
  width?: keyof typeof widths
  children: ReactNode
}

/** A screen with a heading; `form` and `prose` keep lines short. */
export function Page({
  title,
  description,
  above,
  actions,
  mark,
  isCompact = false,
  width = 'page',
  children,
}: PageProps) {
  return (
    <div
      className={classes('mx-auto w-full px-4 sm:px-6', isCompact ? 'py-4 sm:py-6' : 'py-8 sm:py-12', widths[width])}
    >
      <PageTitle text={`${title} · Luna`} />
      {above}
      <header
        className={classes(
          'grid grid-cols-1 items-start gap-x-6 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto]',
          isCompact ? 'mb-3' : 'mb-6 sm:mb-8',
        )}
      >
        <div className={classes('min-w-0', Boolean(mark) && 'flex items-center gap-3 sm:gap-4')}>
          {mark}
          <h1
            className={classes(
              'min-w-0 font-semibold',
              isCompact ? 'truncate text-xl tracking-[-0.01em]' : 'text-3xl tracking-[-0.02em]',
            )}
          >
            {title}
          </h1>
        </div>
        {description && <p className="max-w-prose text-lg text-muted sm:col-span-full">{description}</p>}
        {actions && (
          // As far down as puts their text on the heading's baseline.
          <div className="flex flex-wrap items-center gap-2 max-sm:mt-3 sm:col-start-2 sm:row-start-1 sm:mt-1">
            {actions}
          </div>
        )}
      </header>
      {children}
    </div>
  )
}

/** The foot of public pages: the maker, the links, the legal pages and the theme (S056-S058, D155). */
function Footer() {
  const config = useConfig()
  return (
    <footer className="border-t border-line print:hidden">
      <div className="mx-auto grid w-full max-w-page gap-x-8 gap-y-10 px-4 py-12 sm:px-6 lg:grid-cols-[1.6fr_3fr]">
        <div className="flex flex-col items-start gap-3">
          <Logo />
          <p className="max-w-64 text-muted">Live conversations with AI agents, paid by the minute.</p>
          <SocialLinks links={config?.socialLinks ?? {}} />
        </div>
        <div className="grid grid-cols-2 gap-x-6 gap-y-8 sm:grid-cols-4">
          {footerLinks(config).map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <p className="font-semibold">{title}</p>
              <ul className="mt-2">
                {links.map(
                  ({ label, href }) =>
                    href && (
                      <li key={label}>
                        <TextLink quiet href={href} className="inline-flex min-h-8 items-center">
                          {label}
                        </TextLink>
                      </li>
                    ),
                )}
              </ul>
            </nav>
          ))}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6 lg:col-span-2">
          <p className="text-sm text-muted">{makerText}</p>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  )
}

/** The product's own frame, for the current viewer. */
export function ProductLayout({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const config = useConfig()
  const viewer = { user: useMe(), path, demo: config?.demo ?? false, onSignOut: useSignOut() }
  return <PageLayout viewer={viewer}>{children}</PageLayout>
}
