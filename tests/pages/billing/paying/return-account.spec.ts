import { accountUser, transactions } from '#contract/billing/account.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { card, saveCard } from '#contract/billing/cards.ts'
import { debts } from '#contract/billing/debts.ts'
import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { as, expect, page, server, subscriberMe, test, toastOf } from '#tests/pages.ts'
import { firstPackage, serveAccount, visa } from '../account/account.ts'
import { returnAddress } from './returning.ts'

test('a debt: a refusal leads back to the account, and a payment is reported there (D39, D44)', async ({
  provider,
}) => {
  const debtor = { ...subscriberMe, debt: 18.75 }
  as(debtor)
  serveAccount(server, debtor)
  server.answer(debts, [
    {
      id: '0d4c7f8e-0002-4a61-8f0e-6f2f3b1c0002',
      amount: 18.75,
      createdAt: '2026-11-20T08:00:00.000Z',
      description: 'Minutes used from a disputed payment',
    },
  ])
  const secret = await provider.openPayment(1875)
  await page.goto(returnAddress('debt', secret))
  await expect(page.getByRole('heading', { name: 'Your payment did not go through' })).toBeVisible()
  await expect(toastOf(page)).toContainText('Payment Failed')
  expect(server.asked(processPaymentSuccess)).toEqual([])
  await page.getByRole('link', { name: 'Try Again' }).click()
  await expect(page).toHaveURL('/account')
  await expect(page.getByRole('heading', { name: 'Open debt' })).toBeVisible()

  await provider.confirm(secret)
  server.answer(processPaymentSuccess, () => {
    server.answer(currentUser, subscriberMe)
    server.answer(accountUser, subscriberMe)
    server.answer(debts, [])
    server.answer(transactions, [firstPackage])
    return { creditsAdded: 0, monthlyCreditsAdded: 0 }
  })
  await page.goto(returnAddress('debt', secret))
  await expect(page).toHaveURL('/account')
  await expect(toastOf(page)).toContainText('Debt Paid')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Open debt' })).toHaveCount(0)
  const paymentIntentId = secret.split('_secret_')[0]
  expect(server.asked(processPaymentSuccess).map(({ body }) => body)).toEqual([{ paymentIntentId }])
})

test('a card to save: a refusal says what stays, and a confirmed card is saved (D39, D46)', async ({ provider }) => {
  as(subscriberMe)
  serveAccount(server)
  const secret = await provider.openCardSetup()
  await page.goto(returnAddress('card', secret))
  await expect(page.getByRole('heading', { name: 'Your card was not saved' })).toBeVisible()
  await expect(toastOf(page)).toContainText('Card Not Saved')
  await expect(page.getByRole('main')).toContainText(
    'Nothing was charged, and any card you saved before is still in place.',
  )
  expect(page.url()).not.toContain('_secret_')
  expect(server.asked(saveCard)).toEqual([])
  await page.getByRole('link', { name: 'Back to Account' }).click()
  await expect(page.getByRole('main')).toContainText('Visa ending in 4242')

  await provider.confirm(secret)
  server.break(saveCard)
  await page.goto(returnAddress('card', secret))
  await expect(toastOf(page)).toContainText("Your bank approved it, but we couldn't save the card. Please try again.")
  const kept = { card: { ...visa, last4: '3184' } }
  server.answer(saveCard, () => {
    server.answer(card, kept)
    return kept
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page).toHaveURL('/account')
  await expect(toastOf(page)).toContainText('Card Saved')
  await expect(page.getByRole('main')).toContainText('Visa ending in 3184')
  const setupIntentId = secret.split('_secret_')[0]
  expect(server.asked(saveCard).map(({ body }) => body)).toEqual([{ setupIntentId }, { setupIntentId }])
})
