import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from './fixtures.ts'

const themes = ['light', 'dark'] as const
const widths = [320, 1280] as const

/** What the checker itself makes the page log: it tries a style of its own inside the frame of the card form. */
export const checkerNoise = /Applying inline style violates/

/** Looks at what the page shows now in both themes and at both widths. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    if (width === 320) await expectNoSidewaysScrolling(page)
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect.soft(await findFaults(page), `${page.url()}, ${width} px, ${colorScheme}`).toEqual([])
    }
  }
}

async function findFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // Base UI puts these around a dialog to turn the focus back; they are never reached to stay.
    .exclude('[data-base-ui-focus-guard]')
    .analyze()
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** A phone's screen never moves sideways. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect.soft(scrollWidth, `${page.url()} at 320 px`).toBeLessThanOrEqual(clientWidth)
}
