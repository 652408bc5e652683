import type { Answer } from '#contract/call.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import type { Me } from '#contract/identity/people.ts'
import { packages, type PackageTier, platformAccess } from '#contract/billing/prices.ts'
import {
  createPaymentIntent,
  createSubscriptionPayment,
  firstTimeEligible,
  processPaymentSuccess,
} from '#contract/billing/purchases.ts'
import { expectDelay, recordMoments } from '../../../kit/browser/moments.ts'
import { pauseClock, tickUntil } from '../../../kit/browser/page-clock.ts'
import { expect, type FakeServer, page, server, subscriberMe } from '#tests/pages.ts'
import type { Provider } from '../../provider.ts'

type Opened = Answer<typeof createPaymentIntent>
type Summary = Opened['summary']

export function boughtMe(minutes: number): Me {
  return {
    ...subscriberMe,
    creditBalance: subscriberMe.creditBalance + minutes,
    balanceSeconds: subscriberMe.balanceSeconds + minutes * 60,
    purchasedCredits: subscriberMe.purchasedCredits + minutes,
  }
}

export function packageSummary(tier: PackageTier): Summary {
  const { name, priceCents, minutes } = packages[tier]
  const amount = priceCents / 100
  return { totalAmount: amount, lines: [{ label: name, amount }], packageMinutes: minutes, monthlyMinutes: 0 }
}

const accessSummary = {
  totalAmount: 2.97,
  lines: [{ label: 'Platform access', amount: 2.97 }],
  packageMinutes: 0,
  monthlyMinutes: 30,
} satisfies Summary

/** Answers what a subscriber's checkout requests, with a real payment at the provider and the saved card, if any. */
export function servePackages(
  server: FakeServer,
  provider: Provider,
  kept: { card: Opened['card']; magicId: string } | null = null,
): void {
  server.answer(firstTimeEligible, { isFirstTime: false, bonusPercent: 0 })
  server.answer(createPaymentIntent, async ({ body: { tier } }) => {
    if (!(tier in packages)) throw new Error(`No package for people: ${tier}`)
    const chosen = packages[tier as PackageTier]
    const opened = kept && (await provider.openKeptPayment(chosen.priceCents, kept.magicId))
    return {
      clientSecret: opened?.clientSecret ?? (await provider.openPayment(chosen.priceCents)),
      summary: packageSummary(chosen.tier),
      card: kept?.card ?? null,
      paymentMethodId: opened?.paymentMethodId ?? null,
      organizationName: null,
    }
  })
}

export function serveAccess(server: FakeServer, provider: Provider): void {
  server.answer(createSubscriptionPayment, async () => ({
    clientSecret: await provider.openPayment(platformAccess.priceCents),
    message: 'Platform access is ready to be paid.',
    summary: accessSummary,
  }))
}

/** Credits the payment when the page reports it; `me` is the person afterwards. */
export function creditPayment(server: FakeServer, me: Me, given: Answer<typeof processPaymentSuccess>): void {
  server.answer(processPaymentSuccess, () => {
    server.answer(currentUser, me)
    return given
  })
}

/** Prepares a page that must show what was paid before it leads on, from its next document on. */
export async function watchPaying(): Promise<void> {
  await recordMoments(page)
  await page.clock.install()
}

/** Pays and expects what the page says; it leads on after 2 s, and its time stands still in between. */
export async function expectPaid({ pay, said }: { pay: () => Promise<unknown>; said: string }): Promise<void> {
  const release = server.hold(processPaymentSuccess)
  const before = server.asked(processPaymentSuccess).length
  await pay()
  await expect.poll(() => server.asked(processPaymentSuccess).length).toBe(before + 1)
  await pauseClock(page)
  release()
  const status = page.getByRole('main').getByRole('status').filter({ hasText: 'Payment received' })
  await tickUntil(page, () => expect(status).toContainText(said))
  await page.clock.runFor(2000)
  await tickUntil(page, () => page.waitForURL('/dashboard'))
  await expectDelay(page, 'answer 200 POST /api/process-payment-success', 'screen /dashboard', 2000)
  await page.clock.resume()
  expect(server.asked(processPaymentSuccess)).toHaveLength(before + 1)
}
