import path from 'node:path'
import type { Page } from '@playwright/test'

/** Where `npm run pictures` wants the pictures of this run; otherwise looks are judged and leave none. */
export const pictureFolder = process.env.LUNA_PICTURES

const screens = [
  [390, 844],
  [1440, 900],
] as const

/** Saves the page down to its end, or what a dialog leaves visible of it, in both themes, on a phone and wide. */
export async function takePictures(page: Page, subject: string, at: string, state = ''): Promise<void> {
  const { pathname, searchParams } = new URL(at, 'http://luna.test')
  const words = [subject, pathname.replaceAll(/[\w-]{36,}/g, ''), searchParams.get('tab'), state].join(' ')
  const file = words.match(/[a-z0-9]+/gi)?.join('-')
  for (const [width, height] of screens) {
    await page.setViewportSize({ width, height })
    const isCovered = (await page.locator('[role=dialog]:not([data-toast]), [role=alertdialog]').count()) > 0
    const whole = await page.evaluate(() => document.documentElement.scrollHeight)
    // A bar at the bottom belongs below everything.
    if (!isCovered) await page.setViewportSize({ width, height: whole })
    await page.evaluate(() => scrollTo(0, 0))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      // The card form learns of another theme a moment after the page.
      await page.waitForTimeout(300)
      const to = path.join(pictureFolder ?? '', `${file}.${colorScheme}-${width}.png`)
      await page.screenshot({ path: to, animations: 'disabled' })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
