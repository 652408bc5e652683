import * as calls from '#contract/agents/admin-agents.ts'
import { readVoiceSample } from '#contract/agents/admin-voices.ts'
import { acme, pageOf, planner } from '#tests/pages/admin/agents.ts'
import { adminMe, as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { act, choose, closeToasts, downloadList, expectQuery, expectRow } from '#tests/components/admin/panel.ts'
import { expectSent, expectTitle, optionsOf, rowsOf, toastOf } from '#tests/components/admin/panel.ts'
import { choosePrivate, find, openAgents, openCreate } from '#tests/components/admin/agents.ts'

beforeEach(() => as(adminMe))

const ofNew = [
  'CRM & Automation',
  'Sales & Marketing',
  'Operations',
  'Mindset & Growth',
  'Finance & Accounting',
  'Customer Service',
  'Systems',
]
const ofPresent = ['Business Strategy', 'Marketing', 'Sales', 'Operations', 'Finance', 'HR', 'Technology', 'Leadership']

it('the form of a new agent has its categories and says what is missing', tags('S426 S477 S494 D57'), async () => {
  await openAgents()
  const dialog = await openCreate()
  await expect(dialog.getByLabel('Price per minute')).toHaveAttribute('placeholder', '0.05')
  await expect(dialog.getByLabel('Rating')).toHaveAttribute('placeholder', '4.8')
  await expect(dialog.getByText('JPG, JPEG or PNG, up to 5 MB')).toBeVisible()
  const options = await optionsOf('Category')
  expect(options.slice(0, 7)).toEqual(ofNew)
  expect(options.toSorted()).toEqual([...new Set([...ofNew, ...ofPresent])].toSorted())
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByText('Description is required')).toBeVisible()
  await expect(dialog.getByText('Please choose a category')).toBeVisible()
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
  await expectSent(calls.createAgent)
})

