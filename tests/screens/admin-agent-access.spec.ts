import { checkerNoise, expectAccessible, expectNoSidewaysScrolling } from '../kit/accessible.ts'
import {
  choosePrivate,
  fillIn,
  find,
  freshName,
  freshOrganization,
  madeBy,
  marketplaceOf,
  openAgents,
  openCreate,
  optionsOf,
} from './admin-agents.ts'
import { act, platformAdmin, rowsOf } from './admin.ts'
import { choose, findAndChoose } from '../kit/choosing.ts'
import { expect, test } from './fixtures.ts'
import { callAs, enter, sql, subscriber } from './people.ts'
import { expectRow } from '../kit/toasts.ts'
import { hold, toastOf } from '../kit/watch.ts'

test.use({ expectedNoise: checkerNoise })

test('a private agent needs an organization, and is made with its access (S493, S494, S535, S655, D147)', async ({
  page,
  context,
}) => {
  const [ada, ben] = [await platformAdmin(), await subscriber('Ben')]
  const firm = await freshOrganization(ada)
  await enter(context, ada)
  await openAgents(page)
  const dialog = await openCreate(page)
  const name = freshName()
  await fillIn(page, name)
  // The list of organizations has its own time; what is missing is said in its place, before and after it is there.
  const release = await hold(page, '**/api/admin/organization-choices*')
  await dialog.getByRole('checkbox', { name: 'Private' }).check()
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  await expect(dialog.getByText('Please select at least one organization')).toBeVisible()
  await release()
  await expect(
    dialog.getByRole('checkbox', { name: firm.name }).or(dialog.getByRole('searchbox')).first(),
  ).toBeVisible()
  await expect(dialog.getByText('Please select at least one organization for private agent access')).toBeVisible()
  expect(await sql('select id from agent where name = $1', [name])).toEqual([])
  await choosePrivate(dialog, firm.name)
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/api/admin/'))
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  expect(new URL((await sent).url()).pathname).toBe('/api/admin/agents/with-access')
  await expectRow(page, 'S655')
  await find(page, name)
  await expect(rowsOf(page)).toContainText([`Private: ${firm.name}`])
  expect((await marketplaceOf(ben)).map((agent) => agent.name)).not.toContain(name)
  const [link] = await sql(
    `select access_level, organization_agent.is_private from organization_agent join agent on agent.id = agent_id
     where agent.name = $1 and organization_id = $2`,
    [name, firm.id],
  )
  expect(link).toEqual({ access_level: 'standard', is_private: true })
})

test('an agent is added to an organization with level and private flag (S435, S519)', async ({ page, context }) => {
  const ada = await platformAdmin()
  const firm = await freshOrganization(ada)
  const agent = await madeBy(ada)
  await enter(context, ada)
  await openAgents(page, agent.name)
  await act(page, agent.name, 'Add to Organization')
  const dialog = page.getByRole('dialog', { name: 'Add Agent to Organization' })
  await expect(dialog.getByRole('combobox', { name: 'Agent' })).toContainText(agent.name)
  await expect(dialog.getByRole('combobox', { name: 'Access level' })).toContainText('Standard')
  await expect(dialog.getByRole('checkbox', { name: 'Private' })).not.toBeChecked()
  expect(await optionsOf(page, 'Access level')).toEqual([
    'Standard: all members',
    'Premium: premium members',
    'Full: members with full access',
  ])
  await dialog.getByRole('button', { name: 'Add Agent' }).click()
  await expect(dialog.getByText('Please choose an organization')).toBeVisible()
  await findAndChoose(page, 'Organization', firm.name)
  await choose(page, 'Access level', 'Full: members with full access')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await dialog.getByRole('button', { name: 'Add Agent' }).click()
  expect(new URL((await sent).url()).pathname).toBe(`/api/organizations/${firm.id}/agents`)
  await expect(toastOf(page)).toContainText(`${firm.name} has ${agent.name} now.`)
  expect(await sql('select access_level from organization_agent where agent_id = $1', [agent.id])).toEqual([
    { access_level: 'full' },
  ])
})

test('a test conversation needs no minutes and costs nothing (D56)', async ({ page, context }) => {
  const ada = await platformAdmin()
  const agent = await madeBy(ada, { isActive: false, firstMessage: 'Hello, what shall we plan?' })
  await enter(context, ada)
  await callAs(ada, '/api/account/voice-consent', {})
  await openAgents(page, agent.name)
  await act(page, agent.name, 'Test Conversation')
  const dialog = page.getByRole('dialog', { name: agent.name })
  await expect(dialog).toContainText('A test: nobody pays for it, and no figure counts it.')
  await expect(dialog.getByRole('link', { name: 'Buy Credits' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await expect(dialog).toContainText('Test, nobody pays')
  await expect(dialog).toContainText('Hello, what shall we plan?')
  await dialog.getByRole('button', { name: /End/ }).click()
  await expect(dialog).toContainText('Not charged: test conversation')
  const [session] = await sql('select is_test, charged_ms::integer from voice_session where user_id = $1', [ada.id])
  expect(session).toEqual({ is_test: true, charged_ms: 0 })
})

test('the agents tab and its dialogs are accessible, also at 320 px', async ({ page, context }) => {
  const ada = await platformAdmin()
  await freshOrganization(ada)
  const agent = await madeBy(ada)
  await enter(context, ada)
  await openAgents(page, agent.name)
  await expectAccessible(page)
  const dialog = await openCreate(page)
  await dialog.getByRole('checkbox', { name: 'Private' }).check()
  await expect(dialog.getByRole('group', { name: /^Organizations/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScrolling(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expectNoSidewaysScrolling(page)
  await expectAccessible(page)
  for (const [action, button] of [
    ['Edit', 'Cancel'],
    ['Add to Organization', 'Cancel'],
  ] as const) {
    await act(page, agent.name, action)
    const opened = page.getByRole('dialog')
    await expect(opened.getByRole('button', { name: button })).toBeVisible()
    await expectAccessible(page)
    await opened.getByRole('button', { name: button }).click()
    await expect(opened).toHaveCount(0)
  }
})
