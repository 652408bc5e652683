import { createCombinedPurchase, processPaymentSuccess } from '#contract/billing/purchases.ts'
import { fillCard } from '../../../kit/browser/card-form.ts'
import { as, expect, expectRow, page, type Page, registeredMe, server, subscriberMe, test } from '#tests/pages.ts'
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

const screens = [
  {
    name: '/register',
    me: registeredMe,
    async open(page: Page) {
      await page.goto('/register?step=payment')
      await page.getByRole('button', { name: 'Continue to Payment · $27.97' }).click()
    },
    pay: 'Pay $27.97',
  },
  {
    name: '/checkout',
    me: subscriberMe,
    async open(page: Page) {
      await page.goto('/checkout')
      await page.getByRole('button', { name: 'Choose Launch' }).click()
    },
    pay: 'Pay $15.00',
  },
  {
    name: '/subscribe',
    me: registeredMe,
    async open(page: Page) {
      await page.goto('/subscribe')
    },
    pay: 'Pay $2.97',
  },
]

for (const { name, me, open, pay } of screens)
  test(`${name}: each refused card shows Payment Failed with the provider's words and gives nothing (S253)`, async ({
    provider,
  }) => {
    as(me)
    servePackages(server, provider)
    serveAccess(server, provider)
    server.answer(createCombinedPurchase, async () => ({
      clientSecret: await provider.openPayment(2797),
      summary: {
        totalAmount: 27.97,
        lines: [
          { label: 'Uplift', amount: 25 },
          { label: 'Platform access', amount: 2.97 },
        ],
        packageMinutes: 120,
        monthlyMinutes: 30,
      },
    }))
    await open(page)
    const button = page.getByRole('button', { name: pay })
    await expect(button).toBeEnabled()
    for (const [number, words] of refused) {
      await fillCard(page, number)
      await button.click()
      await expectRow(page, 'S253', words)
      const card = page.getByRole('form', { name: 'Card' })
      await expect(card).toContainText(`Your card was not charged${words}`)
      // The toast is the one alert; the card is what has to change.
      await expect(card.getByRole('alert').filter({ hasText: words })).toHaveCount(0)
      await expect(page.getByLabel('Card number')).toBeFocused()
      await expect(button).toBeEnabled()
    }
    expect(server.asked(processPaymentSuccess)).toEqual([])
  })
