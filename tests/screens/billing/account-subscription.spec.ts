import { openAccount } from './account.ts'
import { cardOf, expectToast } from '../../kit/browser/account.ts'
import { expect, test } from '../fixtures.ts'
import { type Person, sql } from '../people.ts'

async function isMarkedAtProvider(person: Person): Promise<boolean> {
  const [row] = await sql<{ marked: boolean }>(
    'select cancel_at_period_end as marked from subscription where account_id = $1',
    [person.accountId],
  )
  return row?.marked ?? false
}

test('canceling keeps access to the end of the month, and Resume reverts it (S175, S239, S284, D41)', async ({
  page,
}) => {
  const person = await openAccount(page)
  const overview = cardOf(page, 'Overview')
  await cardOf(page, 'Quick Actions').getByRole('button', { name: 'Cancel Subscription' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click()
  await expectToast(page, 'Subscription Cancelled')
  await expect(overview).toContainText(/Ends on \w{3} \d+, \d{4}/)
  expect(await isMarkedAtProvider(person)).toBe(true)
  await page.goto('/marketplace')
  await expect(page.getByRole('button', { name: /^Use This Agent/ }).first()).toBeVisible()

  await page.goto('/account')
  await page.getByRole('button', { name: 'Resume Subscription' }).click()
  await expectToast(page, 'Subscription Resumed')
  await expect(overview).toContainText('Renews on')
  expect(await isMarkedAtProvider(person)).toBe(false)
})
