import * as luna from '#tests/screens.ts'
import { cardOf, expect, fillCard, page, type Person, sql, tagged, test, toastOf } from '#tests/screens.ts'
import { organizationWith } from '../organizations/organizations.ts'
import { wordsOfPaid } from './paid-words.ts'

const { dialogOf, enter, expectRow, expectToast, registered, saveCard, subscriber } = luna

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

test('an admin buys minutes for the pool with a new card', tagged('gate D39 D49'), async () => {
  const person = await registered('Ada')
  const { name, accountId } = await organizationWith(person)
  await enter(person)
  await page.goto('/marketplace')
  await banner().getByRole('link', { name: 'Add Credits' }).click()
  await expect(page.getByRole('main')).toContainText(`A one-time top-up for everyone in ${name}.`)
  await button('Choose Growth').click()
  await expect(button('Pay $135.00')).toBeEnabled()
  await fillCard(page, '4242424242424242')
  const words = await wordsOfPaid('/organization-dashboard', () => button('Pay $135.00').click())
  expect(words).toContain('1,000 minutes were added to the pool.')
  await expect(banner().getByRole('button', { name: `${name} 1,042 credits` })).toBeVisible()
  const rows = await sql('select tier, amount_cents from credit_purchase where account_id = $1', [accountId])
  expect(rows).toEqual([{ tier: 'pool_growth', amount_cents: 13_500 }])
})

async function openAccount(person: Person): Promise<void> {
  await enter(person)
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
}

test('another card is refused, rejected at the bank, then saved', tagged('gate'), async () => {
  const person = await subscriber()
  const savedLast4 = () => sql('select card_last4 from payer where account_id = $1', [person.accountId])
  await openAccount(person)
  const saved = cardOf(page, 'Saved card')
  await expect(saved).toContainText('Visa ending in 4242')
  await saved.getByRole('button', { name: 'Update Card' }).click()
  await saveCard(page, '4000000000000002')
  await expectToast(page, 'Card Not Saved', 'Your card was declined.')
  await saveCard(page, '4000002500003155')
  await button('Reject').click()
  await expect(dialogOf(page, 'Update card')).toContainText('Your card was not saved')
  expect(await savedLast4()).toEqual([{ card_last4: '4242' }])
  await button('Save Card').click()
  await button('Approve').click()
  await expectToast(page, 'Card Saved')
  await expect(saved).toContainText('Visa ending in 3155')
  expect(await savedLast4()).toEqual([{ card_last4: '3155' }])
})
