import { accountUser, transactions } from '#contract/billing/account.ts'
import { autoPurchase } from '#contract/billing/auto-purchase.ts'
import { card } from '#contract/billing/cards.ts'
import { cancelSubscription, resumeSubscription } from '#contract/billing/subscription.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import type { Me } from '#contract/identity/people.ts'
import { refusals } from '#server/kernel/problem.ts'
import { as, expect, it, page, server, tags } from '#tests/components.ts'
import { button, cardOf, click, closeToasts, expectRow, expectToast, heading, main } from '#tests/components/words.ts'
import { autoPurchaseOff, serveAccount } from '#tests/pages/billing/account/account.ts'
import { adminMe, memberMe, ownerMe, registeredMe, subscriberMe } from '#tests/pages/people.ts'

const overview = () => cardOf('Overview')
const actions = () => cardOf('Quick Actions')
const question = () => page.getByRole('alertdialog')
const link = (name: string) => page.getByRole('link', { name, exact: true })

async function open(me: Me = subscriberMe): Promise<void> {
  as(me)
  serveAccount(server, me)
  await page.goto('/account')
}

/** Lets the subscription end, or not, from the page's next call on. */
function take(call: typeof cancelSubscription | typeof resumeSubscription, cancelAtPeriodEnd: boolean): void {
  server.answer(call, () => {
    for (const one of [currentUser, accountUser]) server.answer(one, { ...subscriberMe, cancelAtPeriodEnd })
    return { subscriptionStatus: 'active', cancelAtPeriodEnd, accessEndsAt: subscriberMe.subscriptionRenewsAt }
  })
}

async function cancel(): Promise<void> {
  await actions().getByRole('button', { name: 'Cancel Subscription' }).click()
  await question().getByRole('button', { name: 'Cancel Subscription' }).click()
}

it('the overview shows the person, the state and the balance', tags('S096 S097 S098 S236 D32 D181'), async () => {
  await open({ ...subscriberMe, subscriptionPlan: { name: 'Founders Monthly', price: 1.97, minutes: 20 } })
  for (const text of [
    'Robin Reed',
    'robin.reed@example.com',
    'Renews on Dec 15, 2026',
    '150 minutes',
    /This monthUsed first, until Dec 15, 2026.*30 minutes/,
    'PurchasedNever expires120 minutes',
  ])
    await expect(overview()).toContainText(text)
  await expect(actions().getByRole('link', { name: 'Buy Credits' })).toHaveAttribute('href', '/checkout')
  // As agreed, whatever the list says today.
  await expect(actions()).toContainText('Platform access costs $1.97 a month and includes 20 minutes.')
  /** How much of the bar is filled, in percent, by each part of the balance. */
  const filled = () =>
    overview()
      .locator('svg rect')
      .all()
      .map((part) => Math.round(Number(part.getAttribute('width'))))
  expect(filled()).toEqual([19, 80])
  await open({ ...subscriberMe, creditBalance: 0.15, balanceSeconds: 9, monthlyCredits: 0, purchasedCredits: 0.15 })
  await expect(overview()).toContainText('0.15 minutes')
  expect(filled()).toEqual([1])
})

it('only a running subscription has a date, and a blank one reads Inactive', tags('S097 S176 S177 D42'), async () => {
  const looks: (string | null)[] = []
  for (const [status, badge] of [
    ['active', 'Active'],
    ['trialing', 'Trialing'],
    ['canceled', 'Canceled'],
    [null, 'Inactive'],
  ] as const) {
    await open({ ...subscriberMe, role: 'admin', subscriptionStatus: status })
    looks.push(await overview().getByText(badge, { exact: true }).getAttribute('class'))
    await expect(overview().getByText(/Renews on|Ends on/)).toHaveCount(status === 'active' ? 1 : 0)
  }
  expect(looks.lastIndexOf(looks[0] ?? '')).toBe(0)
})

it('people without a subscription of their own see who pays, or where to subscribe', tags('D26'), async () => {
  const own = page.getByRole('heading', { name: /Quick Actions|Auto-Purchase/ })
  for (const me of [memberMe, ownerMe]) {
    await open(me)
    const place = cardOf('Organization')
    await expect(place).toContainText('Acme Consulting')
    await expect(place.getByRole('link', { name: 'Open Dashboard' })).toHaveAttribute('href', '/organization-dashboard')
    await expect(place.getByRole('link', { name: 'Open Billing' })).toHaveCount(me === ownerMe ? 1 : 0)
    await expect(overview()).toContainText('Paid byAcme Consulting')
    await expect(own).toHaveCount(0)
  }
  await open(adminMe)
  await expect(link('Subscribe')).toHaveAttribute('href', '/subscribe')
  await expect(own).toHaveCount(0)
  await open({ ...ownerMe, autoPurchaseEnabled: true })
  await expect(heading('Auto-Purchase Credits')).toBeVisible()
})

