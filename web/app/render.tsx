import { QueryClient } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { Router } from 'wouter'
import type { PageData, PageRenderer } from '#contract/rendering.ts'
import { Header } from '#web/screens/frame/header/header.tsx'
import { PageSkeleton, type SkeletonKind } from '#web/screens/frame/page-skeleton.tsx'
import { PageSpinner } from '#web/kit/spinner.tsx'
import { hasOwnFrame, skeletonAt } from './arriving.tsx'
import { Root, knowVisitor } from './root.tsx'
import { agentPage } from '#contract/agents/agents.ts'
import type { Answer } from '#contract/call.ts'
import { keyOf } from '#web/client/api.ts'

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

/** What search engines and link previews read about a page. */
interface PageHead {
  /** Title of the browser tab. */
  title: string
  /** One or two sentences, at most 160 characters. */
  description: string
}

/** The pages of fixed paths that the server renders for visitors, in the order of the sitemap. Only the server's build reads them. */
const pageHeads: Readonly<Record<string, PageHead>> = {
  '/': {
    title: 'Luna · Learn. Understand. Navigate. Apply.',
    description:
      'Talk live with AI agents trained on business, personal-development and growth frameworks, and pay for the minutes you talk.',
  },
  '/agents': {
    title: 'Agents · Luna',
    description: 'Every agent of Luna: hear each one speak, read what it is good at, and choose whom to talk to.',
  },
  '/organization-info': {
    title: 'Luna for Business · Luna',
    description:
      'Voice agents for a whole team, on one shared pool of minutes. You see who talked and for how long, never the words.',
  },
  '/help': {
    title: 'Help Center · Luna',
    description:
      'How to start, talk, pay and stop: short answers about sessions, minutes, the monthly plan and your account.',
  },
  '/about': {
    title: 'About Us · Luna',
    description:
      'Why Luna exists, how its agents work, and what we promise about your time, your money and your words.',
  },
  '/contact': {
    title: 'Contact Support · Luna',
    description: 'How to reach the people behind Luna, and what to tell them so that the first reply helps.',
  },
  '/hours-saved': {
    title: 'How Saved Hours Are Counted · Luna',
    description: 'What people are asked after a conversation, what is added up, and when Luna shows the sum.',
  },
  '/terms-of-service': {
    title: 'Terms of Use · Luna',
    description: 'The rules for using Luna: subscription, minutes, payments, AI agents and what we owe each other.',
  },
  '/privacy-policy': {
    title: 'Privacy Policy · Luna',
    description:
      'What data Luna collects, why, who else handles it, how long we keep it, and what you can do about it.',
  },
}

/** In the order of the sitemap. */
const pagePaths: readonly string[] = Object.keys(pageHeads)

/** Search engines and previews cut longer ones. */
const longestDescription = 160

/** Returns the head of a page: one of the list, or an agent's. */
function headOf(path: string, { known }: PageData): PageHead {
  const [call] = keyOf(agentPage)
  const agent = known.find((one) => one.call === call)?.answer as Answer<typeof agentPage> | undefined
  const head = agent ? { title: `${agent.name} · Luna`, description: shorten(agent.description) } : pageHeads[path]
  if (!head) throw new Error(`${path} is not rendered by the server`)
  return head
}

/** Returns at most 160 characters, cut at the end of a word. */
function shorten(text: string): string {
  if (text.length <= longestDescription) return text
  return `${text.slice(0, longestDescription - 1).replace(/\s+\S*$/, '')}…`
}
