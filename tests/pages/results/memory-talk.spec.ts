import { agents } from '#contract/agents/agents.ts'
import { transcriptSettings } from '#contract/conversations/transcripts.ts'
import { deleteTranscript, myConversation, startConversation, transcript } from '#contract/conversations/voice.ts'
import { ratings } from '#contract/agents/ratings.ts'
import { deleteMemory, memory } from '#contract/results/memory.ts'
import { as, expect, expectTitle, page, server, subscriberMe, tagged, test, toastOf } from '#tests/pages.ts'
import { keepsNothing, talk } from '../conversations/home.ts'
import { coach, openCoach, serveTalk, startTalking } from '../conversations/voice/talk.ts'
import { bakery, byHand, proposed, serveMemory } from './notes.ts'

test.beforeEach(() => as(subscriberMe))

test('"Not this time" leaves memory out of a conversation and those after it with the same agent', async () => {
  await serveTalk(page, server, subscriberMe)
  server.answer(transcriptSettings, keepsNothing)
  server.answer(agents, [coach, { ...coach, id: byHand.agentId, name: byHand.agentName }])
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
  const asked = () => server.asked(startConversation).map(({ body }) => body.withoutMemory)
  // No choice was shown, so the last one holds.
  expect(asked()).toEqual([true, true])
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('article', { name: byHand.agentName }).getByRole('button', { name: 'Use This Agent' }).click()
  const other = page.getByRole('dialog', { name: byHand.agentName })
  await expect(other.getByRole('checkbox', { name: 'Not this time' })).not.toBeChecked()
  await other.getByRole('button', { name: 'Start' }).click()
  await expect(other.getByRole('timer')).toBeVisible()
  expect(asked()).toEqual([true, true, undefined])
})

test('"Not this time" is still chosen after a start that failed', async () => {
  await serveTalk(page, server, subscriberMe)
  serveMemory(server, [bakery])
  const dialog = await openCoach(page)
  const choice = dialog.getByRole('checkbox', { name: 'Not this time' })
  await choice.click()
  server.refuse(startConversation, 'voice_busy')
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(toastOf(page)).toContainText('All agents are busy.')
  await expect(choice).toBeChecked()
})

test('nothing starts before there was a choice, and without an answer there still is one', async () => {
  await serveTalk(page, server, subscriberMe)
  serveMemory(server, [bakery])
  const release = server.hold(memory)
  const dialog = await openCoach(page)
  const start = dialog.getByRole('button', { name: 'Start' })
  const choice = dialog.getByRole('checkbox', { name: 'Not this time' })
  await expect(start).toHaveAttribute('aria-busy', 'true')
  await start.click({ force: true })
  await expect(choice).toBeHidden()
  release()
  await expect(choice).toBeVisible()
  expect(server.asked(startConversation)).toEqual([])

  server.break(memory)
  await openCoach(page)
  await expect(dialog).toContainText('Mindset Coach gets nothing from earlier sessions and proposes no notes.')
  await choice.click()
  await start.click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  expect(server.asked(startConversation).map(({ body }) => body.withoutMemory)).toEqual([true])
})

test('"Not this time" is not offered while memory is off or forbidden', async () => {
  await serveTalk(page, server, subscriberMe)
  for (const [notes, setting] of [
    [[bakery], { enabled: false, isAllowedHere: true }],
    [[bakery], { enabled: true, isAllowedHere: false }],
  ] as const) {
    serveMemory(server, [...notes], setting)
    const dialog = await openCoach(page)
    await page.waitForLoadState('networkidle')
    await expect(dialog.getByRole('checkbox', { name: 'Not this time' })).toBeHidden()
  }
  // Without notes the agent would still get open steps, and propose notes.
  serveMemory(server, [byHand, proposed])
  await expect((await openCoach(page)).getByRole('checkbox', { name: 'Not this time' })).toBeVisible()
})

test('the recap asks which proposals to keep, and nothing without one', async () => {
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
  await expect(heading).toHaveText(`${subscriberMe.firstName}, should Mindset Coach remember these?`)
  await expect(question.getByRole('listitem')).toHaveCount(2)
  await expect(question).not.toContainText(bakery.text)
  await question.getByRole('button', { name: `No: ${second.text}` }).click()
  await expect(heading).toHaveText(`${subscriberMe.firstName}, should Mindset Coach remember this?`)
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

test('while memory is off, the recap says how to keep a proposal, and offers it once memory is on', async () => {
  await serveTalk(page, server, subscriberMe)
  server.answer(transcriptSettings, keepsNothing)
  serveMemory(server, [proposed], { enabled: false, isAllowedHere: true })
  const dialog = await startTalking(page)
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  const question = dialog.getByRole('region', { name: 'Remember' })
  await expect(question).toContainText('Turn on memory to keep this.')
  await expect(question.getByRole('link', { name: 'What agents know about me' })).toHaveAttribute(
    'href',
    '/profile/memory',
  )
  const keep = question.getByRole('button', { name: `Keep: ${proposed.text}` })
  await expect(keep).toBeHidden()
  // It was turned on in another tab.
  serveMemory(server, [proposed])
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(keep).toBeVisible()
  await expect(question).not.toContainText('Turn on memory')
})

test('deleting a transcript offers its notes, yes at first', tagged('B12'), async () => {
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
  await expect(dialog).toHaveCount(0)
  await open()
  await confirm()
  await expectTitle(page, 'Transcript Deleted')
  expect(server.asked(deleteMemory).map(({ query }) => query)).toEqual([
    { sessionId: shown.id },
    { sessionId: shown.id },
  ])
  expect(served.notes()).toEqual([byHand])
})

test('a transcript is deleted without its notes if its person prefers that', async () => {
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
