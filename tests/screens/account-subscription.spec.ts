import type { Page } from '@playwright/test'
import { cardOf, expectToast, openAccount } from './account.ts'
import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { expect, test } from './fixtures.ts'
import { setSwitches } from './faults.ts'
import { makeAdmin, type Person, setSubscription, sql, subscriber } from './people.ts'
import { expectRow } from '../kit/toasts.ts'
import { countOf, watchRequests } from '../kit/watch.ts'

test.afterEach(() => setSwitches({ apiFault: { stripe: null } }))

const cancelCall = 'POST /api/account/cancel-subscription'

async function isMarkedAtProvider(person: Person): Promise<boolean> {
  const [row] = await sql<{ marked: boolean }>(
    'select cancel_at_period_end as marked from subscription where account_id = $1',
    [person.accountId],
  )
  return row?.marked ?? false
}

function askToCancel(page: Page) {
  return cardOf(page, 'Quick Actions').getByRole('button', { name: 'Cancel Subscription' }).click()
}

test('Buy Credits leads to the checkout (S098)', async ({ page }) => {
  await openAccount(page)
  await cardOf(page, 'Quick Actions').getByRole('link', { name: 'Buy Credits' }).click()
  await expect(page).toHaveURL('/checkout')
})

test('the cancel dialog says what happens, and Keep Subscription changes nothing (S098, S099, D41)', async ({
  page,
}) => {
  const person = await openAccount(page)
  const seen = watchRequests(page)
  await askToCancel(page)
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Your access ends at the end of the billing period')
  await expect(dialog).toContainText('Your purchased minutes are kept and usable again when you come back.')
  await expect(dialog.getByRole('button', { name: 'Cancel Subscription' })).toBeVisible()
  const keep = dialog.getByRole('button', { name: 'Keep Subscription' })
  await expect(keep).toBeFocused()
  await keep.click()
  await expect(dialog).toHaveCount(0)
  await askToCancel(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(cardOf(page, 'Quick Actions').getByRole('button', { name: 'Cancel Subscription' })).toBeFocused()
  expect(countOf(seen, cancelCall)).toBe(0)
  expect(await isMarkedAtProvider(person)).toBe(false)
})

test('cancelling keeps the access to the end of the month, and Resume takes it back (S175, S239, S284, D41)', async ({
  page,
}) => {
  const person = await openAccount(page)
  const overview = cardOf(page, 'Overview')
  await askToCancel(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click()
  const ends = await overview.getByText(/^Ends on \w{3} \d+, \d{4}/).innerText()
  await expectRow(
    page,
    'S284',
    `You can keep using Luna until the end of the billing period, ${ends.slice('Ends on '.length)}.`,
  )
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(overview).toContainText(/Ends on \w{3} \d+, \d{4}/)
  await expect(overview.getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resume Subscription' })).toBeFocused()
  expect(await isMarkedAtProvider(person)).toBe(true)
  await page.reload()
  await expect(overview).toContainText('Ends on')
  await page.goto('/marketplace')
  await expect(page.getByRole('button', { name: /^Use This Agent/ }).first()).toBeVisible()

  await page.goto('/account')
  await page.getByRole('button', { name: 'Resume Subscription' }).click()
  await expectToast(page, 'Subscription Resumed')
  await expect(overview).toContainText('Renews on')
  await expect(cardOf(page, 'Quick Actions').getByRole('button', { name: 'Cancel Subscription' })).toBeVisible()
  expect(await isMarkedAtProvider(person)).toBe(false)
})

test('a cancellation that fails says so and changes nothing; the same for Resume (S285)', async ({ page }) => {
  const person = await openAccount(page)
  await setSwitches({ apiFault: { stripe: 'error' } })
  await askToCancel(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click()
  await expectRow(page, 'S285')
  await expect(cardOf(page, 'Overview')).toContainText('Renews on')
  expect(await isMarkedAtProvider(person)).toBe(false)

  await setSwitches({ apiFault: { stripe: null } })
  await askToCancel(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click()
  await expectToast(page, 'Subscription Cancelled')
  await setSwitches({ apiFault: { stripe: 'error' } })
  await page.getByRole('button', { name: 'Resume Subscription' }).click()
  await expectToast(page, 'Failed to resume subscription')
  await expect(cardOf(page, 'Overview')).toContainText('Ends on')
  expect(await isMarkedAtProvider(person)).toBe(true)
})

test('what is over leads to a new subscription, what is unpaid to its payment (D6, D7)', async ({ page }) => {
  const person = await subscriber()
  await setSubscription(person, 'past_due', 2)
  await openAccount(page, person)
  const actions = cardOf(page, 'Quick Actions')
  await expect(actions.getByRole('link', { name: 'Fix Payment' })).toHaveAttribute('href', '/subscribe')
  await expect(cardOf(page, 'Overview')).toContainText(/Past due.*Access until/)

  await makeAdmin(person)
  await setSubscription(person, 'canceled')
  await openAccount(page, person)
  await expect(actions.getByRole('link', { name: 'Reactivate' })).toHaveAttribute('href', '/subscribe')
  await expect(actions.getByRole('button')).toHaveCount(0)
})

test.describe('for everybody', () => {
  test.use({ expectedNoise: checkerNoise })

  test('the cancel dialog is accessible', async ({ page }) => {
    await openAccount(page)
    await askToCancel(page)
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectAccessible(page)
  })
})
