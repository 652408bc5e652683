import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from './fixtures.ts'
import { enter, registered, subscriber } from './people.ts'
import { becomeTalker } from './talkers.ts'
import { openAgent } from './talking.ts'

const themes = ['light', 'dark'] as const
const widths = [320, 1280] as const

// The checker tries a style of its own inside the frame of the card form, which the content policy refuses.
test.use({ expectedNoise: /Applying inline style violates/ })

/** Looks at what the page shows now in both themes and at both widths. */
async function expectAccessible(page: Page): Promise<void> {
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

async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect.soft(scrollWidth, `${page.url()} at 320 px`).toBeLessThanOrEqual(clientWidth)
}

test('screens for everybody', async ({ page }) => {
  for (const path of ['/', '/login', '/register', '/nowhere']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  }
})

test('the steps of registration that pay', async ({ page, context }) => {
  await enter(context, await registered())
  await page.goto('/register')
  await expect(page.getByRole('radio', { name: /uplift/i })).toBeChecked()
  await expectAccessible(page)
  await page.getByRole('button', { name: /\$27\.97/ }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  await expectAccessible(page)
})

test('screens of a subscriber', async ({ page, context }) => {
  await enter(context, await subscriber())
  for (const path of ['/marketplace', '/dashboard', '/checkout', '/account']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectAccessible(page)
  }
})

test('the voice dialog: ready, talking, recap (D88-D90)', async ({ page }) => {
  await becomeTalker(page, { agreed: false })
  const dialog = await openAgent(page)
  await expectAccessible(page)
  await dialog.getByRole('checkbox', { name: 'I agree' }).check()
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await dialog.getByRole('button', { name: 'Show full transcript' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(dialog).toContainText('Session saved')
  await expectAccessible(page)
})
