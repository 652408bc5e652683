import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import type { Me } from '#contract/identity/people.ts'
import { inChromium, watchNoise } from '../kit/browser/browser.ts'
import { closeAtOnce, KeptWindow } from '../kit/browser/kept-window.ts'
import type { FakeServer } from './fake-server.ts'
import { type GivenAnswer, replaceFetch, type SentCall } from './replace-fetch.ts'
import { replaceUploads } from './replace-uploads.ts'
import { openServer, signIn } from './sign-in.ts'
import { openSite, type Site } from './site.ts'
import type { WorkContext } from './people.ts'
import type { Provider } from './provider.ts'

/** Where the tests of one worker take place: the built files, and a window whose calls the tests answer. */
class Home {
  readonly site: Site
  readonly window: KeptWindow
  /** Answers the calls of the page. */
  server: FakeServer | null = null

  constructor(browser: Browser, site: Site) {
    this.site = site
    this.window = new KeptWindow(site.url, () => this.#openContext(browser))
  }

  async #openContext(browser: Browser): Promise<BrowserContext> {
    // Tests of motion turn it on themselves.
    const settings = { locale: 'en-US', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' } as const
    const context = await browser.newContext({ baseURL: this.site.url, ...settings })
    await context.exposeBinding('answerCall', async (_source, sent: SentCall): Promise<GivenAnswer> => {
      // A page that is being left may still make calls.
      if (!this.server) return { status: 0, headers: {}, text: null, cut: true }
      return this.server.respond(sent)
    })
    await context.addInitScript(replaceFetch)
    await context.addInitScript(replaceUploads)
    return closeAtOnce(context)
  }
}

export let page: Page
export let server: FakeServer
/** Says who is signed in from the next load on, and their context; null, the initial value, is a visitor. */
export let as: As

type As = (me: Me | null, context?: WorkContext) => void

interface Fixtures {
  server: FakeServer
  as: As
  /** Makes these of the running test the ones that the module exports. */
  running: void
}

interface WorkerFixtures {
  /** One for all tests of a worker, so that the bundle stays in its caches. */
  home: Home
  /** Behind the card form; it runs from the first test that needs it. */
  provider: Provider
}

/** A page of the built product, whose calls the test answers through `server`, checked by the contract. */
export const test = inChromium.extend<Fixtures, WorkerFixtures>({
  home: [
    async ({ browser }, use) => {
      const home = new Home(browser, await openSite())
      await use(home)
      await home.window.close()
      await home.site.close()
    },
    { scope: 'worker' },
  ],
  provider: [
    async ({ home: { site } }, use) => {
      // Most tests need none, and it is large.
      const { startProvider } = await import('./provider.ts')
      const provider = await startProvider()
      site.passStandinsTo(provider.url)
      await use(provider)
      site.passStandinsTo(null)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ home }, use) => use((await home.window.page()).context()),
  server: async ({ home }, use) => {
    const server = openServer()
    home.server = server
    await use(server)
    expect(server.faults(), 'between page and test').toEqual([])
  },
  as: async ({ server }, use) => use((me, context) => signIn(server, me, context)),
  page: async ({ home, server, expectedNoise }, use) => {
    void server
    const page = await home.window.page()
    const checkNoise = watchNoise(page, expectedNoise)
    await use(page)
    home.server = null
    server.endAt(new URL(page.url()).pathname)
    await home.window.tidy()
    checkNoise()
  },
  running: [
    async ({ page: itsPage, server: itsServer, as: itsAs }, use) => {
      page = itsPage
      server = itsServer
      as = itsAs
      await use()
    },
    { auto: true },
  ],
})

export { expect, type Page }
