import type { Page } from '@playwright/test'
import { fillCard, saveCard } from '../../kit/browser/card-form.ts'
import { expect, test } from '../fixtures.ts'
import { paidOrganization } from './paid-organizations.ts'
import { loseDispute } from '../billing/payers.ts'
import { enter, lowerBalance, sql } from '../people.ts'
import { toastOf } from '../../kit/browser/watch.ts'

const card = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })

test('an admin saves another card although the bank asks, pays what the pool owes, and opens the receipt of the purchase (S407, D44, D46, D109)', async ({
  page,
  context,
}) => {
  const { owner, accountId, paymentId } = await paidOrganization()
  await lowerBalance({ accountId }, 30)
  await loseDispute(accountId, paymentId)
  await enter(context, owner)
  await page.goto('/organization-dashboard?tab=billing')
  const saved = card(page, 'Saved card')
  await saved.getByRole('button', { name: 'Update Card' }).click()
  await saveCard(page, '4000002500003155')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(toastOf(page)).toContainText('Card Saved')
  await expect(saved).toContainText('Visa ending in 3155')
  expect(await sql('select card_last4 from payer where account_id = $1', [accountId])).toEqual([{ card_last4: '3155' }])

  const owed = card(page, 'Open debt')
  await owed.getByRole('button', { name: /^Pay \$/ }).click()
  const pay = page.getByRole('dialog', { name: 'Pay your debt' }).getByRole('button', { name: /^Pay \$/ })
  await expect(pay).toBeEnabled()
  await fillCard(page, '4242424242424242')
  await pay.click()
  await expect(toastOf(page).filter({ hasText: 'Debt Paid' })).toBeVisible()
  await expect(owed).toHaveCount(0)
  expect(await sql('select status from debt where account_id = $1', [accountId])).toEqual([{ status: 'paid' }])

  const payment = card(page, 'Billing History').getByRole('article')
  await expect(payment).toContainText(paymentId)
  await payment.getByRole('link', { name: 'Open receipt' }).click()
  await expect(page).toHaveURL(/\/account\/receipts\//)
  await expect(page.getByRole('main')).toContainText('$2,169.00')
})
