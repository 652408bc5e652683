import * as luna from '#tests/screens.ts'
import { expect, fillCard, page, sql, tagged, test, toastOf } from '#tests/screens.ts'
import { wordsOfPaid } from './paid-words.ts'

const { enter, expectRow, registered, subscriber } = luna

const button = (name: string | RegExp) => page.getByRole('button', { name })
const banner = () => page.getByRole('banner')

test('platform access alone is paid, and opens without a reload', tagged('gate S095 S161 D35 D39'), async () => {
  const person = await registered()
  await enter(person)
  await page.goto('/subscribe')
  await expect(button('Pay $2.97')).toBeEnabled()
  await fillCard(page, '4242424242424242')
  const words = await wordsOfPaid('/dashboard', () => button('Pay $2.97').click())
  expect(words).toContain('Your access is ready, with 30 minutes for this month.')
  await expect(banner()).toContainText('30 minutes')
  await expect(page.getByRole('heading', { name: 'Your Dashboard' })).toBeVisible()
  await banner().getByRole('link', { name: 'Marketplace' }).click()
  await expect(page.getByRole('heading', { name: 'Agent Marketplace' })).toBeVisible()
  const opened = 'select kind, amount_cents, status from checkout where user_id = $1'
  expect(await sql(opened, [person.id])).toEqual([{ kind: 'subscription', amount_cents: 297, status: 'paid' }])
})

test('a package: declined, rejected at the bank, then paid once', tagged('gate S092 S253 D36 D39'), async () => {
  const person = await subscriber()
  await enter(person)
  await page.goto('/checkout')
  await button('Choose Launch').click()
  await expect(button('Pay $15.00 with Visa ending in 4242')).toBeEnabled()
  await button('Use another card').click()
  const pay = button('Pay $15.00')
  await expect(pay).toBeEnabled()
  await fillCard(page, '4000000000009995')
  await pay.click()
  await expectRow(page, 'S253', 'Your card has insufficient funds.')
  await fillCard(page, '4000002760003184')
  await pay.click()
  await button('Reject').click()
  await expect(toastOf(page)).toContainText('Payment Failed')
  await expect(page.getByRole('main')).toContainText(/unable to authenticate/i)
  await expect(banner()).toContainText('150 minutes')
  const words = await wordsOfPaid('/dashboard', async () => {
    await pay.click()
    await button('Approve').click()
  })
  expect(words).toContain('60 minutes were added to your balance.')
  await expect(banner()).toContainText('210 minutes')
  const bought = 'select tier, amount_cents from credit_purchase where account_id = $1 order by created_at'
  expect(await sql(bought, [person.accountId])).toEqual([
    { tier: 'uplift', amount_cents: 2500 },
    { tier: 'launch', amount_cents: 1500 },
  ])
})
