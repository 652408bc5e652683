import type { Browser, BrowserContext } from '@playwright/test'
import { closeAtOnce, KeptWindow } from '../kit/browser/kept-window.ts'
import type { FakeServer } from './fake-server.ts'
import { type GivenAnswer, replaceFetch, type SentCall } from './replace-fetch.ts'
import { replaceUploads } from './replace-uploads.ts'
import { openSite, type Site } from './site.ts'

/** Where the tests of one worker take place: the built files, and a window whose calls the tests answer. */
export class Home {
  readonly site: Site
  readonly window: KeptWindow
  #server: FakeServer | null = null

  private constructor(browser: Browser, site: Site) {
    this.site = site
    this.window = new KeptWindow(site.url, () => this.#openContext(browser))
  }

  static async open(browser: Browser): Promise<Home> {
    return new Home(browser, await openSite())
  }

  /** Sets what answers the calls of the page from now on. */
  serve(server: FakeServer | null): void {
    this.#server = server
  }

  async close(): Promise<void> {
    await this.window.close()
    await this.site.close()
  }

  async #openContext(browser: Browser): Promise<BrowserContext> {
    const context = await browser.newContext({
      baseURL: this.site.url,
      locale: 'en-US',
      timezoneId: 'Europe/Berlin',
      // Tests of motion turn it on themselves.
      reducedMotion: 'reduce',
    })
    await context.exposeBinding('answerCall', async (_source, sent: SentCall): Promise<GivenAnswer> => {
      // A page that is being left may still make calls.
      if (!this.#server) return { status: 0, headers: {}, text: null, cut: true }
      return this.#server.respond(sent)
    })
    await context.addInitScript(replaceFetch)
    await context.addInitScript(replaceUploads)
    return closeAtOnce(context)
  }
}
