import { receipt } from '#contract/billing/receipts.ts'
import { refusals } from '#server/kernel/problem.ts'
import { as, expect, page, type Page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { serveAccount } from './account.ts'
import { packageReceipt } from './receipts.ts'

const address = `/account/receipts/${packageReceipt.id}`
const monthId = '0d4c7f8e-0001-4a61-8f0e-6f2f3b1c0002'

test.beforeEach(() => {
  as(subscriberMe)
  serveAccount(server)
  server.answer(receipt, packageReceipt)
})

function fact(page: Page, label: string) {
  return page.getByRole('main').locator('dl > div').filter({ hasText: label }).locator('dd')
}

test('a receipt says who paid what to whom with which card', tagged('D43'), async () => {
  server.answer(receipt, {
    ...packageReceipt,
    id: monthId,
    type: 'subscription',
    description: 'Starter Monthly',
    amount: 2.97,
    creditsAdded: 30,
    receiptNumber: 'L-000002',
    periodEndsAt: '2026-12-15T08:00:00.000Z',
  })
  await page.goto(`/account/receipts/${monthId}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Receipt L-000002')
  await expect(fact(page, 'Number')).toHaveText('L-000002')
  await expect(fact(page, 'Date')).toHaveText('Nov 15, 2026')
  await expect(fact(page, 'From')).toHaveText('Lunahelp@luna.test')
  await expect(fact(page, 'To')).toHaveText('Robin Reedrobin.reed@example.com')
  await expect(fact(page, 'Paid with')).toHaveText('Visa ending in 4242')
  await expect(fact(page, 'Covers')).toHaveText('Platform access until Dec 15, 2026')
  await expect(page.getByRole('row')).toHaveText([
    'DescriptionMinutesAmount (USD)',
    'Starter Monthly30$2.97',
    'Total paid$2.97',
  ])
  await page.getByRole('link', { name: 'Account' }).first().click()
  await expect(page).toHaveURL('/account')
})

test('a receipt prints black on white, without what belongs only to the screen', tagged('D43'), async () => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(address)
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

test('the receipt of a refund says so and leads to the receipt of its payment', tagged('D43'), async () => {
  const refundId = '0d4c7f8e-0001-4a61-8f0e-6f2f3b1c0004'
  server.answer(receipt, ({ params: { id } }) =>
    id === packageReceipt.id
      ? packageReceipt
      : {
          ...packageReceipt,
          id: refundId,
          description: 'Refund: Uplift package, 120 minutes',
          amount: -25,
          creditsAdded: -117.5,
          receiptNumber: 'L-000004',
          refundOf: { id: packageReceipt.id, receiptNumber: 'L-000001' },
        },
  )
  await page.goto(`/account/receipts/${refundId}`)
  await expect(fact(page, 'Paid back to')).toHaveText('Visa ending in 4242')
  await expect(page.getByRole('row')).toHaveText([
    'DescriptionMinutesAmount (USD)',
    'Refund: Uplift package, 120 minutes−117.50−$25.00',
    'Total paid back−$25.00',
  ])
  await fact(page, 'Refund of').getByRole('link', { name: 'Receipt L-000001' }).click()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('row').last()).toHaveText('Total paid$25.00')
})

test("an unknown receipt, and another person's, are not found", async () => {
  server.refuse(receipt, 'receipt_not_found')
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Receipt not found' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText("We couldn't find this receipt.")
  // An invalid id is refused like an unknown address.
  server.refuseWith(receipt, refusals.notFound())
  await page.goto('/account/receipts/nothing')
  await expect(page.getByRole('heading', { name: 'Receipt not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Account' }).click()
  await expect(page).toHaveURL('/account')
})
