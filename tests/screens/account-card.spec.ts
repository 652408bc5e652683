import type { Page } from '@playwright/test'
import { cardOf, dialogOf, expectToast, loseCard, openAccount, saveCard } from './account.ts'
import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { expect, fillCard, test } from './fixtures.ts'
import { breakWrites, setSwitches } from './faults.ts'
import { type Person, sql, subscriber } from './people.ts'

test.afterEach(() => setSwitches({ apiFault: { stripe: null } }))

async function savedLast4(person: Person): Promise<string | undefined> {
  const [row] = await sql<{ card_last4: string }>('select card_last4 from payer where account_id = $1', [
    person.accountId,
  ])
  return row?.card_last4
}

function cardDialog(page: Page) {
  return dialogOf(page, /^(Update|Add) card$/)
}

async function openCardDialog(page: Page): Promise<void> {
  await cardOf(page, 'Saved card')
    .getByRole('button', { name: /(Update|Add) Card/ })
    .click()
  await expect(cardDialog(page).getByRole('button', { name: 'Save Card' })).toBeEnabled()
}

test('the saved card shows by brand, ending and expiry, and another one takes its place', async ({ page }) => {
  const person = await openAccount(page)
  const saved = cardOf(page, 'Saved card')
  await expect(saved).toContainText('Visa ending in 4242')
  await expect(saved).toContainText(/Expires \d\d\/\d{4}/)
  await openCardDialog(page)
  await expect(cardDialog(page)).toContainText('Nothing is charged now.')
  await saveCard(page, '4000000000007726')
  await expectToast(page, 'Card Saved')
  await expect(cardDialog(page)).toHaveCount(0)
  await expect(saved).toContainText('Visa ending in 7726')
  await expect(saved).toContainText('Expires 12/2034')
  await expect(saved.getByRole('button', { name: 'Update Card' })).toBeFocused()
  expect(await savedLast4(person)).toBe('7726')
})

test('a card that its bank refuses is not saved, and the form stays for another one', async ({ page }) => {
  const person = await openAccount(page)
  await openCardDialog(page)
  await saveCard(page, '4000000000000002')
  await expectToast(page, 'Card Not Saved', 'Your card was declined.')
  await expect(cardDialog(page)).toContainText('Your card was not saved')
  expect(await savedLast4(person)).toBe('4242')
  await saveCard(page, '4000000000007726')
  await expect(cardOf(page, 'Saved card')).toContainText('Visa ending in 7726')
})

test('a bank that asks is answered over the dialog: refused, then approved', async ({ page }) => {
  const person = await openAccount(page)
  await openCardDialog(page)
  await saveCard(page, '4000002500003155')
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(cardDialog(page)).toContainText('Your card was not saved')
  expect(await savedLast4(person)).toBe('4242')
  await page.getByRole('button', { name: 'Save Card' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(cardOf(page, 'Saved card')).toContainText('Visa ending in 3155')
  expect(await savedLast4(person)).toBe('3155')
})

test('a form that cannot be opened says so, and nothing opens', async ({ page }) => {
  await openAccount(page)
  await setSwitches({ apiFault: { stripe: 'error' } })
  await page.getByRole('button', { name: 'Update Card' }).click()
  await expectToast(page, 'Card Setup Failed', 'Please try again or contact support.')
  await expect(cardDialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Update Card' })).toBeEnabled()
})

test('a card that the bank agreed to but we could not keep is kept at the second try', async ({ page }) => {
  const person = await openAccount(page)
  await openCardDialog(page)
  await fillCard(page, '4000000000007726')
  const mend = await breakWrites('payer', 'update', person)
  await page.getByRole('button', { name: 'Save Card' }).click()
  await expectToast(page, 'Card Not Saved')
  const again = cardDialog(page).getByRole('button', { name: 'Try Again' })
  await expect(again).toBeVisible()
  await mend()
  await again.click()
  await expect(cardOf(page, 'Saved card')).toContainText('Visa ending in 7726')
  expect(await savedLast4(person)).toBe('7726')
})

test('a card warns when it runs out within a month, and when it has', async ({ page }) => {
  const person = await subscriber()
  const saved = cardOf(page, 'Saved card')
  for (const [months, words] of [
    [0, 'This card expires soon.'],
    [-1, 'This card has expired.'],
    [3, null],
  ] as const) {
    // In the month of the browser, which begins before the one of UTC.
    await sql(
      `update payer set card_exp_month = extract(month from at), card_exp_year = extract(year from at)
       from (select now() at time zone 'Europe/Berlin' + make_interval(months => $2) as at) as moved
       where account_id = $1`,
      [person.accountId, months],
    )
    await openAccount(page, person)
    await expect(saved).toContainText('Visa ending in 4242')
    if (words) await expect(saved).toContainText(words)
    else await expect(saved).not.toContainText(/expires soon|has expired/)
  }
})

test('who has no card adds one', async ({ page }) => {
  const person = await subscriber()
  await loseCard(person)
  await openAccount(page, person)
  await expect(cardOf(page, 'Saved card')).toContainText('No card is saved.')
  await openCardDialog(page)
  await saveCard(page, '4242424242424242')
  await expect(cardOf(page, 'Saved card')).toContainText('Visa ending in 4242')
})

test.describe('for everybody', () => {
  test.use({ expectedNoise: checkerNoise })

  test('the card dialog is accessible', async ({ page }) => {
    await openAccount(page)
    await openCardDialog(page)
    await expectAccessible(page)
  })
})
