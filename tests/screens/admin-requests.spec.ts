import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { platformAdmin, rowsOf } from './admin.ts'
import { choose, chooseIn } from '../kit/choosing.ts'
import { breakWrites } from './faults.ts'
import { expect, test, type Page } from './fixtures.ts'
import { callAs, enter, registered, subscriber, type Person, sql } from './people.ts'
import { expectTitle } from '../kit/toasts.ts'
import { closeToasts, hold, toastOf } from '../kit/watch.ts'

test.use({ expectedNoise: checkerNoise })

const statuses = ['received', 'reviewed', 'approved', 'in progress', 'published', 'denied', 'already exists']

let count = 0
const readAs = <Answer>(person: Person, path: string) => callAs<Answer>(person, path, undefined, 'GET')

/** Somebody who has asked for an agent, and the name of that agent. */
async function asked(person: Person): Promise<{ person: Person; agentName: string; id: string }> {
  const agentName = `Coach ${++count} of ${Date.now()}`
  const { id } = await callAs<{ id: string }>(person, '/api/agent-requests', {
    agentName,
    description: 'Plays a hard buyer.\nTells me what I gave away.',
    useCase: 'Sales Training',
    priority: 'high',
  })
  return { person, agentName, id }
}

/** The panel's tab, with one request looked for. */
async function openRequest(page: Page, agentName: string): Promise<void> {
  await page.goto('/admin?tab=requests')
  await page.getByRole('searchbox', { name: 'Search requests' }).fill(agentName)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText(agentName)
}

const statusOf = (page: Page, agentName: string) => page.getByRole('combobox', { name: `Status: ${agentName}` })

test('the tab lists requests with person and a select of the seven values, which counts at once (S433, S489, S651, D60, D61)', async ({
  page,
  context,
}) => {
  const [ada, { person, agentName, id }] = [await platformAdmin(), await asked(await registered('Ben'))]
  await enter(context, ada)
  await page.goto('/admin')
  await page.getByRole('tab', { name: 'Agent Requests' }).click()
  await expect(page).toHaveURL('/admin?tab=requests')
  await openRequest(page, agentName)
  await expect(rowsOf(page)).toContainText(['Sales Training · high priority'])
  await expect(rowsOf(page)).toContainText(`Ben Reed${person.email}`)
  const select = statusOf(page, agentName)
  await expect(select).toHaveText('received')
  await select.click()
  await expect(page.getByRole('option')).toHaveText(statuses)
  await page.keyboard.press('Escape')
  await chooseIn(select, 'in progress')
  await expectTitle(page, 'Agent request status updated successfully')
  await expect(toastOf(page)).toContainText('Ben Reed was sent a message.')
  expect(await sql('select status from agent_request where id = $1', [id])).toEqual([{ status: 'in progress' }])
  const [message] = await readAs<{ subject: string }[]>(person, '/api/user/communications')
  expect(message?.subject).toBe(`Your agent request: ${agentName}`)
})

test('each status has its badge (S491)', async ({ page, context }) => {
  const [ada, { agentName }] = [await platformAdmin(), await asked(await registered('Ben'))]
  await enter(context, ada)
  await openRequest(page, agentName)
  const looks = new Map<string, string>()
  // The first one is chosen last: a choice of what is there already changes nothing.
  for (const status of [...statuses.slice(1), 'received']) {
    await closeToasts(page)
    await chooseIn(statusOf(page, agentName), status)
    await expect(toastOf(page)).toContainText('Agent request status updated successfully')
    const badge = rowsOf(page).getByText(status, { exact: true }).first().locator('..')
    looks.set(status, (await badge.getAttribute('class')) ?? '')
  }
  const groups = Map.groupBy(statuses, (status) => looks.get(status))
  expect([...groups.values()]).toEqual([
    ['received'],
    ['reviewed', 'in progress'],
    ['approved', 'published'],
    ['denied', 'already exists'],
  ])
  expect(looks.get('published')).toContain('bg-primary')
  expect(looks.get('denied')).toContain('danger')
  expect(looks.get('reviewed')).toContain('border')
})

test('a change that fails goes back with a word about it (S633, D161)', async ({ page, context }) => {
  const [ada, { person, agentName }] = [await platformAdmin(), await asked(await registered('Ben'))]
  await enter(context, ada)
  await openRequest(page, agentName)
  const mend = await breakWrites('agent_request', 'update', person)
  const release = await hold(page, '**/api/admin/agent-requests/*/status')
  await chooseIn(statusOf(page, agentName), 'denied')
  await release()
  await expect(toastOf(page)).toContainText('Failed to update agent request status')
  await expect(statusOf(page, agentName)).toHaveText('received')
  await mend()
})

test('the dialog tells what is asked and what became of it, and takes a note and an agent (D61, D150)', async ({
  page,
  context,
}) => {
  const [ada, { person, agentName }] = [await platformAdmin(), await asked(await subscriber('Ben'))]
  const [agent] = await sql<{ id: string; name: string }>(
    `select id, name from agent where is_active and not is_private order by lower(name) limit 1`,
  )
  await enter(context, ada)
  await openRequest(page, agentName)
  await page.getByRole('button', { name: `Details: ${agentName}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Plays a hard buyer.')
  await expect(dialog).toContainText(person.email)
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await choose(page, 'New status', 'published')
  await choose(page, 'Agent that came of it', agent?.name ?? '')
  await dialog.getByLabel('Note (optional)').fill('Have fun with it.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save Status' }).click()
  await expect(toastOf(page)).toContainText('Agent request status updated successfully')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Details: ${agentName}` })).toBeFocused()
  await page.getByRole('button', { name: `Details: ${agentName}` }).click()
  await expect(dialog.getByRole('listitem').last()).toContainText('Have fun with it.')
  await expect(dialog.getByRole('listitem').last()).toContainText('Ada Reed')
  await page.keyboard.press('Escape')

  await context.clearCookies()
  await enter(context, person)
  await page.goto('/dashboard/requests')
  await expect(page.getByRole('main')).toContainText('Have fun with it.')
  await page.getByRole('link', { name: 'See the agent' }).click()
  await expect(page).toHaveURL(`/agents/${agent?.id ?? ''}`)
})

test('the list is filtered by status, and fits every screen (D150)', async ({ page, context }) => {
  const [ada, { agentName }] = [await platformAdmin(), await asked(await registered('Ben'))]
  await enter(context, ada)
  await openRequest(page, agentName)
  await choose(page, 'Filter by status', 'denied')
  await expect(page.getByText('No requests found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(rowsOf(page).first()).toBeVisible()
  await expect(page).toHaveURL('/admin?tab=requests')
  await openRequest(page, agentName)
  await expectAccessible(page)
})