it('a missing account, or a part that cannot be loaded, says so', tags('S102 S207'), async () => {
  as(subscriberMe)
  serveAccount(server)
  server.refuseWith(accountUser, refusals.notFound())
  await page.goto('/account')
  await expect(page.getByText('Account not found')).toBeVisible()
  for (const name of ['Overview', 'Transaction History']) await expect(heading(name)).toHaveCount(0)

  server.answer(accountUser, subscriberMe)
  server.break(autoPurchase)
  await page.goto('/account')
  const failed = page.getByRole('alert')
  await expect(failed).toBeVisible()
  await expect(heading('Transaction History')).toBeVisible()
  server.answer(autoPurchase, autoPurchaseOff)
  await click('Retry')
  await expect(failed).toHaveCount(0)
  await expect(page.getByRole('switch')).toBeVisible()
})

it('an account without card, plan or payments offers no file', tags('S102'), async () => {
  const me = { ...registeredMe, role: 'admin' as const, hasAccess: true }
  as(me)
  serveAccount(server, me)
  server.answer(card, { card: null })
  server.answer(autoPurchase, { ...autoPurchaseOff, card: null })
  server.answer(transactions, [])
  await page.goto('/account')
  for (const text of ['No transactions yet', 'No saved card.']) await expect(page.getByText(text)).toBeVisible()
  await expect(button('Download CSV')).toHaveCount(0)
})

it('canceling asks first, keeps the month, and Resume reverts it', tags('S098 S099 S175 S239 S284 D41'), async () => {
  await open()
  await actions().getByRole('button', { name: 'Cancel Subscription' }).click()
  for (const text of [
    'Your access ends at the end of the billing period, on Dec 15, 2026.',
    'Your purchased minutes are kept and usable again when you come back.',
  ])
    await expect(question()).toContainText(text)
  const keep = question().getByRole('button', { name: 'Keep Subscription' })
  await expect(keep).toBeFocused()
  await keep.click()
  await expect(question()).toHaveCount(0)
  expect(server.asked(cancelSubscription)).toEqual([])

  take(cancelSubscription, true)
  await cancel()
  await expectRow('S284', 'You can keep using Luna until the end of the billing period, Dec 15, 2026.')
  // The page already shows what the toast says.
  expect(server.calls.slice(server.calls.indexOf('POST /api/account/cancel-subscription'))).toContain(
    'GET /api/account/user',
  )
  await expect(question()).toHaveCount(0)
  await expect(overview()).toContainText('Ends on Dec 15, 2026')
  await expect(overview().getByText('Active', { exact: true })).toBeVisible()
  await expect(main()).toContainText('You can resume your subscription until Dec 15, 2026.')
  expect(server.asked(cancelSubscription)).toHaveLength(1)

  take(resumeSubscription, false)
  await click('Resume Subscription')
  await expectToast('Subscription Resumed', 'It will renew as before.')
  await expect(overview()).toContainText('Renews on Dec 15, 2026')
  await expect(actions().getByRole('button', { name: 'Cancel Subscription' })).toBeFocused()
  expect(server.asked(resumeSubscription)).toHaveLength(1)
})

it('a cancellation that fails says so and changes nothing; the same for Resume', tags('S285'), async () => {
  server.refuse(cancelSubscription, 'payment_unavailable')
  await open()
  await cancel()
  await expectRow('S285')
  await expect(overview()).toContainText('Renews on')
  await expect(actions().getByRole('button', { name: 'Cancel Subscription' })).toBeEnabled()
  await closeToasts()
  await open({ ...subscriberMe, cancelAtPeriodEnd: true })
  server.refuse(resumeSubscription, 'payment_unavailable')
  await click('Resume Subscription')
  await expectToast('Failed to resume subscription', 'Please try again or contact support.')
  await expect(overview()).toContainText('Ends on')
  await expect(button('Resume Subscription')).toBeEnabled()
})

it('a subscription that is over leads to a new one, an unpaid one to its payment', tags('D6 D7'), async () => {
  await open({ ...subscriberMe, subscriptionStatus: 'past_due', graceEndsAt: '2026-11-28T08:00:00.000Z' })
  await expect(actions().getByRole('link', { name: 'Fix Payment' })).toHaveAttribute('href', '/subscribe')
  await expect(overview()).toContainText(/Past due.*Access until Nov 28, 2026/)
  await open({ ...subscriberMe, role: 'admin', subscriptionStatus: 'canceled', subscriptionRenewsAt: null })
  await expect(actions().getByRole('link', { name: 'Reactivate' })).toHaveAttribute('href', '/subscribe')
  await expect(actions().getByRole('button')).toHaveCount(0)
})
