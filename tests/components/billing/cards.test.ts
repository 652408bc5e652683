import { accountUser, transactions } from '#contract/billing/account.ts'
import { autoPurchase } from '#contract/billing/auto-purchase.ts'
import { card, saveCard, setUpCard } from '#contract/billing/cards.ts'
import { debts, payDebt } from '#contract/billing/debts.ts'
import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { afterEach, vi } from 'vitest'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { openWithCards } from '#tests/components/billing/cards.ts'
import { cardOf, click, expectToast, heading, main } from '#tests/components/words.ts'
import { autoPurchaseOff, firstPackage, serveAccount, visa } from '#tests/pages/billing/account/account.ts'
import { subscriberMe } from '#tests/pages/people.ts'

/** What the account page does with cards and debts, and how it goes on after a bank's own page. */

const dialog = () => page.getByRole('dialog', { name: /^(Update card|Pay your debt)$/ })
const saved = () => cardOf('Saved card')
const debtor = { ...subscriberMe, debt: 18.75 }
const debt = {
  id: '0d4c7f8e-0002-4a61-8f0e-6f2f3b1c0002',
  amount: 18.75,
  createdAt: '2026-11-20T08:00:00.000Z',
  description: 'Minutes used from a disputed payment',
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

function serveDebt(): void {
  as(debtor)
  serveAccount(server, debtor)
  server.answer(debts, [debt])
  server.answer(processPaymentSuccess, () => {
    for (const call of [currentUser, accountUser]) server.answer(call, subscriberMe)
    server.answer(debts, [])
    server.answer(transactions, [{ ...firstPackage, id: debt.id, description: 'Debt', amount: 18.75, creditsAdded: 0 }])
    return { creditsAdded: 0, monthlyCreditsAdded: 0 }
  })
}

beforeEach(() => {
  as(subscriberMe)
  serveAccount(server)
  server.answer(setUpCard, { clientSecret: 'seti_1_secret_1' })
})

afterEach(() => vi.useRealTimers())

it('the saved card warns before it expires, and another one replaces it at once', async () => {
  // Still October in UTC, but November where the page is.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-31T23:30:00Z') })
  for (const [expMonth, expYear, words] of [
    [11, 2026, 'This card expires soon.'],
    [10, 2026, 'This card has expired.'],
    [2, 2027, 'Expires 02/2027'],
  ] as const) {
    server.answer(card, { card: { ...visa, expMonth, expYear } })
    await page.goto('/account')
    await expect(saved()).toContainText('Visa ending in 4242')
    await expect(saved()).toContainText(words)
    await expect(saved().getByText(/expires soon|has expired/)).toHaveCount(expYear === 2026 ? 1 : 0)
  }
  server.refuse(setUpCard, 'payment_unavailable')
  await click('Update Card')
  await expectToast('Card Setup Failed', 'Please try again or contact support.')
  await expect(dialog()).toHaveCount(0)
  server.answer(setUpCard, { clientSecret: 'seti_1_secret_1' })

  vi.useRealTimers()
  const bank = await openWithCards('/account', 'Your card was declined.')
  await click('Update Card')
  await expect(dialog()).toContainText("You won't be charged now.")
  await click('Save Card')
  await expectToast('Card Not Saved', 'Your card was declined.')
  await expect(dialog()).toContainText('Your card was not saved')
  expect(server.asked(saveCard)).toEqual([])
  bank.refusal = null
  server.break(saveCard)
  await click('Save Card')
  await expect(dialog().getByRole('button', { name: 'Try Again' })).toBeVisible()
  keepCard('7726')
  await click('Try Again')
  await expectToast('Card Saved')
  await expect(dialog()).toHaveCount(0)
  await expect(saved()).toContainText('Visa ending in 7726')
  await expect(saved().getByRole('button', { name: 'Update Card' })).toBeFocused()
  expect(server.asked(setUpCard).map(({ body }) => body)).toEqual([{}, {}])
  const setupIntentId = 'setupIntent_1'
  expect(server.asked(saveCard).map(({ body }) => body)).toEqual([{ setupIntentId }, { setupIntentId }])
})

it('a debt says what is owed, is paid by card, and is gone', tags('D44'), async () => {
  serveDebt()
  const bank = await openWithCards('/account', 'Your card was declined.')
  const owed = cardOf('Open debt')
  await expect(owed).toContainText('You can talk to your agents again as soon as this is paid; your minutes are kept.')
  await expect(owed.getByRole('listitem')).toHaveText('Minutes used from a disputed paymentNov 20, 2026Pay $18.75')
  server.refuse(payDebt, 'payment_unavailable')
  await owed.getByRole('button', { name: 'Pay $18.75' }).click()
  await expectToast('Payment Setup Failed', 'Please try again or contact support.')
  await expect(dialog()).toHaveCount(0)
  const lines = [{ label: 'Open debt', amount: 18.75 }]
  const summary = { totalAmount: 18.75, lines, packageMinutes: 0, monthlyMinutes: 0 }
  server.answer(payDebt, { clientSecret: 'pi_1_secret_1', summary })
  await owed.getByRole('button', { name: 'Pay $18.75' }).click()
  const pay = dialog().getByRole('button', { name: 'Pay $18.75' })
  await pay.click()
  await expectToast('Payment Failed', 'Your card was declined.')
  expect(server.asked(processPaymentSuccess)).toEqual([])
  bank.refusal = null
  const checks = () => server.asked(currentUser).length
  const before = checks()
  await pay.click()
  await expectToast('Debt Paid', 'You can talk to your agents again.')
  // Sooner than by the regular check of the person, every 10 s.
  await expect.poll(checks, { timeout: 3000 }).toBeGreaterThan(before)
  await expect(heading('Open debt')).toHaveCount(0)
  await expect(cardOf('Transaction History').getByRole('row').last()).toContainText('Debt')
  expect(server.asked(payDebt).map(({ params }) => params)).toEqual([{ id: debt.id }, { id: debt.id }])
  expect(server.asked(processPaymentSuccess).map(({ body }) => body)).toEqual([{ paymentIntentId: 'paymentIntent_1' }])
})

it("after the bank's page a debt is paid and a card saved, unless it refused", tags('D39 D44 D46'), async () => {
  const refusal = 'Your bank could not confirm it.'
  const cardAddress = '/payment-return?after=card&setup_intent=seti_1&setup_intent_client_secret=seti_1_secret_1'
  await openWithCards(cardAddress, refusal)
  await expect(heading('Your card was not saved')).toBeVisible()
  await expectToast('Card Not Saved', refusal)
  await expect(main()).toContainText('Nothing was charged, and any card you saved before is still in place.')
  await expect(page).toHaveURL('/payment-return?after=card&setup_intent=seti_1')
  await page.getByRole('link', { name: 'Back to Account' }).click()
  await expect(saved()).toContainText('Visa ending in 4242')
  expect(server.asked(saveCard)).toEqual([])

  server.break(saveCard)
  await openWithCards(cardAddress)
  await expectToast('', "Your bank approved it, but we couldn't save the card. Please try again.")
  keepCard('3184')
  await click('Retry')
  await expect(page).toHaveURL('/account')
  await expectToast('Card Saved')
  await expect(saved()).toContainText('Visa ending in 3184')
  const setupIntentId = 'seti_1'
  expect(server.asked(saveCard).map(({ body }) => body)).toEqual([{ setupIntentId }, { setupIntentId }])

  serveDebt()
  const address = '/payment-return?after=debt&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_1'
  await openWithCards(address, refusal)
  await expect(heading('Your payment did not go through')).toBeVisible()
  await expectToast('Payment Failed', refusal)
  expect(server.asked(processPaymentSuccess)).toEqual([])
  await page.getByRole('link', { name: 'Try Again' }).click()
  await expect(heading('Open debt')).toBeVisible()
  await openWithCards(address)
  await expect(page).toHaveURL('/account')
  await expectToast('Debt Paid')
  await expect(heading('Overview')).toBeVisible()
  await expect(heading('Open debt')).toHaveCount(0)
  expect(server.asked(processPaymentSuccess).map(({ body }) => body)).toEqual([{ paymentIntentId: 'pi_1' }])
})
