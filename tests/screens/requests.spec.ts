import { expectAccessible, checkerNoise } from '../kit/accessible.ts'
import { breakWrites } from './faults.ts'
import { expect, test, type Page } from './fixtures.ts'
import { chooseIn } from '../kit/choosing.ts'
import { callAs, enter, makeAdmin, registered, sql, subscriber, type Person } from './people.ts'
import { expectRow } from '../kit/toasts.ts'
import { countOf, hold, toastOf, watchRequests } from '../kit/watch.ts'

const wish = {
  agentName: 'Negotiation Coach',
  description: 'Plays a hard buyer.',
  useCase: 'Sales Training',
  priority: 'medium',
}

async function addRequests(person: Person, count: number): Promise<void> {
  for (let n = 1; n <= count; n++)
    await callAs(person, '/api/agent-requests', { ...wish, agentName: `Wish number ${n}` })
}

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Submit Request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request New Agent' })
  await expect(dialog).toBeVisible()
  return dialog
}

async function fill(page: Page): Promise<void> {
  await page.getByLabel('Agent name').fill(wish.agentName)
  await page.getByLabel('Description').fill(wish.description)
  await chooseIn(page.getByRole('combobox', { name: 'Use case' }), wish.useCase)
  await chooseIn(page.getByRole('combobox', { name: 'Priority' }), 'Medium')
}

const submit = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Submit Request' }).click()

test('a request is filled in, sent and listed at once (S112, S116, S189, S190, S231, S275)', async ({
  page,
  context,
}) => {
  await enter(context, await subscriber())
  await page.goto('/dashboard')
  await expect(page.getByText('No requests yet')).toBeVisible()
  const dialog = await openDialog(page)
  await expect(dialog.getByRole('textbox')).toHaveCount(2)
  await expect(dialog.getByRole('combobox')).toHaveCount(2)
  await dialog.getByRole('combobox', { name: 'Use case' }).click()
  const purposes = ['Sales Training', 'Marketing Strategy', 'Operations & Systems', 'Mindset & Performance']
  await expect(page.getByRole('option')).toHaveText([...purposes, 'Team Management', 'Other'])
  await page.keyboard.press('Escape')
  await dialog.getByRole('combobox', { name: 'Priority' }).click()
  await expect(page.getByRole('option')).toHaveText(['Low', 'Medium', 'High'])
  await page.keyboard.press('Escape')
  await fill(page)
  await submit(page)
  await expectRow(page, 'S275')
  await expect(dialog).toHaveCount(0)
  const row = page.getByRole('listitem').filter({ hasText: wish.agentName })
  await expect(row).toContainText('Sales Training')
  await expect(row).toContainText('received')
  await expect(page.getByText('Agents Requested').locator('..').getByRole('definition')).toHaveText('1')
})

