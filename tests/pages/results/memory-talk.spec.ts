import { transcriptSettings } from '#contract/conversations/transcripts.ts'
import { deleteTranscript, myConversation, startConversation, transcript } from '#contract/conversations/voice.ts'
import { ratings } from '#contract/agents/ratings.ts'
import { deleteMemory } from '#contract/results/memory.ts'
import { expectAccessible } from '../../kit/browser/accessible.ts'
import { expectTitle } from '../../kit/browser/toasts.ts'
import { toastOf } from '../../kit/browser/watch.ts'
import { keepsNothing, talk } from '../conversations/home.ts'
import { openCoach, serveTalk, startTalking } from '../conversations/voice/talk.ts'
import { expect, test } from '../fixtures.ts'
import { subscriberMe } from '../people.ts'
import { bakery, byHand, proposed, serveMemory } from './notes.ts'

test.beforeEach(({ as }) => as(subscriberMe))

test('"Not this time" leaves memory out of one conversation, and is there only when there is something to leave out', async ({
  page,
  server,
}) => {
  await serveTalk(page, server, subscriberMe)
  server.answer(transcriptSettings, keepsNothing)
  serveMemory(server, [bakery, byHand])
  const dialog = await openCoach(page)
  const choice = dialog.getByRole('checkbox', { name: 'Not this time' })
  await expect(choice).not.toBeChecked()
  await expect(dialog).toContainText('Talk without what Mindset Coach knows about you (1 note).')
  await choice.click()
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Talk again' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Talk again' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  expect(server.asked(startConversation).map(({ body }) => body.withoutMemory)).toEqual([true, undefined])
})

test('"Not this time" is not offered while memory is off, forbidden, or empty', async ({ page, server }) => {
  await serveTalk(page, server, subscriberMe)
  for (const [notes, setting] of [
    [[bakery], { enabled: false, isAllowedHere: true }],
    [[bakery], { enabled: true, isAllowedHere: false }],
    [[byHand, proposed], { enabled: true, isAllowedHere: true }],
  ] as const) {
    serveMemory(server, [...notes], setting)
    const dialog = await openCoach(page)
    await page.waitForLoadState('networkidle')
    await expect(dialog.getByRole('checkbox', { name: 'Not this time' })).toBeHidden()
  }
})

test('the recap asks which proposals to keep, and nothing without one', async ({ page, server }) => {
  await serveTalk(page, server, subscriberMe)
  server.answer(transcriptSettings, keepsNothing)
  const second = { ...proposed, id: '4e0e0000-0000-4000-8000-000000000004', text: 'You like short answers.' }
  serveMemory(server, [bakery])
  const dialog = await startTalking(page)
  // It was proposed while they talked.
  const served = serveMemory(server, [bakery, proposed, second])
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  const question = dialog.getByRole('region', { name: 'Remember' })
  const heading = question.getByRole('heading')
  await expect(heading).toHaveText(`${subscriberMe.firstName}, shall Mindset Coach remember these?`)
  await expect(question.getByRole('listitem')).toHaveCount(2)
  await expect(question).not.toContainText(bakery.text)
  await question.getByRole('button', { name: `No: ${second.text}` }).click()
  await expect(heading).toHaveText(`${subscriberMe.firstName}, shall Mindset Coach remember this?`)
  await expect(heading).toBeFocused()
  await question.getByRole('button', { name: `Keep: ${proposed.text}`, exact: true }).click()
  await expect(heading).toHaveText('Mindset Coach will know this next time.')
  await expect(heading).toBeFocused()
  expect(served.notes()).toEqual([bakery, { ...proposed, state: 'active' }])

  await dialog.getByRole('button', { name: 'Talk again' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  serveMemory(server, [bakery])
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Talk again' })).toBeVisible()
  await expect(question).toBeHidden()
})

test('the question of the recap is accessible', async ({ page, server }) => {
  await serveTalk(page, server, subscriberMe)
  server.answer(transcriptSettings, keepsNothing)
  serveMemory(server, [bakery, proposed])
  const dialog = await startTalking(page)
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(dialog.getByRole('region', { name: 'Remember' })).toBeVisible()
  await expectAccessible(page)
})

test('deleting a transcript offers its notes, yes at first (B12)', async ({ page, server }) => {
  const shown = talk('Mindset Coach', 1, 151, true)
  server.answer(myConversation, { ...shown, balanceBefore: 150, balanceAfter: 148, note: null })
  server.answer(ratings, [])
  server.answer(transcript, {
    lines: [{ speaker: 'agent', text: 'Hello.', atSeconds: 0 }],
    keptUntil: '2027-02-18T10:00:00.000Z',
  })
  server.answer(deleteTranscript, { success: true })
  serveMemory(server, [{ ...bakery, sessionId: shown.id }, byHand])
  await page.goto(`/dashboard/sessions/${shown.id}`)
  const dialog = page.getByRole('alertdialog', { name: 'Delete this transcript?' })
  const open = () => page.getByRole('button', { name: 'Delete Transcript' }).click()
  const confirm = () => dialog.getByRole('button', { name: 'Delete Transcript' }).click()

  // With the notes still there, the words stay, too, so that both can be deleted together again.
  server.break(deleteMemory)
  await open()
  const choice = dialog.getByRole('checkbox', { name: 'Also forget what Mindset Coach learned in it (1 note)' })
  await expect(choice).toBeChecked()
  await confirm()
  await expect(toastOf(page)).toContainText('Your agents still know this. Please try again.')
  expect(server.asked(deleteTranscript)).toEqual([])
  const served = serveMemory(server, [{ ...bakery, sessionId: shown.id }, byHand])
  await open()
  await confirm()
  await expectTitle(page, 'Transcript Deleted')
  expect(server.asked(deleteMemory).map(({ query }) => query)).toEqual([
    { sessionId: shown.id },
    { sessionId: shown.id },
  ])
  expect(served.notes()).toEqual([byHand])
})

test('a transcript is deleted without its notes if its person prefers that', async ({ page, server }) => {
  const shown = talk('Mindset Coach', 1, 151, true)
  server.answer(myConversation, { ...shown, balanceBefore: 150, balanceAfter: 148, note: null })
  server.answer(ratings, [])
  server.answer(transcript, {
    lines: [{ speaker: 'agent', text: 'Hello.', atSeconds: 0 }],
    keptUntil: '2027-02-18T10:00:00.000Z',
  })
  server.answer(deleteTranscript, { success: true })
  const served = serveMemory(server, [{ ...bakery, sessionId: shown.id }])
  await page.goto(`/dashboard/sessions/${shown.id}`)
  await page.getByRole('button', { name: 'Delete Transcript' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete this transcript?' })
  await dialog.getByRole('checkbox').click()
  await dialog.getByRole('button', { name: 'Delete Transcript' }).click()
  await expectTitle(page, 'Transcript Deleted')
  expect(server.asked(deleteMemory)).toEqual([])
  expect(served.notes()).toHaveLength(1)
})
