import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { inChromium, watchNoise } from '../kit/browser/browser.ts'
import { closeAtOnce, KeptWindow } from '../kit/browser/kept-window.ts'
import type { ScreensLuna } from '../setup/screens.ts'

/** The Luna of this worker; empty while the tests are only listed. */
export const { url, databaseUrl } = lunaOf(Number(process.env.TEST_PARALLEL_INDEX))

function lunaOf(worker: number): ScreensLuna {
  const lunas = JSON.parse(process.env.LUNA_SCREENS ?? '[]') as ScreensLuna[]
  return lunas[worker] ?? { url: '', databaseUrl: '' }
}

/** The page of the running test, and its window. */
export let page: Page
export let context: BrowserContext

interface Fixtures {
  page: Page
  context: BrowserContext
  /** Makes these of the running test the ones that the module exports. */
  running: void
}

/** A page of the real product in the one Chromium, with a recorded voice as microphone. Console noise fails a test. */
export const test = inChromium.extend<Fixtures, { window: KeptWindow }>({
  window: [
    async ({ browser }, use) => {
      const settings = { baseURL: url, locale: 'en-US', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' } as const
      const window = new KeptWindow(url, async () => closeAtOnce(await browser.newContext(settings)))
      await use(window)
      await window.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, window }, use) => {
    const context = (await window.page()).context()
    await use(context)
    // Pages of other people: one left open would continue to call the server.
    const others = browser.contexts().filter((each) => each !== context)
    await Promise.all(others.map((each) => each.close()))
    await window.tidy()
  },
  page: async ({ context, expectedNoise }, use) => {
    const page = context.pages()[0] ?? (await context.newPage())
    const checkNoise = watchNoise(page, expectedNoise)
    await use(page)
    checkNoise()
  },
  running: [
    async ({ page: itsPage, context: itsContext }, use) => {
      page = itsPage
      context = itsContext
      await use()
    },
    { auto: true },
  ],
})

export { type BrowserContext, expect, type Locator, type Page }
