import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { fillCard } from '../../../kit/browser/card-form.ts'
import { as, expect, expectRow, page, registeredMe, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { serveFirstPayment } from '../../identity/registration.ts'
import { serveAccess, servePackages } from './payments.ts'

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
  [
    '4000000000006975',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ],
] as const

for (const [address, me, button, pay] of [
  ['/register?step=payment', registeredMe, 'Continue to Payment · $27.97', 'Pay $27.97'],
  ['/checkout', subscriberMe, 'Choose Launch', 'Pay $15.00'],
  ['/subscribe', registeredMe, null, 'Pay $2.97'],
] as const)
  test(
    `${address}: refused cards show the provider's words and give nothing`,
    tagged('S249 S253'),
    async ({ provider }) => {
      as(me)
      servePackages(server, provider)
      serveAccess(server, provider)
      await serveFirstPayment(server, provider)
      await page.goto(address)
      if (button) await page.getByRole('button', { name: button }).click()
      const payButton = page.getByRole('button', { name: pay })
      await expect(payButton).toBeEnabled()
      // The form is the same everywhere, so one screen shows them all.
      for (const [number, words] of address === '/checkout' ? refused : refused.slice(0, 2)) {
        await fillCard(page, number)
        await payButton.click()
        await expectRow(page, 'S253', words)
        const card = page.getByRole('form', { name: 'Card' })
        await expect(card).toContainText(`Your card was not charged${words}`)
        // The toast is the one alert; the card is what has to change.
        await expect(card.getByRole('alert').filter({ hasText: words })).toHaveCount(0)
        await expect(page.getByLabel('Card number')).toBeFocused()
        await expect(page.getByLabel('Card number')).toHaveValue(number.replaceAll(/(.{4})(?=.)/g, '$1 '))
        await expect(payButton).toBeEnabled()
      }
      expect(server.asked(processPaymentSuccess)).toEqual([])
    },
  )
