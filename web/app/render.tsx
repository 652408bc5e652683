import { QueryClient } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { Router } from 'wouter'
import type { PageRenderer } from '#contract/rendering.ts'
import type { PublicConfig } from '#web/client/config.ts'
import { pageHeads } from './page-heads.ts'
import { Root } from './root.tsx'
import { knowVisitor } from './visitor.ts'

/** In the order of the sitemap. */
export const pagePaths: PageRenderer['pagePaths'] = Object.keys(pageHeads)

/** Returns the page of a path as a visitor sees it; the same components then run in the browser. */
export const renderPage: PageRenderer['renderPage'] = async (path, config, origin) => {
  const client = new QueryClient()
  knowVisitor(client, config)
  const { prelude } = await prerender(
    <Router ssrPath={path} ssrSearch="">
      <Root client={client} />
    </Router>,
    // In one piece, because inline scripts would insert later pieces, and the content policy refuses those.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  client.clear()
  return { head: renderHead(path, config, origin), body: await new Response(prelude).text() }
}

function renderHead(path: string, { productName }: PublicConfig, origin: string): string {
  const head = pageHeads[path]
  if (!head) throw new Error(`${path} is not rendered by the server`)
  const address = new URL(path, origin).href
  const picture = new URL('/link-preview.png', origin).href
  return renderToStaticMarkup(
    <>
      <title>{head.title}</title>
      <meta name="description" content={head.description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={productName} />
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
