import { tagged } from '../../kit/tags.ts'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { putInto } from './organizations.ts'
import { type PaidOrganization, paidOrganization } from './paid-organizations.ts'
import { enter, registered, sql } from '../people.ts'
import { closeToasts, toastOf } from '../../kit/browser/watch.ts'

const card = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })

async function statusOf({ id }: PaidOrganization): Promise<unknown> {
  const [row] = await sql<{ status: string }>('select subscription_status as status from organization where id = $1', [
    id,
  ])
  return row?.status
}

test(
  'an admin cancels and reverts it; after the end members see that, and a payment restores it',
  tagged('D41 D129'),
  async ({ page, context }) => {
    const firm = await paidOrganization()
    const ada = await registered('Ada')
    await putInto(firm.id, ada)
    await enter(context, firm.owner)
    await page.goto('/organization-dashboard?tab=billing')
    const subscription = card(page, 'Subscription')
    await subscription.getByRole('button', { name: 'Cancel Subscription' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click()
    await expect(subscription).toContainText('It ends on')
    await subscription.getByRole('button', { name: 'Resume Subscription' }).click()
    await expect(subscription).toContainText('It renews on')
    expect(await statusOf(firm)).toBe('active')

    await end(firm)
    await enter(context, ada)
    await page.goto('/marketplace')
    await expect(page.getByText('Its admins can restore access.')).toBeVisible()
    await enter(context, firm.owner)
    await page.goto('/marketplace')
    await page.getByRole('main').getByRole('link', { name: 'Reactivate' }).click()
    await subscription.getByRole('button', { name: 'Reactivate' }).click()
    // The card with which the organization has paid is saved.
    await closeToasts(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Pay $369.00 with Visa ending in 4242' }).click()
    await expect(toastOf(page)).toContainText('Payment Successful')
    await expect(subscription).toContainText('It renews on')
    await expect(card(page, 'Available Credits')).toContainText('2,000 minutes')
    expect(await statusOf(firm)).toBe('active')
    await page.goto('/marketplace')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Marketplace/)
  },
)

/** Ends the subscription, with no events of the provider still under way. */
async function end(firm: PaidOrganization): Promise<void> {
  await sql("update subscription set status = 'canceled', stripe_subscription_id = $2 where account_id = $1", [
    firm.accountId,
    `sub_${firm.accountId}`,
  ])
  await sql("update organization set subscription_status = 'canceled' where id = $1", [firm.id])
}