test('missing words are named, nothing is sent and nothing lost (S187, S188)', async ({ page, context }) => {
  await enter(context, await subscriber())
  await page.goto('/dashboard')
  const seen = watchRequests(page)
  const dialog = await openDialog(page)
  await submit(page)
  await expectRow(page, 'S188')
  await expect(dialog.getByLabel('Agent name')).toBeFocused()
  await dialog.getByLabel('Agent name').fill('   ')
  await dialog.getByLabel('Description').fill(wish.description)
  await submit(page)
  await expect(dialog.getByText('Agent name is required')).toBeVisible()
  await expect(dialog.getByLabel('Agent name')).toBeFocused()
  await dialog.getByLabel('Agent name').fill(wish.agentName)
  await submit(page)
  await expect(dialog.getByText('Please choose a use case')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Use case' })).toBeFocused()
  await expect(dialog.getByLabel('Description')).toHaveValue(wish.description)
  expect(countOf(seen, 'POST /api/agent-requests')).toBe(0)
  await chooseIn(page.getByRole('combobox', { name: 'Use case' }), 'Other')
  await chooseIn(page.getByRole('combobox', { name: 'Priority' }), 'High')
  await submit(page)
  await expectRow(page, 'S275')
})

test('a failure is told and the dialog keeps its words (S274)', async ({ page, context }) => {
  const person = await subscriber()
  await enter(context, person)
  await page.goto('/dashboard')
  const mend = await breakWrites('agent_request', 'insert', person)
  const dialog = await openDialog(page)
  await fill(page)
  await submit(page)
  await expectRow(page, 'S274')
  await expect(dialog.getByLabel('Agent name')).toHaveValue(wish.agentName)
  await mend()
  await submit(page)
  await expectRow(page, 'S275')
})

test('who is no longer signed in is told so and led to the sign-in page (S273)', async ({ page, context }) => {
  await enter(context, await subscriber())
  await page.goto('/dashboard')
  await openDialog(page)
  await fill(page)
  // The regular question who is signed in would close the dialog first, if it came between the two.
  const release = await hold(page, '**/api/auth/user')
  await context.clearCookies()
  await submit(page)
  await expectRow(page, 'S273')
  await expect(page).toHaveURL('/login?next=%2Fdashboard')
  await release()
})

test('the four newest stand on the dashboard, all of them behind the note, twenty a page (S111, S305, D58)', async ({
  page,
  context,
}) => {
  const person = await subscriber()
  await addRequests(person, 4)
  await enter(context, person)
  const release = await hold(page, '**/api/agent-requests')
  await page.goto('/dashboard')
  await expect(page.getByText('Loading your requests…')).toBeAttached()
  await release()
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Wish number' })
  await expect(rows).toHaveCount(4)
  await expect(page.getByText(/more request/)).toHaveCount(0)
  await sql("update agent_request set created_at = created_at - interval '1 day' where user_id = $1", [person.id])
  await addRequests(person, 17)
  await page.reload()
  await expect(rows).toHaveCount(4)
  await expect(rows.first()).toContainText('Wish number 17')
  await page.getByRole('link', { name: '+17 more requests' }).click()
  await expect(page).toHaveURL('/dashboard/requests')
  await expect(rows).toHaveCount(20)
  await page.getByRole('link', { name: /next/i }).click()
  await expect(page).toHaveURL('/dashboard/requests?page=2')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Wish number 1')
})

test('what became of a request is seen with its note; nobody changes it here (S179, D60, D61)', async ({
  page,
  context,
}) => {
  const [person, admin] = [await subscriber(), await registered()]
  await makeAdmin(admin)
  await addRequests(person, 1)
  await sql(
    `with changed as (update agent_request set status = 'already exists' where user_id = $1 returning id)
     insert into agent_request_change (request_id, changed_by, from_status, to_status, note, changed_at)
     select id, $2, 'received', 'already exists', 'Please try Sales Call Coach.', now() from changed`,
    [person.id, admin.id],
  )
  await enter(context, person)
  await page.goto('/dashboard/requests')
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Wish number 1' })
  await expect(row.getByText('Please try Sales Call Coach.').first()).toBeVisible()
  await expect(row.getByText(wish.description)).toBeHidden()
  await row.getByText('Details').press('Enter')
  await expect(row.getByText(wish.description)).toBeVisible()
  await expect(row.getByRole('list', { name: 'History' }).getByRole('listitem')).toContainText([
    'received',
    'already exists',
  ])
  await expect(row.getByRole('button')).toHaveCount(0)
  await expect(row.getByRole('combobox')).toHaveCount(0)
})

test('requests that cannot be loaded can be tried again', async ({ page, context }) => {
  const person = await subscriber()
  await addRequests(person, 1)
  await enter(context, person)
  await sql('alter table agent_request rename to agent_request_away')
  try {
    await page.goto('/dashboard/requests')
    await expect(page.getByText('We could not load your requests')).toBeVisible()
  } finally {
    await sql('alter table agent_request_away rename to agent_request')
  }
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Wish number 1' })).toBeVisible()
})

test.describe('looked at by a checker', () => {
  test.use({ expectedNoise: checkerNoise })

  test('the dialog and the list', async ({ page, context }) => {
    const person = await subscriber()
    await addRequests(person, 2)
    await enter(context, person)
    await page.goto('/dashboard/requests')
    await page.getByText('Details').first().click()
    await expectAccessible(page)
    await openDialog(page)
    await submit(page)
    await expect(toastOf(page)).toBeVisible()
    await expectAccessible(page)
  })
})
