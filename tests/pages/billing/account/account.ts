import { accountUser, transactions } from '#contract/billing/account.ts'
import { autoPurchase } from '#contract/billing/auto-purchase.ts'
import type { Answer } from '#contract/call.ts'
import { card } from '#contract/billing/cards.ts'
import { debts } from '#contract/billing/debts.ts'
import type { Me } from '#contract/identity/people.ts'
import type { FakeServer } from '../../fake-server.ts'
import { subscriberMe } from '../../people.ts'
import { fakeOf } from '../../fake-answer.ts'

export const visa = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 }

/** Automatic purchases of a person who has paid once and never changed them. */
export const autoPurchaseOff = fakeOf(autoPurchase, {
  tier: 'uplift',
  threshold: 9,
  monthlyCap: 100,
  card: visa,
})

export const firstPackage = {
  id: '0d4c7f8e-0001-4a61-8f0e-6f2f3b1c0001',
  type: 'credits',
  description: 'Uplift package, 120 minutes',
  createdAt: '2026-11-15T08:00:00.000Z',
  amount: 25,
  creditsAdded: 120,
  stripePaymentIntentId: 'pi_1',
  receiptNumber: 'L-000001',
} satisfies Answer<typeof transactions>[number]

/** Answers everything that the account page reads. */
export function serveAccount(server: FakeServer, me: Me = subscriberMe): void {
  server.answer(accountUser, me)
  server.answer(autoPurchase, autoPurchaseOff)
  server.answer(card, { card: visa })
  server.answer(transactions, [firstPackage])
  server.answer(debts, [])
}

/** Returns the subscriber with this few minutes, of those that were bought. */
export function withMinutes(minutes: number): Me {
  const seconds = { balanceSeconds: minutes * 60, monthlyCredits: 0, monthlyEndsAt: null }
  return { ...subscriberMe, creditBalance: minutes, purchasedCredits: minutes, ...seconds }
}
