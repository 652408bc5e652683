import { expect, test } from '../fixtures.ts'
import { addPastSession } from './past-conversations.ts'
import { sql } from '../people.ts'
import { becomeTalker } from './voice/talkers.ts'
import { startListening, startTalking } from './voice/talking.ts'

test('with saving on, the recap shows that the text is kept, deletes it on a press, and keeps it again (D90)', async ({
  page,
}) => {
  const talker = await becomeTalker(page)
  await sql('insert into transcript_setting (user_id, save, updated_at) values ($1, true, now())', [talker.id])
  const dialog = await startListening(page)
  await expect(dialog.getByRole('log', { name: 'Transcript' })).toContainText("I'm glad you called.")
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  const texts = () => sql('select session_id from session_transcript where user_id = $1', [talker.id])
  await expect(dialog.getByRole('status')).toContainText('Transcript kept until')
  expect(await texts()).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Delete transcript' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Transcript' }).click()
  await expect(dialog.getByRole('status')).toHaveText('Transcript deleted.')
  await expect(dialog.getByRole('button', { name: 'Keep transcript' })).toBeFocused()
  expect(await texts()).toEqual([])
  await dialog.getByRole('button', { name: 'Keep transcript' }).click()
  await expect(dialog.getByRole('status')).toContainText('Transcript kept until')
  expect(await texts()).toHaveLength(1)
})

test('people who have talked for 2 minutes in total can rate in the recap (D55)', async ({ page }) => {
  const talker = await becomeTalker(page)
  await addPastSession(talker, { agent: 'Mindset Coach', seconds: 121 })
  const dialog = await startTalking(page)
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await dialog.getByRole('group', { name: 'Rate Mindset Coach' }).getByRole('button', { name: '5 stars' }).click()
  await expect(dialog.getByText('5 of 5 stars. Press a star to change it.')).toBeVisible()
  expect(await sql('select stars from agent_rating where user_id = $1', [talker.id])).toEqual([{ stars: 5 }])
})

test('what came of a conversation is in its recap, and on its page once the text is kept (D184)', async ({ page }) => {
  const talker = await becomeTalker(page)
  const dialog = await startListening(page)
  const said = 'I will call Anna on 4 December.'
  await dialog.getByRole('button', { name: 'Type a message' }).click()
  await dialog.getByRole('textbox', { name: 'Message' }).fill(said)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('log', { name: 'Transcript' })).toContainText(said)
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  const came = dialog.getByRole('region', { name: 'What came of it' })
  await expect(came.getByRole('listitem').filter({ hasText: /Call Anna · by \w{3}, Dec 4/ })).toBeVisible()
  expect(await sql('select from session_transcript where user_id = $1', [talker.id])).toEqual([])
  await came.getByRole('button', { name: /^Call Anna: go to / }).click()
  await expect(dialog.getByRole('log', { name: 'Transcript' }).locator(':focus')).toContainText(said)
  await dialog.getByRole('button', { name: 'Keep transcript' }).click()
  await came.getByRole('button', { name: 'Edit title and summary' }).click()
  await came.getByRole('textbox', { name: 'Title' }).fill('My call')
  await came.getByRole('button', { name: 'Save' }).click()
  await expect(came.getByRole('heading', { name: 'My call' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const [kept] = await sql<{ id: string }>('select session_id as id from session_transcript where user_id = $1', [
    talker.id,
  ])
  await page.goto(`/dashboard/sessions/${kept?.id}`)
  await expect(page.getByRole('heading', { name: 'My call' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Proposed next steps' })).toContainText('Call Anna')
})
