import { expect, type Page } from '@playwright/test'

/**
 * Makes the page record when something happened, on its own clock and across its reloads: `answer 200 POST /api/x` a
 * call was answered, `screen /x` the address changed without a load, `load /x` a document was requested.
 * Seen from the test, either of two moments can seem late on a busy machine; the page's own timers are never early.
 */
export async function recordMoments(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window !== window.top) return
    const note = (what: string, atMs: number) => {
      const moments = JSON.parse(sessionStorage.getItem('moments') ?? '[]') as unknown[]
      sessionStorage.setItem('moments', JSON.stringify([...moments, { what, atMs }]))
    }
    const nowMs = () => performance.timeOrigin + performance.now()
    note(`load ${location.pathname}`, performance.timeOrigin)
    const { fetch } = window
    window.fetch = async (input, init) => {
      const request = new Request(input, init)
      const answer = await fetch(input, init)
      note(`answer ${answer.status} ${request.method} ${new URL(request.url).pathname}`, nowMs())
      return answer
    }
    for (const name of ['pushState', 'replaceState'] as const) {
      const change = history[name].bind(history)
      history[name] = (...given) => {
        change(...given)
        note(`screen ${location.pathname}`, nowMs())
      }
    }
  })
}

/** Waits until `later` has followed `earlier`, and expects at least the stated time between them. */
export async function expectDelay(page: Page, earlier: string, later: string, delayMs: number): Promise<void> {
  const waited = async () => {
    const moments = JSON.parse(await page.evaluate(() => sessionStorage.getItem('moments') ?? '[]')) as Moment[]
    const from = moments.findIndex(({ what }) => what === earlier)
    const to = moments.findIndex(({ what }, at) => at > from && what === later)
    return from < 0 || to < 0 ? null : (moments[to]?.atMs ?? 0) - (moments[from]?.atMs ?? 0)
  }
  await expect.poll(waited, `${earlier}, then ${later}`).not.toBeNull()
  // Browsers round the times that they report.
  expect(await waited()).toBeGreaterThan(delayMs - 2)
}

interface Moment {
  what: string
  atMs: number
}
