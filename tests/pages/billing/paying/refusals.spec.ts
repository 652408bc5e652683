import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { fillCard } from '../../../kit/browser/card-form.ts'
import { as, expect, expectRow, page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { servePackages } from './payments.ts'

const often = 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.'

/** Every refusal of a card, in the provider's own words (S253); neighbors differ, so that each toast is a new one. */
const refused = [
  ['4000000000000002', 'Your card was declined.'],
  ['4000000000009995', 'Your card has insufficient funds.'],
  ['4000000000009987', 'Your card was declined.'],
  ['4000000000000069', 'Your card has expired.'],
  ['4000000000009979', 'Your card was declined.'],
  ['4000000000000127', "Your card's security code is incorrect."],
  ['4100000000000019', 'Your card was declined.'],
  ['4000000000000119', 'An error occurred while processing your card. Try again in a little bit.'],
  ['4000000000006975', often],
] as const

test("refused cards show the provider's words and give nothing", tagged('S249 S253'), async ({ provider }) => {
  as(subscriberMe)
  servePackages(server, provider)
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Choose Launch' }).click()
  const payButton = page.getByRole('button', { name: 'Pay $15.00' })
  await expect(payButton).toBeEnabled()
  const number = page.getByLabel('Card number')
  for (const [digits, words] of refused) {
    await fillCard(page, digits)
    await payButton.click()
    await expectRow(page, 'S253', words)
    const card = page.getByRole('form', { name: 'Card' })
    await expect(card).toContainText(`Your card was not charged${words}`)
    // The toast is the one alert; the card is what has to change.
    await expect(card.getByRole('alert').filter({ hasText: words })).toHaveCount(0)
    await expect(number).toBeFocused()
    await expect(number).toHaveValue(digits.replaceAll(/(.{4})(?=.)/g, '$1 '))
    await expect(payButton).toBeEnabled()
  }
  expect(server.asked(processPaymentSuccess)).toEqual([])
})
