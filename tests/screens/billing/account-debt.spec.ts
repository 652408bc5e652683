import { tagged } from '../../kit/tags.ts'
import type { Page } from '@playwright/test'
import { openAccount } from './account.ts'
import { cardOf, dialogOf, expectToast } from '../../kit/browser/account.ts'
import { expect, test } from '../fixtures.ts'
import { fillCard } from '../../kit/browser/card-form.ts'
import { debtor } from './payers.ts'
import { type Person, sql } from '../people.ts'

async function openDebts(person: Person): Promise<number> {
  const [row] = await sql<{ count: string }>(`select count(*) from debt where account_id = $1 and status = 'open'`, [
    person.accountId,
  ])
  return Number(row?.count)
}

async function openPayment(page: Page): Promise<void> {
  await cardOf(page, 'Open debt').getByRole('button', { name: /^Pay / }).click()
  await expect(dialogOf(page, 'Pay your debt').getByRole('button', { name: /^Pay \$/ })).toBeEnabled()
}

test('a debt says what is owed, is paid by card, and is gone', tagged('gate D44'), async ({ page }) => {
  const { person } = await debtor()
  await openAccount(page, person)
  const [owed] = await sql<{ amount: string }>(
    'select amount_cents / 100.0 as amount from debt where account_id = $1',
    [person.accountId],
  )
  const amount = `$${Number(owed?.amount).toFixed(2)}`
  await expect(cardOf(page, 'Open debt')).toContainText(amount)
  await expect(cardOf(page, 'Transaction History').getByRole('row', { name: amount })).toHaveCount(0)
  await openPayment(page)
  await fillCard(page, '4000000000000002')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay \$/ })
    .click()
  await expectToast(page, 'Payment Failed')
  expect(await openDebts(person)).toBe(1)
  await fillCard(page, '4242424242424242')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay \$/ })
    .click()
  await expectToast(page, 'Debt Paid')
  await expect(page.getByRole('heading', { name: 'Open debt' })).toHaveCount(0)
  expect(await openDebts(person)).toBe(0)
  await expect(cardOf(page, 'Transaction History').getByRole('row', { name: amount })).toHaveCount(1)
})
