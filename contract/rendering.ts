import type { Answer } from './call.ts'
import type { publicConfig } from './settings/platform.ts'

/** An answer that the server gives along with a page, so that the browser need not ask for it. */
export interface KnownAnswer {
  /** The call, such as `GET /api/agents/:agentId`. */
  call: string
  /** Missing for a call that takes none. */
  input?: { params?: Record<string, string>; query?: Record<string, string | number> }
  answer: unknown
}

/** What a page is rendered from, on the server and then in the browser. */
export interface PageData {
  config: Answer<typeof publicConfig>
  known: readonly KnownAnswer[]
}

/** A page rendered on the server for visitors, readable without scripts. */
export interface RenderedPage {
  /** The elements of the document's head: title, description, and metadata for search engines and link previews. */
  head: string
  /** The content of the root element, which the browser hydrates. */
  body: string
}

/** The exports of the built web app for the server. */
export interface PageRenderer {
  /** The paths of the pages that are rendered for visitors and may appear in search engines. */
  pagePaths: readonly string[]
  /** @param origin the site's own origin, for absolute links */
  renderPage: (path: string, data: PageData, origin: string) => Promise<RenderedPage>
  /**
   * Returns what a page shows until it knows who is there: the header's outline and a skeleton. There are only a few of
   * them; a page with a frame of its own has none.
   */
  renderArrival: (path: string) => string
}
