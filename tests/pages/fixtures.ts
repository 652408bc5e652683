import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { currentUser } from '#contract/auth.ts'
import { userOrganization } from '#contract/organizations.ts'
import type { Me } from '#contract/people.ts'
import { publicConfig } from '#contract/platform.ts'
import { refusals } from '#server/problem.ts'
import { launchChromium, noteNoise } from '../kit/browser.ts'
import { FakeServer } from './fake-server.ts'
import { alone, config, contextOf, type WorkContext } from './people.ts'
import type { Provider } from './provider.ts'
import { type GivenAnswer, replaceFetch, type SentCall } from './replace-fetch.ts'
import { openSite, type Site } from './site.ts'

interface Fixtures {
  /** What a test makes the page log on purpose; set it with `test.use`. */
  expectedNoise: RegExp | null
  /** The server of this test's page. */
  server: FakeServer
  /** Who is signed in from the next reading on, and what they work in; null, as at first, is nobody. */
  as: (me: Me | null, context?: WorkContext) => void
}

interface Home {
  readonly context: BrowserContext
  site: Site
  serve: (server: FakeServer | null) => void
  /** Gives the next test a context of its own. */
  renew: () => Promise<void>
}

interface WorkerFixtures {
  browser: Browser
  /** One for all tests of a worker, so that the bundle stays in its caches. */
  home: Home
  /** Behind the card form; it runs from the first test on that asks for it. */
  provider: Provider
}

/**
 * A page of the built product without a server: what it calls is answered by the test through `server`, typed and
 * checked by the contract. Each test has a new document, no cookies and an empty storage.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  browser: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const browser = await launchChromium()
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  home: [
    async ({ browser }, use) => {
      const site = await openSite()
      let current: FakeServer | null = null
      const open = async () => {
        const context = await browser.newContext({ baseURL: site.url, locale: 'en-US', timezoneId: 'Europe/Berlin' })
        await context.exposeBinding('answerCall', async (_source, sent: SentCall): Promise<GivenAnswer> => {
          // A page that is being closed may still ask.
          if (!current) return { status: 0, headers: {}, text: null, cut: true }
          return current.respond(sent)
        })
        await context.addInitScript(replaceFetch)
        return context
      }
      let context = await open()
      await use({
        get context() {
          return context
        },
        site,
        serve: (server) => (current = server),
        renew: async () => {
          await context.close()
          context = await open()
        },
      })
      await context.close()
      await site.close()
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
  expectedNoise: [null, { option: true }],
  context: async ({ home }, use) => use(home.context),
  server: async ({ home }, use) => {
    const server = new FakeServer()
    server.answer(publicConfig, config)
    server.refuseWith(currentUser, refusals.signedOut())
    home.serve(server)
    await use(server)
    expect(server.faults(), 'between page and test').toEqual([])
  },
  as: async ({ server }, use) => {
    await use((me, context = me ? contextOf(me) : alone) => {
      if (me) server.answer(currentUser, me)
      else server.refuseWith(currentUser, refusals.signedOut())
      server.answer(userOrganization, context)
    })
  },
  page: async ({ home, context, server, expectedNoise }, use) => {
    void server
    const noise: string[] = []
    const page = await context.newPage()
    noteNoise(page, noise)
    const notePopup = (other: Page) => noteNoise(other, noise)
    context.on('page', notePopup)
    await use(page)
    home.serve(null)
    server.endAt(new URL(page.url()).pathname)
    context.off('page', notePopup)
    // Playwright's clock belongs to the context, and never leaves it.
    if (await page.evaluate(() => '__pwClock' in window)) await home.renew()
    else await forget(context, page)
    const unexpected = noise.filter((line) => !expectedNoise?.test(line))
    expect(unexpected, 'console noise').toEqual([])
  },
})

/** Leaves nothing of a test but the caches of files. */
async function forget(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  const origin = new URL(page.url()).origin
  if (origin !== 'null') {
    const storageTypes = 'cookies,indexeddb,local_storage,service_workers,cache_storage'
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes })
  }
  await Promise.all(context.pages().map((each) => each.close()))
  await context.clearCookies()
  await context.clearPermissions()
}

export { expect, type Page }
