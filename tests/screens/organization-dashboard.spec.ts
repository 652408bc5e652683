import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { expect, test, type Page } from './fixtures.ts'
import { addPoolSession, assignAgent, organizationWith, putInto } from './organizations.ts'
import { callAs, enter, makeAdmin, registered, sql, subscriber } from './people.ts'
import { closeToasts, toastOf } from '../kit/watch.ts'

test.use({ expectedNoise: checkerNoise })

const tabNames = [
  'Overview',
  'Users',
  'Bulk Invitations',
  'AI Agents',
  'PWA Builder',
  'Usage Analytics',
  'Billing',
  'Settings',
]

/** The figure of a stat card. */
const figure = (page: Page, name: string) =>
  page.getByRole('term').filter({ hasText: name }).locator('..').getByRole('definition').first()

test('an admin sees the organization, its figures, the newest sessions and messages (S380, S381, S385, S400, S545, S640, D64, D134)', async ({
  page,
  context,
}) => {
  const owner = await registered('Olga')
  const firm = await organizationWith(owner)
  const ada = await registered('Ada')
  await putInto(firm.id, ada)
  await assignAgent(firm.id, owner, 'Mindset Coach')
  for (const hoursAgo of [1, 2, 3, 4, 5, 6]) await addPoolSession(firm, ada, 'Mindset Coach', 30, hoursAgo / 60)
  await callAs(ada, '/api/user/communications', {
    subject: 'More minutes',
    message: 'May we have more?',
    audience: 'organization',
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(context, owner)
  await page.goto('/')
  await expect(page).toHaveURL('/organization-dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(firm.name)
  const main = page.getByRole('main')
  await expect(main.getByText('Active', { exact: true })).toBeVisible()
  await main.getByRole('button', { name: 'Copy organization ID' }).click()
  await expect(toastOf(page)).toContainText('Copied!')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(String(firm.id))
  await closeToasts(page)
  await expect(figure(page, 'Total Members')).toHaveText('2')
  await expect(figure(page, 'Credit Balance')).toHaveText('39')
  await expect(figure(page, 'Active Agents')).toHaveText('1')
  const dashboard = await callAs<{ monthlyUsage: number }>(owner, '/api/organization/dashboard', {}, 'GET')
  await expect(figure(page, 'Monthly Usage')).toHaveText(String(dashboard.monthlyUsage))

  const sessions = main.getByRole('list', { name: 'Recent sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(5)
  await expect(sessions.first()).toContainText('Mindset Coach')
  await expect(sessions.first()).toContainText('Ada Reed')
  await expect(sessions.first()).toContainText('0:30')
  const message = main.getByRole('list', { name: 'Messages' }).getByRole('listitem')
  await expect(message).toContainText('May we have more?')
  await expect(message).toContainText('Ada Reed')
  await message.getByRole('button', { name: 'Mark as Read: More minutes' }).click()
  await expect(toastOf(page)).toContainText('Marked as Read')
  await expect(message.getByRole('button')).toHaveCount(0)
  await closeToasts(page)

  const tabs = main.getByRole('tab')
  await expect(tabs).toHaveText(tabNames)
  await tabs.filter({ hasText: 'Users' }).click()
  await expect(page).toHaveURL('/organization-dashboard?tab=users')
  await page.reload()
  await expect(main.getByRole('tab', { name: 'Users', selected: true })).toBeVisible()
  await page.goto('/organization-dashboard')
  await expect(sessions).toHaveCount(5)
  await expectAccessible(page)
})

test('Logout ends the session and leads to the sign-in page (S382)', async ({ page, context }) => {
  const owner = await registered()
  await organizationWith(owner)
  await enter(context, owner)
  await page.goto('/organization-dashboard')
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  expect(await sql('select 1 from session where user_id = $1', [owner.id])).toEqual([])
})

test('a status other than active stands as a warning (S486)', async ({ page, context }) => {
  const owner = await registered()
  const { id } = await organizationWith(owner)
  await sql("update organization set subscription_status = 'canceled' where id = $1", [id])
  await enter(context, owner)
  await page.goto('/organization-dashboard')
  await expect(page.getByRole('main').getByText('Canceled', { exact: true })).toBeVisible()
})

test('a member sees the agents of the own level and talks to one (S412-S415, S546, D49, D56)', async ({
  page,
  context,
}) => {
  const owner = await registered()
  const firm = await organizationWith(owner)
  const ada = await registered('Ada')
  await putInto(firm.id, ada)
  await enter(context, ada)
  await page.goto('/organization-dashboard')
  const main = page.getByRole('main')
  await expect(main.getByText('No agents available')).toBeVisible()
  await expect(main.getByText('Contact your organization admin to assign agents.')).toBeVisible()
  await expect(main.getByRole('tab')).toHaveCount(0)
  await main.getByRole('button', { name: 'Request minutes' }).click()
  await expect(toastOf(page)).toContainText('Request Sent')
  await closeToasts(page)

  await assignAgent(firm.id, owner, 'Mindset Coach')
  await assignAgent(firm.id, owner, 'Hiring Partner', 'premium')
  await page.reload()
  await expect(main.getByRole('heading', { name: 'Available Agents' })).toBeVisible()
  const card = main.getByRole('article')
  await expect(card).toHaveCount(1)
  await expect(card).toContainText('Unlocked')
  await expect(card).toContainText(/\(\d+ sessions?\)/)
  await expect(figure(page, 'Organization Credits')).toHaveText('42')
  await expect(figure(page, 'Available Agents')).toHaveText('1')
  await expect(figure(page, 'Team Members')).toHaveText('2')
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Use This Agent' }).click()
  await expect(page.getByRole('dialog', { name: /Mindset Coach/ })).toBeVisible()
})

test('who belongs to none is told so, whatever the address says (S333, S384, S390, S416, D120)', async ({
  page,
  context,
}) => {
  const firm = await organizationWith(await registered())
  const person = await subscriber()
  await enter(context, person)
  for (const query of ['', `?adminMode=true&organizationId=${firm.id}`]) {
    await page.goto(`/organization-dashboard${query}`)
    await expect(page.getByRole('heading', { name: 'No Organization Found' })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main).not.toContainText(firm.name)
    await expect(main.getByRole('tab')).toHaveCount(0)
    await expect(main.getByText('Platform Admin View')).toHaveCount(0)
    await expect(main.getByRole('link', { name: 'Go to Home Page' })).toHaveAttribute('href', '/')
  }
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Sign Out' }).click()
  await expect(page).not.toHaveURL(/organization-dashboard/)
  expect(await sql('select 1 from session where user_id = $1', [person.id])).toEqual([])
})

test('an admin of another organization gets nothing by the address (S384)', async ({ page, context }) => {
  const firm = await organizationWith(await registered())
  const foreign = await registered()
  await organizationWith(foreign)
  await enter(context, foreign)
  await page.goto(`/organization-dashboard?adminMode=true&organizationId=${firm.id}`)
  await expect(page.getByRole('heading', { name: 'No Organization Found' })).toBeVisible()
})

test('a platform admin looks into any organization, with a badge and the way back (S317, S383, S543)', async ({
  page,
  context,
}) => {
  const firm = await organizationWith(await registered('Olga'))
  const admin = await registered()
  await makeAdmin(admin)
  await enter(context, admin)
  await page.goto(`/organization-dashboard?adminMode=true&organizationId=${firm.id}`)
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(firm.name)
  await expect(main.getByText('Platform Admin View')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Back to the admin panel' })).toHaveAttribute('href', '/admin')
  await main.getByRole('tab', { name: 'Users' }).click()
  await expect(page).toHaveURL(`/organization-dashboard?organizationId=${firm.id}&adminMode=true&tab=users`)
  await expect(main.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(1)
  await expect(main.getByText('Olga Reed', { exact: true })).toBeVisible()
})
