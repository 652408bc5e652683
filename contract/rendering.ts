import type { Answer } from './call.ts'
import type { publicConfig } from './settings/platform.ts'

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
  renderPage: (path: string, config: Answer<typeof publicConfig>, origin: string) => Promise<RenderedPage>
}
