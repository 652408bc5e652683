import { tagged } from '../../kit/tags.ts'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { type PaidOrganization, paidOrganization } from './paid-organizations.ts'
import { enter, sql } from '../people.ts'
import { closeToasts, toastOf } from '../../kit/browser/watch.ts'

const card = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
const dialog = (page: Page) => page.getByRole('dialog')
const figure = (page: Page, name: string) =>
  dialog(page).getByRole('term').filter({ hasText: name }).locator('..').getByRole('definition').first()

/** Opens the dialog and requests this many seats. */
async function ask(page: Page, users: number): Promise<void> {
  await card(page, 'Seats').getByRole('button', { name: 'Change Seats' }).click()
  await dialog(page).getByLabel('Seats', { exact: true }).fill(String(users))
}

async function seatsOf({ id }: PaidOrganization): Promise<unknown> {
  const [row] = await sql('select max_users as now, next_max_users as next from organization where id = $1', [id])
  return row
}

test(
  'an admin adds seats, and gives some up again, with the price shown before each',
  tagged('gate D116'),
  async ({ page, context }) => {
    const firm = await paidOrganization()
    await enter(context, firm.owner)
    await page.goto('/organization-dashboard?tab=billing')
    await expect(card(page, 'Seats')).toContainText('1 of 5 taken')
    await ask(page, 7)
    await expect(figure(page, 'Charged today')).toHaveText('$5.60')
    await expect(figure(page, 'Every month')).toHaveText('$374.60')
    await expect(dialog(page)).toContainText('2 × $2.80, a full month, with Visa ending in 4242')
    await dialog(page).getByRole('button', { name: 'Pay $5.60' }).click()
    await expect(toastOf(page)).toContainText('Seats Changed')
    await expect(dialog(page)).toHaveCount(0)
    await expect(card(page, 'Seats')).toContainText('1 of 7 taken')
    await expect(card(page, 'Current Plan')).toContainText('7 × $2.80')
    await expect(card(page, 'Current Plan')).toContainText('$374.60')
    await expect(card(page, 'Billing History').getByRole('row').filter({ hasText: 'Added seats' })).toContainText(
      '$5.60',
    )
    expect(await seatsOf(firm)).toEqual({ now: 7, next: null })
    await closeToasts(page)

    await ask(page, 3)
    await expect(figure(page, 'Charged today')).toHaveText('$0.00')
    await expect(figure(page, 'Every month')).toHaveText('$363.40')
    await dialog(page).getByRole('button', { name: 'Change Seats' }).click()
    await expect(toastOf(page)).toContainText('Seats Changed')
    await expect(card(page, 'Seats')).toContainText(/4 seats end on .*, leaving 3\./)
    expect(await seatsOf(firm)).toEqual({ now: 7, next: 3 })
  },
)
