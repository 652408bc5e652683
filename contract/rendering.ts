import type { Answer } from './call.ts'
import type { publicConfig } from './settings/platform.ts'

/** A page as a visitor gets it from the server, ready to read without any script. */
export interface RenderedPage {
  /** Title, description and what search engines and link previews read: elements for the document's head. */
  head: string
  /** Inside of the root element; the browser's code takes it over as it stands. */
  body: string
}

/** What the built web app exports for the server. */
export interface PageRenderer {
  /** Paths of the pages that are rendered for visitors, and that search engines may show. */
  pagePaths: readonly string[]
  /** @param origin address of the site, for links that leave it */
  renderPage: (path: string, config: Answer<typeof publicConfig>, origin: string) => Promise<RenderedPage>
}
