import type { ReactNode } from 'react'
import { classes } from '#web/kit/classes.ts'
import { PageTitle } from '#web/kit/text/page-title.tsx'
import { SkipLink } from '#web/kit/text/skip-link.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header/header.tsx'
import { type Viewer } from './header/viewer.ts'

/** The frame around every screen: header, the one main landmark, footer. */
export function PageLayout({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink to="content" />
      <Header viewer={viewer} />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
    </div>
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
  /** Buttons beside the heading. */
  actions?: ReactNode
  width?: keyof typeof widths
  children: ReactNode
}

/** A screen with a heading; `form` and `prose` keep lines short. */
export function Page({ title, description, above, actions, width = 'page', children }: PageProps) {
  return (
    <div className={classes('mx-auto w-full px-4 py-8 sm:px-6 sm:py-12', widths[width])}>
      <PageTitle text={`${title} · Luna`} />
      {above}
      <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 sm:mb-8">
        <div className="min-w-0">
          <h1 className="text-3xl font-semibold tracking-[-0.02em]">{title}</h1>
          {description && <p className="mt-1 max-w-prose text-lg text-muted">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
