import { type Browser, test as base, expect, type Page } from '@playwright/test'
import { currentUser } from '#contract/identity/current-user.ts'
import { userOrganization } from '#contract/organizations/organizations.ts'
import type { Me } from '#contract/identity/people.ts'
import { publicConfig } from '#contract/settings/platform.ts'
import { openFirstPayment } from '#contract/billing/purchases.ts'
import { refusals } from '#server/kernel/problem.ts'
import { forShortDocuments, launchChromium, noteNoise } from '../kit/browser/browser.ts'
import { FakeServer } from './fake-server.ts'
import { Home } from './home.ts'
import { alone, config, contextOf, type WorkContext } from './people.ts'
import type { Provider } from './provider.ts'

/** The page of the running test. */
export let page: Page
/** The server of this test's page. */
export let server: FakeServer
/** Says who is signed in from the next load on, and their context; null, the initial value, is a visitor. */
export let as: (me: Me | null, context?: WorkContext) => void

interface Fixtures {
  /** What a test makes the page log on purpose; set it with `test.use`. */
  expectedNoise: RegExp | null
  server: FakeServer
  as: (me: Me | null, context?: WorkContext) => void
  /** Makes these of the running test the ones that the module exports. */
  running: void
}

interface WorkerFixtures {
  browser: Browser
  /** One for all tests of a worker, so that the bundle stays in its caches. */
  home: Home
  /** Behind the card form; it runs from the first test that needs it. */
  provider: Provider
}

/**
 * A page of the built product without a server: the test answers its calls through `server`, typed and checked by the
 * contract. Each test has a new document, no cookies and an empty storage.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  browser: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const browser = await launchChromium(forShortDocuments)
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  home: [
    async ({ browser }, use) => {
      const home = await Home.open(browser)
      await use(home)
      await home.close()
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
  context: async ({ home }, use) => use((await home.window.page()).context()),
  server: async ({ home }, use) => {
    const server = new FakeServer()
    server.answer(publicConfig, config)
    server.refuseWith(currentUser, refusals.signedOut())
    server.answer(openFirstPayment, { package: null })
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
  page: async ({ home, server, expectedNoise }, use) => {
    void server
    const noise: string[] = []
    const page = await home.window.page()
    const context = page.context()
    noteNoise(page, noise)
    const notePopup = (other: Page) => noteNoise(other, noise)
    context.on('page', notePopup)
    await use(page)
    home.serve(null)
    server.endAt(new URL(page.url()).pathname)
    context.off('page', notePopup)
    await home.window.tidy()
    const unexpected = noise.filter((line) => !expectedNoise?.test(line))
    expect(unexpected, 'console noise').toEqual([])
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
