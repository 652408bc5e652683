import { tagged } from '../../kit/tags.ts'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { fillCard } from '../../kit/browser/card-form.ts'
import { enter, sql, subscriber } from '../people.ts'
import { recordedTexts, recordTexts } from '../conversations/voice/talking.ts'
import { expectRow } from '../../kit/browser/toasts.ts'
import { toastOf } from '../../kit/browser/watch.ts'

/** Chooses a package. Returns the button that pays with the card of the first payment, ready to be pressed. */
async function openPayment(page: Page): Promise<Locator> {
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Choose Launch' }).click()
  const withKeptCard = page.getByRole('button', { name: 'Pay $15.00 with Visa ending in 4242' })
  await expect(withKeptCard).toBeEnabled()
  return withKeptCard
}

test(
  'a package: declined, rejected at the bank, then approved and booked once',
  tagged('gate S092 S253 D36 D39'),
  async ({ page, context }) => {
    const person = await subscriber()
    await enter(context, person)
    await openPayment(page)
    await page.getByRole('button', { name: 'Use another card' }).click()
    const pay = page.getByRole('button', { name: 'Pay $15.00' })
    await expect(pay).toBeEnabled()
    await fillCard(page, '4000000000009995')
    await pay.click()
    await expectRow(page, 'S253', 'Your card has insufficient funds.')
    await fillCard(page, '4000002760003184')
    await pay.click()
    await page.getByRole('button', { name: 'Reject' }).click()
    await expect(toastOf(page)).toContainText('Payment Failed')
    await expect(page.getByRole('main')).toContainText(/unable to authenticate/i)
    await expect(page.getByRole('banner')).toContainText('150 minutes')
    // The added minutes show only for two seconds.
    await recordTexts(page, '[role=status]')
    await pay.click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.waitForURL('/dashboard')
    expect((await recordedTexts(page)).join('\n')).toContain('60 minutes were added to your balance.')
    await expect(page.getByRole('banner')).toContainText('210 minutes')
    const bought = 'select tier, amount_cents from credit_purchase where account_id = $1 order by created_at'
    expect(await sql(bought, [person.accountId])).toEqual([
      { tier: 'uplift', amount_cents: 2500 },
      { tier: 'launch', amount_cents: 1500 },
    ])
  },
)

test.describe('while the server cannot book the payment', () => {
  test.use({ expectedNoise: /The payment went through, but is not credited yet/ })
})
