import { autoPurchase } from '#contract/billing/auto-purchase.ts'
import { card, saveCard, setUpCard } from '#contract/billing/cards.ts'
import { cardOf, dialogOf, expectToast } from '../../../kit/browser/account.ts'
import { saveCard as typeAndSave } from '../../../kit/browser/card-form.ts'
import { as, expect, type FakeServer, page, type Page, server, subscriberMe, test } from '#tests/pages.ts'
import { autoPurchaseOff, serveAccount, visa } from './account.ts'

function cardDialog(page: Page) {
  return dialogOf(page, /^(Update|Add) card$/)
}

async function openCardDialog(page: Page): Promise<void> {
  await cardOf(page, 'Saved card')
    .getByRole('button', { name: /(Update|Add) Card/ })
    .click()
  await expect(cardDialog(page).getByRole('button', { name: 'Save Card' })).toBeEnabled()
}

/** Saves the card with this ending as soon as the page asks for it. */
function keepCard(server: FakeServer, last4: string): void {
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
  keepCard(server, '7726')
  await page.goto('/account')
  const saved = cardOf(page, 'Saved card')
  await expect(saved).toContainText('Visa ending in 4242')
  await expect(saved).toContainText('Expires 12/2034')
  await openCardDialog(page)
  await expect(cardDialog(page)).toContainText("You won't be charged now.")
  await typeAndSave(page, '4000000000007726')
  await expectToast(page, 'Card Saved')
  await expect(cardDialog(page)).toHaveCount(0)
  await expect(saved).toContainText('Visa ending in 7726')
  await expect(saved.getByRole('button', { name: 'Update Card' })).toBeFocused()
  expect(server.asked(setUpCard)).toEqual([{ params: {}, query: undefined, body: {} }])
  const setupIntentId = expect.stringMatching(/^seti_\w+$/)
  expect(server.asked(saveCard).map(({ body }) => body)).toEqual([{ setupIntentId }])
})

test('a card that its bank refuses is not saved, and the form stays open for another one', async () => {
  keepCard(server, '7726')
  await page.goto('/account')
  await openCardDialog(page)
  await typeAndSave(page, '4000000000000002')
  await expectToast(page, 'Card Not Saved', 'Your card was declined.')
  await expect(cardDialog(page)).toContainText('Your card was not saved')
  expect(server.asked(saveCard)).toEqual([])
  await typeAndSave(page, '4000000000007726')
  await expect(cardOf(page, 'Saved card')).toContainText('Visa ending in 7726')
})

test("a bank's question is answered over the dialog: refused, then approved", async () => {
  keepCard(server, '3155')
  await page.goto('/account')
  await openCardDialog(page)
  await typeAndSave(page, '4000002500003155')
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(cardDialog(page)).toContainText('Your card was not saved')
  expect(server.asked(saveCard)).toEqual([])
  await page.getByRole('button', { name: 'Save Card' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(cardOf(page, 'Saved card')).toContainText('Visa ending in 3155')
  expect(server.asked(saveCard)).toHaveLength(1)
})

test('a form that cannot be opened says so, and nothing opens', async () => {
  server.refuse(setUpCard, 'payment_unavailable')
  await page.goto('/account')
  await page.getByRole('button', { name: 'Update Card' }).click()
  await expectToast(page, 'Card Setup Failed', 'Please try again or contact support.')
  await expect(cardDialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Update Card' })).toBeEnabled()
})

test('a card that the bank approved but we could not save is saved at the second attempt', async () => {
  server.break(saveCard)
  await page.goto('/account')
  await openCardDialog(page)
  await typeAndSave(page, '4000000000007726')
  await expectToast(page, 'Card Not Saved')
  const again = cardDialog(page).getByRole('button', { name: 'Try Again' })
  await expect(again).toBeVisible()
  keepCard(server, '7726')
  await again.click()
  await expect(cardOf(page, 'Saved card')).toContainText('Visa ending in 7726')
  const [first, second] = server.asked(saveCard)
  expect(second).toEqual(first)
})

test('a card warns within a month of its expiry, and after it', async () => {
  // Still October in UTC, but November where the page is.
  await page.clock.install({ time: '2026-10-31T23:30:00Z' })
  const saved = cardOf(page, 'Saved card')
  for (const [expMonth, words] of [
    [11, 'This card expires soon.'],
    [10, 'This card has expired.'],
    [2, null],
  ] as const) {
    server.answer(card, { card: { ...visa, expMonth, expYear: expMonth === 2 ? 2027 : 2026 } })
    await page.goto('/account')
    await expect(saved).toContainText('Visa ending in 4242')
    if (words) await expect(saved).toContainText(words)
    else await expect(saved).not.toContainText(/expires soon|has expired/)
  }
})

test('a person without a card adds one', async () => {
  server.answer(card, { card: null })
  keepCard(server, '4242')
  await page.goto('/account')
  await expect(cardOf(page, 'Saved card')).toContainText('No saved card.')
  await openCardDialog(page)
  await typeAndSave(page, '4242424242424242')
  await expect(cardOf(page, 'Saved card')).toContainText('Visa ending in 4242')
})
