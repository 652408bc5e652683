import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import type { FakeServer } from './fake-server.ts'
import { type GivenAnswer, replaceFetch, type SentCall } from './replace-fetch.ts'
import { openSite, type Site } from './site.ts'

const viewport = { width: 1280, height: 720 }

/** Who answers the calls of the page. */
interface Current {
  server: FakeServer | null
}

/** Methods whose effect lasts as long as the page. */
const lasting = ['addInitScript', 'exposeFunction', 'exposeBinding', 'route'] as const

/**
 * Where the tests of one worker take place: one browser window for all of them, so that the bundle stays in its caches.
 * Between two tests `tidy` clears everything else.
 */
export class Home {
  readonly site: Site
  readonly #browser: Browser
  readonly #current: Current
  #context: BrowserContext
  #page: Page | null = null
  #session: CDPSession | null = null
  #hasLasting = false

  private constructor(browser: Browser, site: Site, context: BrowserContext, current: Current) {
    this.#browser = browser
    this.site = site
    this.#context = context
    this.#current = current
  }

  static async open(browser: Browser): Promise<Home> {
    const site = await openSite()
    const current: Current = { server: null }
    return new Home(browser, site, await openContext(browser, site, current), current)
  }

  /** Who answers the calls of the page from now on. */
  serve(server: FakeServer | null): void {
    this.#current.server = server
  }

  /** The page of the test that runs. */
  async page(): Promise<Page> {
    if (this.#page) return this.#page
    const page = await this.#context.newPage()
    this.#session = await this.#context.newCDPSession(page)
    this.#hasLasting = false
    for (const name of lasting) {
      const act = page[name].bind(page) as (...given: unknown[]) => Promise<never>
      page[name] = (...given: unknown[]) => {
        this.#hasLasting = true
        return act(...given)
      }
    }
    this.#page = page
    return page
  }

  /** Clears everything that a test left behind, except cached files. */
  async tidy(): Promise<void> {
    const page = this.#page
    const session = this.#session
    if (!page || !session) return
    // Playwright's clock belongs to the context, and never leaves it.
    if (page.isClosed() || (await page.evaluate(() => '__pwClock' in window))) {
      await this.#context.close()
      this.#context = await openContext(this.#browser, this.site, this.#current)
      this.#page = null
      return
    }
    const others = this.#context.pages().filter((other) => other !== page)
    await Promise.all([...others.map((other) => other.close()), this.#context.clearPermissions()])
    await leave(page)
    const storageTypes = 'cookies,indexeddb,local_storage,service_workers,cache_storage'
    await session.send('Storage.clearDataForOrigin', { origin: this.site.url, storageTypes })
    await session.send('Page.resetNavigationHistory')
    await this.#context.clearCookies()
    if (!this.#hasLasting) return
    await page.close()
    this.#page = null
  }

  async close(): Promise<void> {
    await this.#context.close()
    await this.site.close()
  }
}

/** Opens an empty document of the same origin, with the settings of a new page. */
async function leave(page: Page): Promise<void> {
  page.removeAllListeners()
  // A form with unsaved changes asks first.
  page.once('dialog', (dialog) => void dialog.accept())
  await page.mouse.move(-1, -1)
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null })
  const { width, height } = page.viewportSize() ?? viewport
  if (width !== viewport.width || height !== viewport.height) await page.setViewportSize(viewport)
  await page.goto('/favicon.svg')
  await page.evaluate(() => {
    sessionStorage.clear()
    window.name = ''
  })
  page.removeAllListeners()
}

async function openContext(browser: Browser, site: Site, current: Current): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: site.url,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    viewport,
    // Tests of motion turn it on themselves.
    reducedMotion: 'reduce',
  })
  await context.exposeBinding('answerCall', async (_source, sent: SentCall): Promise<GivenAnswer> => {
    // A page that is being left may still ask.
    if (!current.server) return { status: 0, headers: {}, text: null, cut: true }
    return current.server.respond(sent)
  })
  await context.addInitScript(replaceFetch)
  return context
}
