import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, type ReactNode } from 'react'
import { Link, Redirect, useLocation, useParams } from 'wouter'
import {
  type BrandedApp,
  brandedAppPath,
  publicBrandedApp,
  workerPath,
} from '#contract/organizations/app/branded-app.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { isUnknown } from '#web/client/loaded.tsx'
import { useMe } from '#web/client/me.ts'
import { useSignOut } from '#web/client/session.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PageSpinner } from '#web/kit/spinner.tsx'
import { SkipLink } from '#web/kit/text/skip-link.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { isShutOut } from '#web/screens/frame/header/organization-access.ts'
import NotFound from '#web/screens/frame/not-found.tsx'
import { ProductLayout } from '#web/screens/frame/page-layout.tsx'
import { ThemeSwitch } from '#web/screens/frame/theme-switch.tsx'
import { ShutOutBanner } from '#web/screens/organizations/shut-out.tsx'
import { AppIcon } from './app-home.tsx'
import { useBrand } from './brand.ts'
/**
 * Shows a page of the app that the address names, in the app's frame. An app that the person may not see looks like an
 * unknown page.
 */
export function WithApp({ children }: { children: (app: BrandedApp) => ReactNode }) {
  const { slug } = useParams<{ slug: string }>()
  const [path] = useLocation()
  const read = useQuery(query(publicBrandedApp, { params: { slug } }))
  if (read.isPending) return <PageSpinner />
  if (!read.data) {
    return (
      <ProductLayout>
        {isUnknown(read.error) ? (
          <NotFound />
        ) : (
          <div className="mx-auto w-full max-w-form px-4 py-12">
            <LoadError what="this app" failed={read} />
          </div>
        )}
      </ProductLayout>
    )
  }
  const app = read.data
  // The worker and the installed app cover this folder only.
  if (!path.startsWith(brandedAppPath(app.slug))) {
    return <Redirect to={path.replace(/^\/o\/[^/]*\/?/, brandedAppPath(app.slug))} replace />
  }
  return <AppFrame app={app}>{children(app)}</AppFrame>
}

interface Props {
  app: BrandedApp
  children: ReactNode
}

/** The organization's own frame around the pages of its app, in its colors. */
function AppFrame({ app, children }: Props) {
  useBrand(app)
  useThemeColor(app.primaryColor)
  useWorker(app)
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink to="content" />
      <AppHeader app={app} />
      <main id="content" tabIndex={-1} className="fills-window outline-none">
        <Unpublished app={app} />
        {children}
      </main>
      <footer className="border-t border-line">
        <div className="mx-auto flex w-full max-w-page flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-6 text-sm sm:px-6">
          <p className="flex flex-wrap gap-x-4 gap-y-2 text-muted">
            <span>Conversations by Luna</span>
            <TextLink href={paths.termsOfService()}>Terms of Use</TextLink>
            <TextLink href={paths.privacyPolicy()}>Privacy Policy</TextLink>
          </p>
          <ThemeSwitch />
        </div>
      </footer>
    </div>
  )
}

/** Explains why only admins see the app: the organization has no access (D129), or the app is a draft. */
function Unpublished({ app }: { app: BrandedApp }) {
  const me = useMe()
  if (app.isPublished) return null
  if (me?.organizationId === app.organizationId && isShutOut(me)) return <ShutOutBanner user={me} />
  return (
    <div className="mx-auto w-full max-w-page px-4 py-4 sm:px-6">
      <Banner tone="info" title="This is a draft">
        Only the organization's admins can see it until it's published in the PWA Builder.
      </Banner>
    </div>
  )
}

function AppHeader({ app }: { app: BrandedApp }) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-bg">
      <div className="mx-auto flex min-h-14 w-full max-w-page items-center gap-x-4 px-4 py-2 sm:px-6 large-text:flex-wrap">
        <Link
          href={paths.brandedApp(app.slug)}
          className="flex min-w-0 items-center gap-2.5 rounded-control font-semibold"
        >
          <AppIcon app={app} className="size-8 rounded-control text-lg" />
          <span className="truncate">{app.appName}</span>
        </Link>
        <Ways app={app} />
      </div>
    </header>
  )
}

function Ways({ app: { slug } }: { app: BrandedApp }) {
  const me = useMe()
  const [path] = useLocation()
  const leave = useSignOut(paths.brandedApp(slug))
  if (me === undefined) return null
  if (me === null) {
    return (
      <LinkButton href={paths.login({ next: paths.brandedAgents(slug) })} variant="secondary" className="ml-auto">
        Sign In
      </LinkButton>
    )
  }
  const agents = paths.brandedAgents(slug)
  return (
    <nav aria-label="App" className="-mr-3 ml-auto flex shrink-0 items-center max-sm:text-sm sm:gap-1">
      <Link
        href={agents}
        aria-current={path === agents ? 'page' : undefined}
        className="rounded-control px-3 py-1.5 font-medium whitespace-nowrap underline-offset-8 hover:bg-hover aria-[current=page]:text-link aria-[current=page]:underline max-sm:px-2"
      >
        My Agents
      </Link>
      <Button variant="ghost" onClick={leave}>
        Sign Out
      </Button>
    </nav>
  )
}

/** Colors the browser's own frame while a person is in an organization's app. */
function useThemeColor(color: string): void {
  useLayoutEffect(() => {
    const metas = [...document.querySelectorAll('meta[name="theme-color"]')]
    const before = metas.map((meta) => meta.getAttribute('content') ?? '')
    for (const meta of metas) meta.setAttribute('content', color)
    return () => {
      for (const [index, meta] of metas.entries()) meta.setAttribute('content', before[index] ?? '')
    }
  }, [color])
}

/** Lets a published app cache its files and an offline page. Everything else works without it. */
function useWorker({ slug, isPublished }: BrandedApp): void {
  useEffect(() => {
    if (!isPublished || !('serviceWorker' in navigator)) return
    // Some private windows refuse it.
    navigator.serviceWorker.register(workerPath(slug), { updateViaCache: 'none' }).catch(() => undefined)
  }, [slug, isPublished])
}
