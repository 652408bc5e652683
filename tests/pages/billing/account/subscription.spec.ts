import { accountUser } from '#contract/billing/account.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import type { Answer } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import { cancelSubscription, resumeSubscription } from '#contract/billing/subscription.ts'
import { cardOf, expectToast } from '../../../kit/browser/account.ts'
import {
  as,
  closeToasts,
  expect,
  expectRow,
  type FakeServer,
  page,
  type Page,
  server,
  subscriberMe,
  tagged,
  test,
} from '#tests/pages.ts'
import { openAccount, serveAccount } from './account.ts'

const endingMe = { ...subscriberMe, cancelAtPeriodEnd: true } satisfies Me

test.beforeEach(() => {
  as(subscriberMe)
  serveAccount(server)
})

/** Changes who is signed in from now on. */
function change(server: FakeServer, me: Me): void {
  server.answer(currentUser, me)
  server.answer(accountUser, me)
}

function endOf({ cancelAtPeriodEnd, subscriptionRenewsAt }: Me): Answer<typeof cancelSubscription> {
  return { subscriptionStatus: 'active', cancelAtPeriodEnd, accessEndsAt: subscriptionRenewsAt }
}

function takeCancelling(server: FakeServer): void {
  server.answer(cancelSubscription, () => {
    change(server, endingMe)
    return endOf(endingMe)
  })
}

async function askToCancel(page: Page): Promise<void> {
  await cardOf(page, 'Quick Actions').getByRole('button', { name: 'Cancel Subscription' }).click()
}

async function confirmCancelling(page: Page): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click()
}

test('Buy Credits leads to the checkout', tagged('S098'), async () => {
  await openAccount(page)
  await expect(cardOf(page, 'Quick Actions').getByRole('link', { name: 'Buy Credits' })).toHaveAttribute(
    'href',
    '/checkout',
  )
})

test('the cost and minutes of a month are as agreed, whatever the list says today', tagged('D181'), async () => {
  const plan = { name: 'Founders Monthly', price: 1.97, minutes: 20 }
  change(server, { ...subscriberMe, subscriptionPlan: plan })
  await openAccount(page)
  await expect(cardOf(page, 'Quick Actions')).toContainText(
    'Platform access costs $1.97 a month and includes 20 minutes.',
  )
})

test('the cancel dialog says what happens, and Keep Subscription changes nothing (S098, S099, D41)', async () => {
  await openAccount(page)
  await askToCancel(page)
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Your access ends at the end of the billing period, on Dec 15, 2026.')
  await expect(dialog).toContainText("We'll keep your purchased minutes for when you come back.")
  await expect(dialog.getByRole('button', { name: 'Cancel Subscription' })).toBeVisible()
  const keep = dialog.getByRole('button', { name: 'Keep Subscription' })
  await expect(keep).toBeFocused()
  await keep.click()
  await expect(dialog).toHaveCount(0)
  await askToCancel(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(cardOf(page, 'Quick Actions').getByRole('button', { name: 'Cancel Subscription' })).toBeFocused()
  expect(server.asked(cancelSubscription)).toEqual([])
})

test('canceling keeps access to the end of the month, and Resume reverts it (S175, S239, S284, D41)', async () => {
  takeCancelling(server)
  server.answer(resumeSubscription, () => {
    change(server, subscriberMe)
    return endOf(subscriberMe)
  })
  await openAccount(page)
  const overview = cardOf(page, 'Overview')
  await askToCancel(page)
  await confirmCancelling(page)
  await expectRow(page, 'S284', 'You can keep using Luna until the end of the billing period, Dec 15, 2026.')
  // The page already shows what the toast says.
  expect(server.calls.slice(server.calls.indexOf('POST /api/account/cancel-subscription'))).toContain(
    'GET /api/account/user',
  )
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(overview).toContainText('Ends on Dec 15, 2026')
  await expect(overview.getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('You can resume your subscription until Dec 15, 2026.')
  await expect(page.getByRole('button', { name: 'Resume Subscription' })).toBeFocused()
  expect(server.asked(cancelSubscription)).toHaveLength(1)

  await page.getByRole('button', { name: 'Resume Subscription' }).click()
  await expectToast(page, 'Subscription Resumed', 'It will renew as before.')
  await expect(overview).toContainText('Renews on Dec 15, 2026')
  await expect(cardOf(page, 'Quick Actions').getByRole('button', { name: 'Cancel Subscription' })).toBeVisible()
  expect(server.asked(resumeSubscription)).toHaveLength(1)
})

test('a cancellation that fails says so and changes nothing; the same for Resume', tagged('S285'), async () => {
  server.refuse(cancelSubscription, 'payment_unavailable')
  await openAccount(page)
  await askToCancel(page)
  await confirmCancelling(page)
  await expectRow(page, 'S285')
  await expect(cardOf(page, 'Overview')).toContainText('Renews on')
  await expect(cardOf(page, 'Quick Actions').getByRole('button', { name: 'Cancel Subscription' })).toBeEnabled()
  await closeToasts(page)

  takeCancelling(server)
  await askToCancel(page)
  await confirmCancelling(page)
  await expectToast(page, 'Subscription Cancelled')
  server.refuse(resumeSubscription, 'payment_unavailable')
  await page.getByRole('button', { name: 'Resume Subscription' }).click()
  await expectToast(page, 'Failed to resume subscription', 'Please try again or contact support.')
  await expect(cardOf(page, 'Overview')).toContainText('Ends on')
  await expect(page.getByRole('button', { name: 'Resume Subscription' })).toBeEnabled()
})

test('a subscription that is over leads to a new one, an unpaid one to its payment', tagged('D6 D7'), async () => {
  const unpaid = { ...subscriberMe, subscriptionStatus: 'past_due', graceEndsAt: '2026-11-28T08:00:00.000Z' }
  as(unpaid)
  serveAccount(server, unpaid)
  await openAccount(page)
  const actions = cardOf(page, 'Quick Actions')
  await expect(actions.getByRole('link', { name: 'Fix Payment' })).toHaveAttribute('href', '/subscribe')
  await expect(cardOf(page, 'Overview')).toContainText(/Past due.*Access until Nov 28, 2026/)

  const over = { ...subscriberMe, role: 'admin' as const, subscriptionStatus: 'canceled', subscriptionRenewsAt: null }
  as(over)
  serveAccount(server, over)
  await openAccount(page)
  await expect(actions.getByRole('link', { name: 'Reactivate' })).toHaveAttribute('href', '/subscribe')
  await expect(actions.getByRole('button')).toHaveCount(0)
})
