import type { Page } from '@playwright/test'
import { choose, numberField, sumOf } from '../../../kit/browser/organization-choosing.ts'
import { expect, page, tagged, test } from '#tests/pages.ts'

/** The totals of /calculator and /package-builder on a phone. */

const bar = (page: Page) => page.getByRole('button', { name: /Show details$/ })

test.beforeEach(() => page.setViewportSize({ width: 320, height: 700 }))

test('both totals stay in sight while the figures change, and open the lines', tagged('S346 D93'), async () => {
  await page.goto('/calculator')
  await expect(bar(page)).toHaveAccessibleName('One-time total $750.00 Monthly total $149.00 Show details')
  await expect(bar(page)).toBeInViewport({ ratio: 1 })
  await choose(page, { users: 10, minutes: /^Starter/, build: /^Advanced agent/, app: true })
  await expect(bar(page)).toHaveAccessibleName('One-time total $1,800.00 Monthly total $118.00 Show details')
  await expect(bar(page)).toBeInViewport({ ratio: 1 })

  await bar(page).click()
  const lines = page.getByRole('dialog', { name: 'Investment Summary' })
  await expect(lines).toContainText('Advanced agent')
  await expect(lines).toContainText('First-year total$3,216.00')
  await page.keyboard.press('Escape')
  await expect(lines).toHaveCount(0)
  await expect(bar(page)).toBeFocused()
  await bar(page).press('Enter')
  await expect(lines).toBeVisible()
})

test('the totals are read out once they have settled', tagged('S346'), async () => {
  await page.goto('/calculator')
  const said = page.getByRole('main').getByRole('status').filter({ hasText: 'total' })
  await expect(sumOf(page, 'Monthly total')).toHaveText('$149.00')
  await expect(said).toHaveCount(0)
  await numberField(page, 'Number of users').fill('10')
  await expect(said).toHaveText('One-time total $750.00, Monthly total $163.00, First-year total $2,706.00')
})

test('the bar never lies over the focused control, and makes room for the summary', tagged('S353'), async () => {
  await page.goto('/package-builder')
  await expect(bar(page)).toHaveAccessibleName('Total Payment Today $14.00 Monthly total $14.00 Show details')
  await numberField(page, 'Number of users').focus()
  for (const control of await page.getByRole('main').locator('input:not([type="hidden"])').all()) {
    await page.keyboard.press('Tab')
    const [focused, over] = await Promise.all([page.locator(':focus').boundingBox(), bar(page).boundingBox()])
    if (!focused || !over) throw new Error(`Nothing has the focus after ${await control.getAttribute('name')}`)
    if (await bar(page).evaluate((button) => button === document.activeElement)) break
    expect(focused.y + focused.height).toBeLessThanOrEqual(over.y)
  }
  await page.getByRole('region', { name: 'Package Summary' }).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 10_000)
  await expect(bar(page)).not.toBeInViewport()
})

test('beside the summary there is no bar', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/calculator')
  await expect(sumOf(page, 'Monthly total')).toHaveText('$149.00')
  await expect(bar(page)).toHaveCount(0)
})
