import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { launchChromium, noteNoise } from '../kit/browser.ts'
import type { ScreensLuna } from '../setup/screens.ts'

/** The Luna of this worker; empty while the tests are only listed. */
export const { url, databaseUrl } = lunaOf(Number(process.env.TEST_PARALLEL_INDEX))

function lunaOf(worker: number): ScreensLuna {
  const lunas = JSON.parse(process.env.LUNA_SCREENS ?? '[]') as ScreensLuna[]
  return lunas[worker] ?? { url: '', databaseUrl: '' }
}

interface Fixtures {
  /** What a test makes the page log on purpose; set it with `test.use`. */
  expectedNoise: RegExp | null
  page: Page
  context: BrowserContext
}

/** A page of the real product in the one Chromium, with a recorded voice as microphone; console noise fails a test. */
export const test = base.extend<Fixtures, { browser: Browser }>({
  browser: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const browser = await launchChromium()
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  expectedNoise: [null, { option: true }],
  context: async ({ browser }, use) => {
    const context = await browser.newContext({
      baseURL: url,
      locale: 'en-US',
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
    })
    await use(context)
    // With the browsers of further people: a page left open would go on asking the server.
    await Promise.all(browser.contexts().map((each) => each.close()))
  },
  page: async ({ context, expectedNoise }, use) => {
    const noise: string[] = []
    const page = await context.newPage()
    noteNoise(page, noise)
    context.on('page', (other) => noteNoise(other, noise))
    await use(page)
    const unexpected = noise.filter((line) => !expectedNoise?.test(line))
    expect(unexpected, 'console noise').toEqual([])
  },
})

export { expect }
export type { Page }
