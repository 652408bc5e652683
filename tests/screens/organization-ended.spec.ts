import type { Page } from '@playwright/test'
import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { expect, fillCard, test } from './fixtures.ts'
import { putInto } from './organizations.ts'
import { type PaidOrganization, paidOrganization } from './paid-organizations.ts'
import { enter, registered, sql } from './people.ts'
import { closeToasts, toastOf } from '../kit/watch.ts'

test.use({ expectedNoise: checkerNoise })

const card = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
const billingPage = '/organization-dashboard?tab=billing'

async function statusOf({ id }: PaidOrganization): Promise<unknown> {
  const [row] = await sql<{ status: string }>('select subscription_status as status from organization where id = $1', [
    id,
  ])
  return row?.status
}

async function pay(page: Page, label: string): Promise<void> {
  const button = page.getByRole('dialog').getByRole('button', { name: label })
  await expect(button).toBeEnabled()
  await fillCard(page, '4242 4242 4242 4242')
  await button.click()
}

test('an admin cancels, and takes it back (D41, D129)', async ({ page, context }) => {
  const firm = await paidOrganization()
  await enter(context, firm.owner)
  await page.goto(billingPage)
  const subscription = card(page, 'Subscription')
  await expect(subscription).toContainText('It renews on')
  await expect(subscription).toContainText('$369.00')
  await subscription.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Minutes, people and history are kept')
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(toastOf(page)).toContainText('Subscription Cancelled')
  await expect(subscription).toContainText('It ends on')
  await closeToasts(page)
  await subscription.getByRole('button', { name: 'Resume Subscription' }).click()
  await expect(toastOf(page)).toContainText('Subscription Resumed')
  await expect(subscription).toContainText('It renews on')
  expect(await statusOf(firm)).toBe('active')
})

test('an ended organization: its admins see Reactivate and bring it back, its members read who can (D129)', async ({
  page,
  context,
}) => {
  const firm = await paidOrganization()
  const ada = await registered('Ada')
  await putInto(firm.id, ada)
  await setState(firm, 'canceled')
  await enter(context, ada)
  await page.goto('/marketplace')
  await expect(page.getByRole('heading', { name: "Your organization's access has ended." })).toBeVisible()
  await expect(page.getByText('Its admins can bring the access back.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Reactivate' })).toHaveCount(0)

  await enter(context, firm.owner)
  await page.goto('/marketplace')
  await expect(page.getByRole('heading', { name: "Your organization's access has ended." })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Reactivate' }).click()
  await expect(page).toHaveURL(billingPage)
  const subscription = card(page, 'Subscription')
  await expect(subscription).toContainText('$369.00 for the first month')
  await expectAccessible(page)
  await subscription.getByRole('button', { name: 'Reactivate' }).click()
  await pay(page, 'Pay $369.00')
  await expect(toastOf(page)).toContainText('Payment Successful')
  await expect(subscription).toContainText('It renews on')
  await expect(card(page, 'Available Credits')).toContainText('2000 minutes')
  expect(await statusOf(firm)).toBe('active')
  await page.goto('/marketplace')
  await expect(page.getByRole('heading', { name: "Your organization's access has ended." })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Marketplace/)
})

test('a failed renewal stands as a banner for its admins alone, until it is fixed (D7, D129)', async ({
  page,
  context,
}) => {
  const firm = await paidOrganization()
  const ada = await registered('Ada')
  await putInto(firm.id, ada)
  await setState(firm, 'past_due')
  await enter(context, firm.owner)
  await page.goto('/marketplace')
  const banner = page.getByText(/Payment failed\. Please fix it by/)
  await expect(banner).toBeVisible()
  await page.goto('/organization-dashboard')
  await expect(banner).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Fix Payment' }).click()
  await expect(page).toHaveURL(billingPage)
  await expect(card(page, 'Subscription').getByRole('button', { name: 'Fix Payment' })).toBeVisible()
  await expect(card(page, 'Subscription')).toContainText('Please fix it by')
  await expectAccessible(page)
  await enter(context, ada)
  await page.goto('/marketplace')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Marketplace/)
  await expect(banner).toHaveCount(0)
})

test('an archived organization is opened again by support alone, and promises nothing else (D129, D131)', async ({
  page,
  context,
}) => {
  const firm = await paidOrganization()
  await sql('update organization set is_active = false where id = $1', [firm.id])
  await enter(context, firm.owner)
  await page.goto('/marketplace')
  await expect(page.getByRole('heading', { name: "Your organization's access has ended." })).toBeVisible()
  await expect(page.getByText('Please contact support to open it again.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Reactivate' })).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Open Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: firm.name })).toBeVisible()
})

/** The state of the subscription, of which the provider has no more messages on their way. */
async function setState(firm: PaidOrganization, status: 'canceled' | 'past_due'): Promise<void> {
  const since = status === 'past_due' ? "now() - interval '1 day'" : 'null'
  await sql(
    `update subscription set status = $3, past_due_since = ${since}, stripe_subscription_id = $2 where account_id = $1`,
    [firm.accountId, `sub_${firm.accountId}`, status],
  )
  await sql(`update organization set subscription_status = $2, past_due_since = ${since} where id = $1`, [
    firm.id,
    status,
  ])
}