it('an agent is edited, and only what changed is sent', tags('S426 S476 S492 S653 D57'), async () => {
  let agent: calls.AdminAgent = planner
  await openAgents(() => [agent])
  await act(planner.name, 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Agent' })
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(planner.name)
  await expect(dialog.getByLabel('Price per minute')).toHaveValue('0.25')
  const options = await optionsOf('Category')
  expect(options.slice(0, 8)).toEqual(ofPresent)
  expect(options).toContain('Old Category')
  expect(options).toHaveLength(15)
  await dialog.getByLabel('Rating').fill('5.5')
  await dialog.getByLabel('System prompt').fill('You plan the week.')
  await dialog.getByRole('button', { name: 'Save Agent' }).click()
  await expect(dialog.getByText('Please enter a rating from 0 to 5, with at most one decimal')).toBeVisible()
  await dialog.getByLabel('Rating').fill('4.8')
  await dialog.getByRole('checkbox', { name: 'Premium' }).check()
  server.answer(calls.changeAgent, ({ body: { organizationIds } }): calls.AdminAgentPage => {
    agent = { ...planner, isPremium: true, isPrivate: Boolean(organizationIds), organizations: [acme] }
    return pageOf(agent)
  })
  await dialog.getByRole('button', { name: 'Save Agent' }).click()
  await expectRow('S653')
  await expect(rowsOf()).toContainText(['Premium'])
  await closeToasts()
  await act(planner.name, 'Edit')
  await choosePrivate(dialog, acme.name)
  await dialog.getByRole('button', { name: 'Save Agent' }).click()
  await expectRow('S653')
  await expect(rowsOf()).toContainText([`Private: ${acme.name}`])
  await expectSent(
    calls.changeAgent,
    {
      rating: 4.8,
      systemPrompt: 'You plan the week.',
      isPremium: true,
      before: { rating: 5, systemPrompt: pageOf(planner).systemPrompt, isPremium: false },
    },
    { isPrivate: true, organizationIds: [acme.id], before: { isPrivate: false } },
  )
})

it('an agent is switched off and on in its row; a failure reverts it', tags('S428 S633 S653 D161'), async () => {
  let agent: calls.AdminAgent = planner
  await openAgents(() => [agent])
  server.break(calls.changeAgent)
  const release = server.hold(calls.changeAgent)
  await act(planner.name, 'Deactivate')
  await expect(rowsOf()).toContainText('Inactive')
  release()
  await expectTitle('Failed to update agent')
  await expect(rowsOf()).not.toContainText('Inactive')
  server.answer(calls.changeAgent, ({ body: { isActive = true } }) => {
    agent = { ...planner, isActive }
    return pageOf(agent)
  })
  await closeToasts()
  await act(planner.name, 'Deactivate')
  await expectRow('S653')
  await expect(rowsOf()).toContainText(['Inactive'])
  await closeToasts()
  await act(planner.name, 'Activate')
  await expectRow('S653')
  await expect(rowsOf()).not.toContainText('Inactive')
  await expectSent(calls.changeAgent, { isActive: false }, { isActive: false }, { isActive: true })
})

it('an agent is deleted after a question; a failure keeps it', tags('S426 S633 S654 D146 D161'), async () => {
  let all = [planner]
  await openAgents(() => all)
  await find(planner.name)
  server.break(calls.deleteAgent)
  await act(planner.name, 'Delete')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('It disappears from the marketplace and every organization right away')
  await dialog.getByRole('button', { name: 'Delete Agent' }).click()
  await expect(toastOf()).toContainText('Failed to delete agent')
  await expect(dialog).toHaveCount(0)
  await expect(rowsOf()).toContainText([planner.name])
  server.answer(calls.deleteAgent, () => {
    all = []
    return { success: true as const, isArchived: false }
  })
  await closeToasts()
  await act(planner.name, 'Delete')
  await dialog.getByRole('button', { name: 'Delete Agent' }).click()
  await expectRow('S654')
  await expect(page.getByText('No agents found')).toBeVisible()
  await expect(page.getByText('0 agents')).toBeFocused()
  await expect
    .poll(() => server.asked(calls.deleteAgent).map(({ params }) => params.id))
    .toEqual([planner.id, planner.id])
})

it('the list is filtered, sorted and downloaded', tags('D150'), async () => {
  const one = { ...planner, name: 'Zephyr A', isPremium: true, shownRating: 1.5 }
  const other = { ...planner, id: '5b0c7a52-8f6a-4a0e-9f0a-000000000002', name: 'Zephyr B', isActive: false }
  await openAgents(() => [one, other])
  await expect(rowsOf()).toContainText(['Zephyr A', 'Zephyr B'])
  await page.getByRole('button', { name: 'Rating', exact: true }).click()
  await page.getByRole('button', { name: 'Rating', exact: true }).click()
  await expect(rowsOf()).toContainText(['Zephyr B', 'Zephyr A'])
  await expectQuery(calls.adminAgents, { sort: '-rating', limit: 50, offset: 0 })
  await choose('Filter by status', 'Inactive')
  await expect(rowsOf()).toHaveCount(1)
  await page.reload()
  await expect(rowsOf()).toContainText(['Zephyr B'])
  const lines = await downloadList()
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('Zephyr B,Old Category,Plans the week with you,Inactive,Public,Free,,0.25,5,0,0')
})

it('a voice is chosen by language and state, and can be heard first', tags('D186'), async () => {
  await openAgents()
  await act(planner.name, 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Agent' })
  await expect(dialog.getByLabel('Voice')).toHaveText('Default (Clara)')
  await expect(dialog.getByText('Available')).toBeVisible()
  expect(await optionsOf('Voice')).toEqual([
    'Default (Clara)',
    'Clara · English',
    'Angus · German, English',
    'Miles · English',
  ])
  await choose('Voice', 'Miles · English')
  await expect(dialog.getByText('Not available', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Until it is available, Clara speaks instead.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Play sample' })).toBeDisabled()
  await choose('Voice', 'Angus · German, English')
  await expect(dialog.getByText('Ending soon')).toBeVisible()
  await expect(dialog.getByText('Its owner will withdraw it on December 31, 2026.')).toBeVisible()
  server.answer(readVoiceSample, { wavBase64: silence(60_000).toString('base64') })
  await dialog.getByRole('button', { name: 'Play sample' }).click()
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(dialog.getByRole('button', { name: 'Play sample' })).toBeEnabled()
  await expect.poll(() => server.asked(readVoiceSample).map(({ params }) => params)).toEqual([{ id: 'angus' }])
  server.answer(calls.changeAgent, () => pageOf(planner))
  await dialog.getByRole('button', { name: 'Save Agent' }).click()
  await expect(dialog).toHaveCount(0)
  await expectSent(calls.changeAgent, { voiceId: 'angus', before: { voiceId: pageOf(planner).voiceId ?? '' } })
})

function silence(durationMs: number): Buffer {
  const sound = Buffer.alloc(durationMs * 32)
  const head = Buffer.from('RIFF____WAVEfmt \x10\0\0\0\x01\0\x01\0\x80\x3e\0\0\0\x7d\0\0\x02\0\x10\0data____', 'latin1')
  head.writeUInt32LE(36 + sound.length, 4)
  head.writeUInt32LE(sound.length, 40)
  return Buffer.concat([head, sound])
}
