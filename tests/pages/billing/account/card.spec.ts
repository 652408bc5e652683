import { autoPurchase } from '#contract/billing/auto-purchase.ts'
import { card, saveCard, setUpCard } from '#contract/billing/cards.ts'
import { cardOf, dialogOf, expectToast } from '../../../kit/browser/account.ts'
import { saveCard as typeAndSave } from '../../../kit/browser/card-form.ts'
import { as, expect, page, server, subscriberMe, test } from '#tests/pages.ts'
import { autoPurchaseOff, serveAccount, visa } from './account.ts'

const cardDialog = () => dialogOf(page, /^(Update|Add) card$/)
const saved = () => cardOf(page, 'Saved card')

async function openCardDialog(): Promise<void> {
  await page.goto('/account')
  await saved().getByRole('button', { name: 'Update Card' }).click()
  await expect(cardDialog().getByRole('button', { name: 'Save Card' })).toBeEnabled()
}

/** Saves the card with this ending as soon as the page asks for it. */
function keepCard(last4: string): void {
  const kept = { card: { ...visa, last4 } }
  server.answer(saveCard, () => {
    server.answer(card, kept)
    server.answer(autoPurchase, { ...autoPurchaseOff, ...kept })
    return kept
  })
}

test.beforeEach(async ({ provider }) => {
  as(subscriberMe)
  serveAccount(server)
  server.answer(setUpCard, async () => ({ clientSecret: await provider.openCardSetup() }))
})

test('the saved card shows brand, ending and expiry, and another one replaces it', async () => {
  keepCard('7726')
  await page.goto('/account')
  await expect(saved()).toContainText('Visa ending in 4242')
  await expect(saved()).toContainText('Expires 12/2034')
  await openCardDialog()
  await expect(cardDialog()).toContainText("You won't be charged now.")
  await typeAndSave(page, '4000000000000002')
  await expectToast(page, 'Card Not Saved', 'Your card was declined.')
  await expect(cardDialog()).toContainText('Your card was not saved')
  expect(server.asked(saveCard)).toEqual([])
  await typeAndSave(page, '4000000000007726')
  await expectToast(page, 'Card Saved')
  await expect(cardDialog()).toHaveCount(0)
  await expect(saved()).toContainText('Visa ending in 7726')
  await expect(saved().getByRole('button', { name: 'Update Card' })).toBeFocused()
  expect(server.asked(setUpCard)).toEqual([{ params: {}, query: undefined, body: {} }])
  const setupIntentId = expect.stringMatching(/^seti_\w+$/)
  expect(server.asked(saveCard).map(({ body }) => body)).toEqual([{ setupIntentId }])
})

test("a bank's question is rejected, then approved; a failed saving is repeated", async () => {
  server.break(saveCard)
  await openCardDialog()
  await typeAndSave(page, '4000002500003155')
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(cardDialog()).toContainText('Your card was not saved')
  expect(server.asked(saveCard)).toEqual([])
  await page.getByRole('button', { name: 'Save Card' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  const again = cardDialog().getByRole('button', { name: 'Try Again' })
  await expect(again).toBeVisible()
  keepCard('3155')
  await again.click()
  await expect(saved()).toContainText('Visa ending in 3155')
  const [first, second, ...others] = server.asked(saveCard)
  expect(second).toEqual(first)
  expect(others).toEqual([])
})

test('a card warns within a month of its expiry, and after it', async () => {
  // Still October in UTC, but November where the page is.
  await page.clock.install({ time: '2026-10-31T23:30:00Z' })
  for (const [expMonth, words] of [
    [11, 'This card expires soon.'],
    [10, 'This card has expired.'],
    [2, null],
  ] as const) {
    server.answer(card, { card: { ...visa, expMonth, expYear: expMonth === 2 ? 2027 : 2026 } })
    await page.goto('/account')
    await expect(saved()).toContainText('Visa ending in 4242')
    if (words) await expect(saved()).toContainText(words)
    else await expect(saved()).not.toContainText(/expires soon|has expired/)
  }
  server.refuse(setUpCard, 'payment_unavailable')
  await page.getByRole('button', { name: 'Update Card' }).click()
  await expectToast(page, 'Card Setup Failed', 'Please try again or contact support.')
  await expect(cardDialog()).toHaveCount(0)
})
