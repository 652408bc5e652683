import type { Answer } from './call.ts'
import type { publicConfig } from './settings/platform.ts'

/** A page as visitors get it from the server, readable without scripts. */
export interface RenderedPage {
  /** Title, description and what search engines and link previews read, as elements for the document's head. */
  head: string
  /** The content of the root element, which the browser's code hydrates. */
  body: string
}

/** What the built web app exports for the server. */
export interface PageRenderer {
  /** The paths of pages that are rendered for visitors and that search engines may show. */
  pagePaths: readonly string[]
  /** @param origin address of the site, for links that leave it */
  renderPage: (path: string, config: Answer<typeof publicConfig>, origin: string) => Promise<RenderedPage>
}
