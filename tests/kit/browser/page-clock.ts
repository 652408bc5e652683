import type { Page } from '@playwright/test'

/** So small that the page's time never runs ahead of the wall clock, in ms. */
const tickMs = 1

/** Passes the page's time in small steps until the expected content appears. */
export async function tickUntil(page: Page, look: () => Promise<unknown>): Promise<void> {
  let isFound = false
  const found = look().finally(() => (isFound = true))
  // Its failure is reported below.
  found.catch(() => undefined)
  while (!isFound) await page.clock.runFor(tickMs)
  await found
}

/** Stops the time of a page whose clock runs, after everything that was due within the next moments. */
export async function pauseClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  // It can only be moved forward, and the moment must not be over when the browser receives it.
  await page.clock.pauseAt(now + 10_000)
}
