import { QueryClient } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { Router } from 'wouter'
import type { PageData, PageRenderer } from '#contract/rendering.ts'
import { Header } from '#web/screens/frame/header/header.tsx'
import { PageSkeleton, type SkeletonKind } from '#web/screens/frame/page-skeleton.tsx'
import { PageSpinner } from '#web/kit/spinner.tsx'
import { hasOwnFrame } from './own-frame.ts'
import { headOf, pagePaths } from './page-heads.ts'
import { Root } from './root.tsx'
import { skeletonAt } from './skeletons.ts'
import { knowVisitor } from './visitor.ts'

export { pagePaths }

/** Returns the page of a path as a visitor sees it; the same components then run in the browser. */
export const renderPage: PageRenderer['renderPage'] = async (path, data, origin) => {
  const client = new QueryClient()
  knowVisitor(client, data)
  const { prelude } = await prerender(
    <Router ssrPath={path} ssrSearch="">
      <Root client={client} />
    </Router>,
    // In one piece, because inline scripts would insert later pieces, and the content policy refuses those.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  client.clear()
  return { head: renderHead(path, data, origin), body: await new Response(prelude).text() }
}

const arrivals = new Map<SkeletonKind | null, string>()

/** It has no footer, which nobody would see before the content comes. */
export const renderArrival: PageRenderer['renderArrival'] = (path) => {
  if (hasOwnFrame(path)) return ''
  const kind = skeletonAt(path)
  const known = arrivals.get(kind)
  if (known) return known
  const viewer = { user: undefined, path, demo: false, onSignOut: () => undefined }
  const made = renderToStaticMarkup(
    <Router ssrPath={path}>
      <Header viewer={viewer} isFocused={false} />
      <main>{kind ? <PageSkeleton kind={kind} /> : <PageSpinner />}</main>
    </Router>,
  )
  arrivals.set(kind, made)
  return made
}

function renderHead(path: string, data: PageData, origin: string): string {
  const head = headOf(path, data)
  const address = new URL(path, origin).href
  const picture = new URL('/link-preview.png', origin).href
  return renderToStaticMarkup(
    <>
      <title>{head.title}</title>
      <meta name="description" content={head.description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={data.config.productName} />
      <meta property="og:title" content={head.title} />
      <meta property="og:description" content={head.description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content="A moon over a night sky beside the words: Talk it through. Get it done." />
      <meta name="twitter:card" content="summary_large_image" />
    </>,
  )
}
