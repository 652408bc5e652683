import { agents } from '#contract/agents/agents.ts'
import { addNote, changeMemory, changeNote, deleteMemory, deleteNote, memory } from '#contract/results/memory.ts'
import {
  as,
  closeToasts,
  expect,
  expectTitle,
  findAndChoose,
  memberMe,
  page,
  server,
  subscriberMe,
  tagged,
  test,
  toastOf,
} from '#tests/pages.ts'
import { coach } from '../conversations/voice/talk.ts'
import { serveProfile } from '../identity/identity.ts'
import { bakery, byHand, proposed, serveMemory, sessionId } from './notes.ts'

test.beforeEach(() => {
  as(subscriberMe)
  server.answer(agents, [coach, { ...coach, id: byHand.agentId, name: byHand.agentName }])
})

test('memory is off at first, says what it means, and is turned on by a switch', tagged('D185'), async () => {
  serveProfile(server)
  serveMemory(server, [], { enabled: false, isAllowedHere: true })
  await page.goto('/profile')
  await page
    .getByRole('region', { name: 'What agents know about me' })
    .getByRole('link', { name: 'View Notes' })
    .click()
  await expect(page).toHaveURL('/profile/memory')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What agents know about me')
  const isOn = page.getByRole('switch', { name: 'Let agents remember me' })
  await expect(isOn).not.toBeChecked()
  const main = page.getByRole('main')
  await expect(main).toContainText('sent to our voice provider')
  await expect(main).toContainText('Agents know nothing about you')
  await expect(page.getByRole('button', { name: 'Add Note' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Forget All' })).toBeHidden()

  const release = server.hold(changeMemory)
  await isOn.click()
  // It shows the choice at once.
  await expect(isOn).toBeChecked()
  release()
  await expect(main).toContainText('No notes yet')
  await expect(page.getByRole('button', { name: 'Add Note' })).toBeVisible()
  expect(server.asked(changeMemory).map(({ body }) => body)).toEqual([{ enabled: true }])
  server.break(changeMemory)
  await isOn.click()
  await expect(toastOf(page)).toContainText('Failed to save your memory setting. Please try again.')
  await expect(isOn).toBeChecked()
})

test('notes stand by agent with their source, and are edited in place', async () => {
  serveMemory(server, [bakery, byHand])
  await page.goto('/profile/memory')
  const mine = page.getByRole('list', { name: coach.name })
  await expect(mine).toContainText(bakery.text)
  await expect(mine.getByRole('link', { name: 'your session on Nov 18, 2026' })).toHaveAttribute(
    'href',
    `/dashboard/sessions/${sessionId}`,
  )
  await expect(mine).toContainText('Last used')
  await expect(page.getByRole('list', { name: byHand.agentName })).toContainText('Written by you on Nov 18, 2026')

  const edit = mine.getByRole('button', { name: `Edit: ${bakery.text}` })
  await edit.click()
  const text = mine.getByRole('textbox', { name: 'Note' })
  await expect(text).toBeFocused()
  await text.fill('')
  await mine.getByRole('button', { name: 'Save Note' }).click()
  await expect(mine).toContainText('Please write what the agent should know')
  expect(server.asked(changeNote)).toEqual([])
  await mine.getByRole('button', { name: 'Cancel' }).click()
  await expect(edit).toBeFocused()

  await edit.click()
  await text.fill('You run two bakeries.')
  server.break(changeNote)
  await mine.getByRole('button', { name: 'Save Note' }).click()
  await expect(toastOf(page)).toContainText('The note has not changed. Please try again.')
  await expect(text).toHaveValue('You run two bakeries.')
  serveMemory(server, [bakery, byHand])
  await mine.getByRole('button', { name: 'Save Note' }).click()
  await expectTitle(page, 'Note Saved')
  await expect(mine).toContainText('You run two bakeries.')
  await expect(mine.getByRole('button', { name: 'Edit: You run two bakeries.' })).toBeFocused()
  expect(server.asked(changeNote).at(-1)).toMatchObject({
    params: { id: bakery.id },
    body: { text: 'You run two bakeries.' },
  })
})

test('a note is forgotten at once and can be put back with its source; all of them only after a question', async () => {
  const served = serveMemory(server, [bakery, byHand])
  await page.goto('/profile/memory')
  const mine = page.getByRole('list', { name: coach.name })
  await mine.getByRole('button', { name: `Forget: ${bakery.text}` }).click()
  await expectTitle(page, 'Note Forgotten')
  await expect(mine).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(server.asked(deleteNote).map(({ params }) => params)).toEqual([{ id: bakery.id }])
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(mine).toContainText(bakery.text)
  expect(server.asked(addNote).map(({ body }) => body)).toEqual([{ agentId: coach.id, text: bakery.text, sessionId }])
  await closeToasts(page)

  await page.getByRole('button', { name: 'Forget All' }).click()
  const question = page.getByRole('alertdialog', { name: 'Forget everything?' })
  await expect(question).toContainText('the 2 notes on this page')
  await question.getByRole('button', { name: 'Keep Notes' }).click()
  await expect(question).toBeHidden()
  expect(server.asked(deleteMemory)).toEqual([])
  await page.getByRole('button', { name: 'Forget All' }).click()
  await question.getByRole('button', { name: 'Forget All' }).click()
  await expectTitle(page, 'Everything Forgotten')
  await expect(page.getByRole('main')).toContainText('No notes yet')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(served.notes()).toEqual([])
})

test('a proposal is kept or not, and a note is added by hand', async () => {
  serveMemory(server, [proposed])
  await page.goto('/profile/memory')
  const mine = page.getByRole('list', { name: coach.name })
  await expect(mine).toContainText('Proposed')
  await mine.getByRole('button', { name: `Keep: ${proposed.text}`, exact: true }).click()
  await expect(mine.getByRole('button', { name: `Forget: ${proposed.text}` })).toBeVisible()
  await expect(mine).not.toContainText('Proposed')
  expect(server.asked(changeNote).map(({ body }) => body)).toEqual([{ state: 'active' }])

  const form = page.getByRole('form', { name: 'Add a note' })
  await form.getByRole('button', { name: 'Add Note' }).click()
  await expect(form).toContainText('Please choose an agent')
  await expect(form).toContainText('Please write what the agent should know')
  await findAndChoose(page, 'Agent', byHand.agentName)
  await form.getByRole('textbox', { name: 'Note' }).fill('Call me Anna.')
  await form.getByRole('button', { name: 'Add Note' }).click()
  await expectTitle(page, 'Note Added')
  await expect(page.getByRole('list', { name: byHand.agentName })).toContainText('Call me Anna.')
  await expect(form.getByRole('textbox', { name: 'Note' })).toHaveValue('')
  expect(server.asked(addNote).map(({ body }) => body)).toEqual([{ agentId: byHand.agentId, text: 'Call me Anna.' }])
  // The form is ready for the next one.
  await expect(form.getByRole('combobox', { name: 'Agent' })).toBeFocused()

  await closeToasts(page)
  server.refuse(addNote, 'notes_full')
  await findAndChoose(page, 'Agent', byHand.agentName)
  await form.getByRole('textbox', { name: 'Note' }).fill('One more')
  await form.getByRole('button', { name: 'Add Note' }).click()
  await expect(toastOf(page)).toContainText('This agent already has 20 notes about you. Please forget one first.')
})

test('an organization that forbids memory shows no notes and says so', tagged('B10'), async () => {
  as(memberMe)
  serveMemory(server, [bakery], { enabled: true, isAllowedHere: false })
  await page.goto('/profile/memory')
  await expect(page.getByRole('main')).toContainText("Your organization doesn't allow this")
  await expect(page.getByRole('main')).not.toContainText(bakery.text)
  await expect(page.getByRole('button', { name: 'Add Note' })).toBeHidden()
})

test('a failure to read the notes can be repeated', async () => {
  server.break(memory)
  await page.goto('/profile/memory')
  await expect(page.getByRole('main')).toContainText('your notes')
  serveMemory(server, [bakery])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('main')).toContainText(bakery.text)
})
