import { agents } from '#contract/agents/agents.ts'
import { addNote, changeMemory, changeNote, deleteMemory, deleteNote, memory } from '#contract/results/memory.ts'
import * as luna from '#tests/pages.ts'
import { as, expect, expectTitle, expectWords, main, page, press, server, tagged, test } from '#tests/pages.ts'
import { coach } from '../conversations/voice/talk.ts'
import { serveProfile } from '../identity/identity.ts'
import { bakery, byHand, proposed, serveMemory, sessionId } from './notes.ts'

const { closeToasts, findAndChoose } = luna
const toast = () => luna.toastOf(page)
const mine = () => page.getByRole('list', { name: coach.name })
const title = () => page.getByRole('heading', { level: 1 })

test.beforeEach(() => {
  as(luna.subscriberMe)
  server.answer(agents, [coach, { ...coach, id: byHand.agentId, name: byHand.agentName }])
})

test('memory is off at first, says what it means, and is turned on by a switch', tagged('D185 B10'), async () => {
  serveProfile(server)
  serveMemory(server, [], { enabled: false, isAllowedHere: true })
  await page.goto('/profile')
  const part = page.getByRole('region', { name: 'What agents know about me' })
  await part.getByRole('link', { name: 'View Notes' }).click()
  await expect(page).toHaveURL('/profile/memory')
  await expect(title()).toHaveText('What agents know about me')
  const isOn = page.getByRole('switch', { name: 'Let agents remember me' })
  await expect(isOn).not.toBeChecked()
  await expectWords(main(), 'sent to our voice provider', 'Agents know nothing about you')
  await expect(page.getByRole('button', { name: /Add Note|Forget All/ })).toHaveCount(0)

  const release = server.hold(changeMemory)
  await isOn.click()
  // It shows the choice at once.
  await expect(isOn).toBeChecked()
  release()
  await expect(main()).toContainText('No notes yet')
  await expect(page.getByRole('button', { name: 'Add Note' })).toBeVisible()
  expect(server.asked(changeMemory).map(({ body }) => body)).toEqual([{ enabled: true }])
  server.break(changeMemory)
  await isOn.click()
  await expect(toast()).toContainText('Failed to save your memory setting. Please try again.')
  await expect(isOn).toBeChecked()

  // An organization may forbid it.
  as(luna.memberMe)
  serveMemory(server, [bakery], { enabled: true, isAllowedHere: false })
  await page.goto('/profile/memory')
  await expect(main()).toContainText("Your organization doesn't allow this")
  await expect(main()).not.toContainText(bakery.text)
  await expect(page.getByRole('button', { name: 'Add Note' })).toBeHidden()
})

test('notes are listed by agent with their source, and edited in place', async () => {
  server.break(memory)
  await page.goto('/profile/memory')
  await expect(main()).toContainText('your notes')
  serveMemory(server, [bakery, byHand])
  await press(main(), 'Retry')
  await expectWords(mine(), bakery.text, 'Last used')
  const source = mine().getByRole('link', { name: 'your session on Nov 18, 2026' })
  await expect(source).toHaveAttribute('href', `/dashboard/sessions/${sessionId}`)
  await expect(page.getByRole('list', { name: byHand.agentName })).toContainText('Written by you on Nov 18, 2026')

  const edit = mine().getByRole('button', { name: `Edit: ${bakery.text}` })
  await edit.click()
  const text = mine().getByRole('textbox', { name: 'Note' })
  await expect(text).toBeFocused()
  await text.fill('')
  await press(mine(), 'Save Note')
  await expect(mine()).toContainText('Please write what the agent should know')
  expect(server.asked(changeNote)).toEqual([])
  await press(mine(), 'Cancel')
  await expect(edit).toBeFocused()

  await edit.click()
  await text.fill('You run two bakeries.')
  server.break(changeNote)
  await press(mine(), 'Save Note')
  await expect(toast()).toContainText('The note has not changed. Please try again.')
  await expect(text).toHaveValue('You run two bakeries.')
  serveMemory(server, [bakery, byHand])
  await press(mine(), 'Save Note')
  await expectTitle(page, 'Note Saved')
  await expect(mine()).toContainText('You run two bakeries.')
  await expect(mine().getByRole('button', { name: 'Edit: You run two bakeries.' })).toBeFocused()
  const { params, body } = server.asked(changeNote).at(-1) ?? {}
  expect([params?.id, body]).toEqual([bakery.id, { text: 'You run two bakeries.' }])
})

test('a note is forgotten at once and can be put back; all only after a question', async () => {
  const served = serveMemory(server, [bakery, byHand])
  await page.goto('/profile/memory')
  await press(mine(), `Forget: ${bakery.text}`)
  await expectTitle(page, 'Note Forgotten')
  await expect(mine()).toBeHidden()
  await expect(title()).toBeFocused()
  expect(server.asked(deleteNote).map(({ params }) => params)).toEqual([{ id: bakery.id }])
  await press(toast(), 'Undo')
  await expect(mine()).toContainText(bakery.text)
  expect(server.asked(addNote).map(({ body }) => body)).toEqual([{ agentId: coach.id, text: bakery.text, sessionId }])
  await closeToasts(page)

  await press(main(), 'Forget All')
  const question = page.getByRole('alertdialog', { name: 'Forget everything?' })
  await expect(question).toContainText('the 2 notes on this page')
  await press(question, 'Keep Notes')
  expect(server.asked(deleteMemory)).toEqual([])
  await press(main(), 'Forget All')
  await press(question, 'Forget All')
  await expectTitle(page, 'Everything Forgotten')
  await expect(main()).toContainText('No notes yet')
  await expect(title()).toBeFocused()
  expect(served.notes()).toEqual([])
})

test('a proposal is kept or not, and a note is added by hand', async () => {
  serveMemory(server, [proposed])
  await page.goto('/profile/memory')
  await expect(mine()).toContainText('Proposed')
  await press(mine(), `Keep: ${proposed.text}`)
  await expect(mine().getByRole('button', { name: `Forget: ${proposed.text}` })).toBeVisible()
  await expect(mine()).not.toContainText('Proposed')
  expect(server.asked(changeNote).map(({ body }) => body)).toEqual([{ state: 'active' }])

  const form = page.getByRole('form', { name: 'Add a note' })
  const add = async (text: string) => {
    await findAndChoose(page, 'Agent', byHand.agentName)
    await form.getByRole('textbox', { name: 'Note' }).fill(text)
    await press(form, 'Add Note')
  }
  await press(form, 'Add Note')
  await expectWords(form, 'Please choose an agent', 'Please write what the agent should know')
  await add('Call me Anna.')
  await expectTitle(page, 'Note Added')
  await expect(page.getByRole('list', { name: byHand.agentName })).toContainText('Call me Anna.')
  await expect(form.getByRole('textbox', { name: 'Note' })).toHaveValue('')
  expect(server.asked(addNote).map(({ body }) => body)).toEqual([{ agentId: byHand.agentId, text: 'Call me Anna.' }])
  // The form is ready for the next one.
  await expect(form.getByRole('combobox', { name: 'Agent' })).toBeFocused()
  await closeToasts(page)
  server.refuse(addNote, 'notes_full')
  await add('One more')
  await expect(toast()).toContainText('This agent already has 20 notes about you. Please forget one first.')
})
