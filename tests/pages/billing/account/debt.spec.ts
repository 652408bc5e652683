import { accountUser, transactions } from '#contract/billing/account.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import type { Answer } from '#contract/call.ts'
import { debts, payDebt } from '#contract/billing/debts.ts'
import type { Me } from '#contract/identity/people.ts'
import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { cardOf, dialogOf, expectToast } from '../../../kit/browser/account.ts'
import { fillCard } from '../../../kit/browser/card-form.ts'
import { pauseClock, tickUntil } from '../../../kit/browser/page-clock.ts'
import { as, expect, page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import type { Provider } from '../../provider.ts'
import { firstPackage, serveAccount } from './account.ts'

const debtorMe = { ...subscriberMe, debt: 18.75 } satisfies Me

const debt = {
  id: '0d4c7f8e-0002-4a61-8f0e-6f2f3b1c0002',
  amount: 18.75,
  createdAt: '2026-11-20T08:00:00.000Z',
  description: 'Minutes used from a disputed payment',
} satisfies Answer<typeof debts>[number]

function serveDebt(provider: Provider): void {
  server.answer(payDebt, async () => ({
    clientSecret: await provider.openPayment(1875),
    summary: {
      totalAmount: 18.75,
      lines: [{ label: 'Open debt', amount: 18.75 }],
      packageMinutes: 0,
      monthlyMinutes: 0,
    },
  }))
}

const payButton = () => dialogOf(page, 'Pay your debt').getByRole('button', { name: 'Pay $18.75' })

test('a debt says what is owed, is paid by card, and is gone', tagged('D44'), async ({ provider }) => {
  as(debtorMe)
  serveAccount(server, debtorMe)
  server.answer(debts, [debt])
  server.answer(processPaymentSuccess, () => {
    server.answer(currentUser, subscriberMe)
    server.answer(accountUser, subscriberMe)
    server.answer(debts, [])
    const paid = { ...firstPackage, id: debt.id, description: 'Debt', amount: 18.75, creditsAdded: 0 }
    server.answer(transactions, [paid, firstPackage])
    return { creditsAdded: 0, monthlyCreditsAdded: 0 }
  })
  await page.clock.install()
  await page.goto('/account')
  const owed = cardOf(page, 'Open debt')
  await expect(owed).toContainText('You can talk to your agents again as soon as this is paid; your minutes are kept.')
  await expect(owed.getByRole('listitem')).toHaveText('Minutes used from a disputed paymentNov 20, 2026Pay $18.75')
  const row = cardOf(page, 'Transaction History').getByRole('row', { name: '$18.75' })
  await expect(row).toHaveCount(0)
  const open = () => cardOf(page, 'Open debt').getByRole('button', { name: 'Pay $18.75' }).click()
  server.refuse(payDebt, 'payment_unavailable')
  await open()
  await expectToast(page, 'Payment Setup Failed', 'Please try again or contact support.')
  await expect(dialogOf(page, 'Pay your debt')).toHaveCount(0)
  serveDebt(provider)
  await open()
  await expect(payButton()).toBeEnabled()
  expect(server.asked(payDebt).map(({ params }) => params)).toEqual([{ id: debt.id }, { id: debt.id }])
  await fillCard(page, '4000000000000002')
  await payButton().click()
  await expectToast(page, 'Payment Failed', 'Your card was declined.')
  expect(server.asked(processPaymentSuccess)).toEqual([])

  await fillCard(page, '4242424242424242')
  // Nothing is left to the next load of the person, which comes every 10 s.
  await pauseClock(page)
  await payButton().click()
  await tickUntil(page, () => expectToast(page, 'Debt Paid', 'You can talk to your agents again.'))
  await tickUntil(page, () => expect(page.getByRole('heading', { name: 'Open debt' })).toHaveCount(0))
  await page.clock.resume()
  await expect(row).toHaveCount(1)
  const paymentIntentId = expect.stringMatching(/^pi_\w+$/)
  expect(server.asked(processPaymentSuccess).map(({ body }) => body)).toEqual([{ paymentIntentId }])
})
