import type { Page } from '@playwright/test'

/** From the next document on the page's time passes only when the test says so; its server's goes on. */
export async function stopClock(page: Page): Promise<void> {
  const now = Date.now()
  // It can only be moved on, and the moment must not be over when the browser hears of it.
  await page.clock.install({ time: now - 60_000 })
  await page.clock.pauseAt(now)
}

/** So little that the page's time never runs ahead of the one on the wall, ms. */
const tickMs = 1

/** Lets the page's time pass in small steps until what the test looks for has come. */
export async function tickUntil(page: Page, look: () => Promise<unknown>): Promise<void> {
  let isFound = false
  const found = look().finally(() => (isFound = true))
  // Its failure is told below.
  found.catch(() => undefined)
  while (!isFound) await page.clock.runFor(tickMs)
  await found
}

/** Stops the time of a page whose clock is installed and runs; all of it that was due within the next moments has come. */
export async function pauseClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  // It can only be moved on, and the moment must not be over when the browser hears of it.
  await page.clock.pauseAt(now + 10_000)
}
