import { expect, type Locator, type Page } from '@playwright/test'

/** Returns the visible toast, without one that is fading away. */
export function toastOf(page: Page): Locator {
  return page.locator('[data-toast]:not([data-ending-style])').filter({ visible: true })
}

/** Checks that there is one toast, including those that wait behind another, and that it has this title (S249). */
export async function expectOneToast(page: Page, title: string): Promise<void> {
  await expect(page.locator('[data-toast]:not([data-ending-style])')).toContainText([title])
}

/** Closes every toast, so that the next one is certainly new, whatever its words. */
export async function closeToasts(page: Page): Promise<void> {
  const toasts = page.locator('[data-toast]')
  await expect(async () => {
    await toasts.getByLabel('Close').evaluateAll((buttons: HTMLElement[]) => {
      for (const button of buttons) button.click()
    })
    expect(await toasts.count()).toBe(0)
  }).toPass()
}

interface Seen {
  /** Such as `GET /api/auth/user`. */
  call: string
  isDocument: boolean
}

/** Notes every request of the page from now on. */
export function watchRequests(page: Page): Seen[] {
  const seen: Seen[] = []
  page.on('request', (request) => {
    const call = `${request.method()} ${new URL(request.url()).pathname}`
    seen.push({ call, isDocument: request.isNavigationRequest() })
  })
  return seen
}

/** Touches a page that the server rendered, and waits until the app has taken over: React leaves its mark on each element. */
export async function whenTakenOver(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('pointerdown')))
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__react')),
  )
}

/** Simulates what a browser tells the page when a person returns to its window. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
}

/** Returns the newest link of a mail with this subject. */
export async function mailedLink(url: string, to: string, subject: string): Promise<string> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const response = await fetch(`${url}/standins/mailbox.json?to=${encodeURIComponent(to)}`)
    const mails = (await response.json()) as { subject: string; text: string }[]
    const link = /https?:\S+/.exec(mails.find((mail) => mail.subject === subject)?.text ?? '')?.[0]
    if (link) return link
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`No mail "${subject}" with a link for ${to}`)
}
