import { expect, test } from './fixtures.ts'
import { setSwitches } from './faults.ts'
import { autoPurchase } from './payers.ts'
import {
  addSession,
  callAs,
  enter,
  lowerBalance,
  makeAdmin,
  openPurchase,
  payWithCard,
  registered,
  sql,
  subscriber,
} from './people.ts'
import { comeBack, hold } from '../kit/watch.ts'

test('the dashboard shows the balance, and warns below 10 minutes (S103, S105, S106, S305, D48)', async ({
  page,
  context,
}) => {
  const person = await subscriber()
  await lowerBalance(person, 10)
  await enter(context, person)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Dashboard')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Credit Balance', exact: true })).toBeVisible()
  await expect(main.getByText('10', { exact: true })).toBeVisible()
  await expect(main.getByText('Low Credit Balance')).toHaveCount(0)

  await lowerBalance(person, 9.99)
  await comeBack(page)
  await expect(main.getByText('Low Credit Balance')).toBeVisible()
  await expect(main.getByText('You have 9.99 minutes left to talk.')).toBeVisible()
  await main.getByRole('link', { name: 'Buy Credits' }).click()
  await expect(page).toHaveURL('/checkout')
  await page.goBack()
  await main.getByRole('link', { name: 'Add Credits' }).click()
  await expect(page).toHaveURL('/checkout')
})

test('with auto-purchase on the warning says what will be added, and only what will (S105, D45, D48)', async ({
  page,
  context,
}) => {
  const person = await subscriber()
  const paymentIntentId = await payWithCard(await openPurchase(person))
  await callAs(person, '/api/process-payment-success', { paymentIntentId })
  await autoPurchase(person)
  await lowerBalance(person, 9.5)
  await enter(context, person)
  await page.goto('/dashboard')
  const main = page.getByRole('main')
  await expect(main.getByText('Auto-purchase will add 120 minutes at 9.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Buy Credits' })).toBeVisible()

  await sql('update auto_purchase set monthly_cap_cents = 2400 where account_id = $1', [person.accountId])
  await page.reload()
  const beyond =
    'You have 9.50 minutes left to talk. Another automatic purchase would exceed your limit of $24.00 a month.'
  await expect(main.getByText(beyond)).toBeVisible()
  await sql('update auto_purchase set monthly_cap_cents = 10000 where account_id = $1', [person.accountId])

  // Minutes that go back charge nobody.
  await setSwitches({ refund: { payment: paymentIntentId } })
  const left = () =>
    sql<{ ms: number }>('select purchased_ms::int as ms from account where id = $1', [person.accountId])
  await expect.poll(left).toEqual([{ ms: 0 }])
  await comeBack(page)
  await expect(main.getByText(/^You have 0 minutes left to talk\. Auto-purchase is paused/)).toBeVisible()
  await expect(main.getByText('Auto-purchase will add')).toHaveCount(0)

  await sql('update auto_purchase set enabled = false where account_id = $1', [person.accountId])
  await comeBack(page)
  await expect(main.getByText('You have 0 minutes left to talk.', { exact: true })).toBeVisible()
})

test('a platform admin is not warned of a low balance (S020, D48)', async ({ page, context }) => {
  const person = await registered()
  await makeAdmin(person)
  await enter(context, person)
  await page.goto('/dashboard')
  await expect(page.getByRole('main').getByText('0', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Low Credit Balance')).toHaveCount(0)
})

test('who never talked is led to the agents (S107, S109)', async ({ page, context }) => {
  await enter(context, await subscriber())
  await page.goto('/dashboard')
  const recent = page.getByRole('main').getByText('No sessions yet').locator('..')
  await expect(recent).toBeVisible()
  for (const [name, figure] of [
    ['Total Sessions', '0'],
    ['Agents Requested', '0'],
    ['Minutes Used', '0'],
    ['Avg. Session', '0:00'],
    ['Credits Used', '0'],
  ] as const) {
    await expect(page.getByText(name, { exact: true }).locator('..').getByRole('definition')).toHaveText(figure)
  }
  await recent.getByRole('link', { name: 'Browse Agents' }).click()
  await expect(page).toHaveURL('/marketplace')
})

test('five figures and the five newest sessions; View All shows every one (S107, S108, S110, S305, S307, D58)', async ({
  page,
  context,
}) => {
  const person = await subscriber()
  await addSession(person, 'Leadership Mentor', 6, 30)
  await addSession(person, 'Hiring Partner', 2, 4515)
  await addSession(person, 'Mindset Coach', 5, 60)
  await addSession(person, 'Growth Strategist', 1, 90)
  await addSession(person, 'Sales Call Coach', 4, 60)
  await addSession(person, 'Systems Architect', 7, 60)
  await addSession(person, 'Pipeline Keeper', 3, 45)
  await enter(context, person)
  const release = await hold(page, '**/api/user/sessions')
  await page.goto('/dashboard')
  await expect(page.getByText('Loading your sessions…')).toBeAttached()
  await release()
  const recent = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Recent Sessions' }) })
  const rows = recent.getByRole('listitem')
  await expect(rows).toHaveCount(5)
  const names = ['Growth Strategist', 'Hiring Partner', 'Pipeline Keeper', 'Sales Call Coach', 'Mindset Coach']
  await expect(rows).toContainText(names)
  await expect(rows.nth(0)).toContainText('1:30')
  await expect(rows.nth(0)).toContainText('90 s charged')
  await expect(rows.nth(1)).toContainText('1:15:15')

  const minutes = (30 + 4515 + 60 + 90 + 60 + 60 + 45) / 60
  for (const [name, figure] of [
    ['Total Sessions', '7'],
    ['Agents Requested', '0'],
    ['Minutes Used', String(minutes)],
    ['Avg. Session', '11:34'],
    ['Credits Used', String(minutes)],
  ] as const) {
    await expect(page.getByText(name, { exact: true }).locator('..').getByRole('definition')).toHaveText(figure)
  }

  await page.getByRole('link', { name: 'View All' }).click()
  await expect(page).toHaveURL('/dashboard/sessions')
  const all = page.getByRole('main').getByRole('listitem')
  await expect(all).toHaveCount(7)
  await expect(all).toContainText([...names, 'Leadership Mentor', 'Systems Architect'])
})

test('sessions stand twenty a page (D58)', async ({ page, context }) => {
  const person = await subscriber()
  for (let hour = 1; hour <= 21; hour++) await addSession(person, 'Growth Strategist', hour, 59 + hour)
  await enter(context, person)
  await page.goto('/dashboard/sessions')
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Growth Strategist' })
  await expect(rows).toHaveCount(20)
  await expect(rows.first()).toContainText('1:00')
  await page.getByRole('link', { name: /next/i }).click()
  await expect(page).toHaveURL('/dashboard/sessions?page=2')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('1:20')
})
