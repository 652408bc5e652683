import { expect, fillCard, type Page, test } from './fixtures.ts'
import { enter, type Person, registered, sql, subscriber } from './people.ts'
import { expectRow } from '../kit/toasts.ts'

/** Every refusal of a card, in the provider's own words (S253); neighbours differ, so that each toast is a new one. */
const refusals = [
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
    person: () => registered(),
    async open(page: Page) {
      await page.goto('/register?step=payment')
      await page.getByRole('button', { name: 'Continue to Payment · $27.97' }).click()
    },
    pay: 'Pay $27.97',
  },
  {
    name: '/checkout',
    person: () => subscriber(),
    async open(page: Page) {
      await page.goto('/checkout')
      await page.getByRole('button', { name: 'Choose Launch' }).click()
    },
    pay: 'Pay $15.00',
  },
  {
    name: '/subscribe',
    person: () => registered(),
    async open(page: Page) {
      await page.goto('/subscribe')
    },
    pay: 'Pay $2.97',
  },
]

for (const { name, person, open, pay } of screens)
  test(`${name}: each refused card shows Payment Failed with the provider's words and gives nothing (S253)`, async ({
    page,
    context,
  }) => {
    const payer = await person()
    const before = await booksOf(payer)
    await enter(context, payer)
    await open(page)
    const button = page.getByRole('button', { name: pay })
    await expect(button).toBeEnabled()
    for (const [number, words] of refusals) {
      await fillCard(page, number)
      await button.click()
      await expectRow(page, 'S253', words)
      await expect(page.getByRole('form', { name: 'Card' })).toContainText(`Your card was not charged${words}`)
      await expect(button).toBeEnabled()
    }
    expect(await booksOf(payer)).toEqual(before)
    await fillCard(page, '4242424242424242')
    await button.click()
    await page.waitForURL('/dashboard')
  })

async function booksOf({ accountId }: Person): Promise<unknown> {
  const [account] = await sql('select monthly_ms, purchased_ms from account where id = $1', [accountId])
  const entries = await sql('select count(*) from entry where account_id = $1', [accountId])
  return { account, entries }
}
