import { tagged } from '../../../kit/tags.ts'
import { expect, test } from '../../fixtures.ts'
import { fillCard } from '../../../kit/browser/card-form.ts'
import { enter, lowerBalance, sql, subscriber } from '../../people.ts'
import { toastOf } from '../../../kit/browser/watch.ts'
import { dayOf, moveClock, pastRenewal, seen, subscriptionOf } from './time.ts'

test(
  'a renewal shows in header, account and history; the month starts over, the rest stays',
  tagged('S010 S288 D32'),
  async ({ page, context }) => {
    const person = await subscriber()
    // 20 of the month's 30 minutes are spent; the 10 that are left do not roll over.
    await lowerBalance(person, 130)
    await enter(context, person)
    await page.goto('/account')
    const header = page.getByRole('banner')
    await expect(header).toContainText('130 minutes')
    const table = page.getByRole('table')
    const rows = table.getByRole('row')
    await expect(rows).toHaveCount(3)
    const before = await subscriptionOf(person.accountId)

    await moveClock(pastRenewal)
    await seen(page, () => expect(header).toContainText('150 minutes', { timeout: 1000 }))
    // The minutes are booked first, and the date follows.
    await expect
      .poll(async () => (await subscriptionOf(person.accountId))?.renews_at.getTime())
      .toBeGreaterThan(before?.renews_at.getTime() ?? Infinity)
    const after = await subscriptionOf(person.accountId)
    await expect(page.getByRole('main')).toContainText(`Renews on ${await dayOf(page, after?.renews_at)}`)
    await expect(rows).toHaveCount(4)
    await expect(rows.nth(1)).toContainText('Subscription')
    await expect(rows.nth(1)).toContainText('$2.97')
    await expect(rows.nth(1)).toContainText('30')
    await rows.nth(1).getByRole('link').click()
    await expect(page.getByRole('main')).toContainText('$2.97')
  },
)

test(
  'after canceling, access lasts to the end of the paid month, and comes back by paying',
  tagged('S100 S149 S175 D6 D41'),
  async ({ page, context }) => {
    const person = await subscriber()
    await enter(context, person)
    await page.goto('/account')
    await page.getByRole('button', { name: 'Cancel Subscription' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click()
    await expect(toastOf(page)).toContainText('Subscription Cancelled')
    const ends = await dayOf(page, (await subscriptionOf(person.accountId))?.renews_at)
    await moveClock('P20D')
    await page.goto('/marketplace')
    await expect(page.getByRole('heading', { name: 'Agent Marketplace' })).toBeVisible()

    await moveClock('P12D')
    await seen(page, () =>
      expect(page.getByRole('heading', { name: 'Your access has ended' })).toBeVisible({ timeout: 1000 }),
    )
    await expect(page).toHaveURL('/marketplace')
    await expect(page.getByRole('main')).toContainText(`Your subscription was canceled and ended on ${ends}.`)
    await expect(page.getByRole('main')).toContainText('120 minutes')
    await expect(page.getByRole('banner')).toContainText('120 minutes')
    expect(await sql('select 1 from subscription_payment where account_id = $1', [person.accountId])).toHaveLength(1)

    await page.getByRole('link', { name: 'Reactivate', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Pay $2.97' })).toBeEnabled()
    await fillCard(page, '4242424242424242')
    await page.getByRole('button', { name: 'Pay $2.97' }).click()
    await page.waitForURL('/dashboard')
    await expect(page.getByRole('heading', { name: 'Your Dashboard' })).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('150 minutes')
  },
)
