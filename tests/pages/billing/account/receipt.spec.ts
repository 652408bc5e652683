import { receipt } from '#contract/billing/receipts.ts'
import { as, expect, page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { packageReceipt } from './receipts.ts'

test('a receipt prints black on white, without what belongs only to the screen', tagged('D43'), async () => {
  as(subscriberMe)
  server.answer(receipt, packageReceipt)
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`/account/receipts/${packageReceipt.id}`)
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('heading', { name: 'Receipt L-000001' })).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
  for (const part of [
    page.locator('body header').first(),
    page.locator('footer'),
    page.getByRole('button', { name: 'Print' }),
    page.getByRole('link', { name: 'Account' }),
    page.getByRole('link', { name: 'Skip to content' }),
  ])
    await expect(part).toBeHidden()
  const colors = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body)
    return { color, backgroundColor }
  })
  expect(colors).toEqual({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgb(255, 255, 255)' })
})
