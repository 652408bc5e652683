import { changeAgent } from '#contract/agents/admin-agents.ts'
import { agentVersions, bringBackVersion, readAgentVersion } from '#contract/agents/versions.ts'
import { testAgent } from '#contract/conversations/agent-tests.ts'
import { act } from '../../kit/browser/admin.ts'
import { adminMe, as, choose, expect, page, type Page, server, tagged, test, toastOf } from '#tests/pages.ts'
import { pageOf, planner, serveAgents } from './agents.ts'
import { pageOfVersion, present, serveVersions, versionList } from './versions.ts'

test.beforeEach(() => {
  as({ ...adminMe, voiceConsent: true })
  serveAgents(server, () => [planner])
})

async function openQuality(page: Page) {
  await page.goto('/admin?tab=agents')
  await act(page, planner.name, 'Quality and Versions')
  return page.getByRole('dialog', { name: 'Quality and Versions' })
}

test('older versions come on request, and a failure can be tried again', async () => {
  const { versions, total } = versionList()
  server.break(agentVersions)
  const dialog = await openQuality(page)
  await expect(dialog.getByRole('button', { name: 'Retry' })).toBeVisible()
  server.answer(agentVersions, ({ query: { before } }) =>
    before === undefined
      ? { versions: versions.slice(0, 2), hasOlder: true, total }
      : { versions: versions.slice(2), hasOlder: false, total },
  )
  await dialog.getByRole('button', { name: 'Retry' }).click()
  const older = dialog.getByRole('button', { name: 'Show Older Versions' })
  await expect(older).toBeVisible()
  const page1 = { versions: versions.slice(0, 2), hasOlder: true, total }
  server.break(agentVersions)
  await older.click()
  // It shows where older versions were asked for, and the others stay.
  const failure = older.locator('xpath=..').getByRole('alert')
  await expect(failure).toContainText('We could not load older versions')
  await expect(dialog.getByRole('button', { name: 'View version 2' })).toBeVisible()
  server.answer(agentVersions, ({ query: { before } }) =>
    before === undefined ? page1 : { versions: versions.slice(2), hasOlder: false, total },
  )
  await older.click()
  await expect(dialog.getByRole('button', { name: 'View version 1', exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Show Older Versions' })).toHaveCount(0)
  expect(server.asked(agentVersions).at(-1)?.query).toEqual({ before: versions[1]?.revision })
})

test('words that somebody else changed meanwhile are not replaced unseen', tagged('D187'), async () => {
  serveVersions(server)
  const dialog = await openQuality(page)
  await dialog.getByRole('button', { name: 'View version 2' }).click()
  await dialog.getByRole('button', { name: 'Bring Back Version 2' }).click()
  const theirs = { systemPrompt: 'Be funny.', firstMessage: 'Hi.' }
  server.refuse(bringBackVersion, 'changed_meanwhile', { details: { present: theirs } })
  server.answer(readAgentVersion, ({ params }) => ({ ...pageOfVersion(params.revision), present: theirs }))
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bring Back' }).click()
  await expect(dialog.getByText('Someone else changed these words in the meantime')).toBeVisible()
  await expect(dialog).toContainText("Version 2 wasn't brought back.")
  server.answer(bringBackVersion, pageOf(planner))
  await dialog.getByRole('button', { name: 'Bring Back Version 2' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bring Back' }).click()
  await expect(toastOf(page)).toContainText('Version 2 brought back')
  expect(server.asked(bringBackVersion).map(({ body }) => body)).toEqual([{ before: present }, { before: theirs }])
})

test('words are talked with before they are saved, and stay in the form', tagged('D56'), async () => {
  await page.goto('/admin?tab=agents')
  await act(page, planner.name, 'Edit')
  const form = page.getByRole('dialog', { name: 'Edit Agent' })
  await form.getByLabel('System prompt').fill('You plan the month.')
  await form.getByLabel('First message').fill('Which month?')
  await choose(page, 'Voice', 'Angus · German, English')
  await form.getByRole('button', { name: 'Test This Draft' }).click()
  const room = page.getByRole('dialog', { name: planner.name })
  await expect(room).toContainText("This is a test. It's free and doesn't count toward any total.")
  server.refuse(testAgent, 'voice_busy')
  await room.getByRole('button', { name: 'Start' }).click()
  await expect(toastOf(page)).toContainText('All agents are busy. Please try again in a few minutes.')
  const words = { systemPrompt: 'You plan the month.', firstMessage: 'Which month?', voiceId: 'angus' }
  expect(server.asked(testAgent)).toEqual([{ params: { id: planner.id }, query: undefined, body: { words } }])
  await room.getByRole('button', { name: 'Close' }).click()
  await expect(room).toHaveCount(0)
  await expect(form.getByLabel('System prompt')).toHaveValue('You plan the month.')
  await expect(form.getByRole('button', { name: 'Test This Draft' })).toBeFocused()
  server.answer(changeAgent, pageOf(planner))
  await form.getByRole('button', { name: 'Save Agent' }).click()
  await expect(form).toHaveCount(0)
  expect(server.asked(changeAgent).map(({ body }) => body.systemPrompt)).toEqual(['You plan the month.'])
})
