import { deleteTranscript, keepTranscript, transcript } from '#contract/conversations/voice.ts'
import { transcriptSettings } from '#contract/conversations/transcripts.ts'
import { readRecap } from '#contract/results/recap.ts'
import type { Answer } from '#contract/call.ts'
import { as, expect, page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { bakery, byHand, serveMemory, sessionId } from '../../results/notes.ts'
import { keepsNothing } from '../home.ts'
import { serveTalk, startTalking } from './talk.ts'

const recap = {
  state: 'ready',
  title: 'Parental leave',
  summary: 'You asked about parental leave. It is fourteen weeks. You want to call Anna.',
  proposals: [
    { id: '5e990000-0000-4000-8000-000000000001', title: 'Call Anna', dueOn: null, atSecond: 9, state: 'proposed' },
  ],
  sources: [{ atSecond: 5, title: 'Handbook', excerpt: 'Parents take fourteen weeks with full pay.' }],
  isKept: false,
  isEdited: false,
  lines: [
    { speaker: 'you', text: 'How long is parental leave?', atSeconds: 3 },
    { speaker: 'agent', text: 'Fourteen weeks.', atSeconds: 5 },
    { speaker: 'you', text: 'I will call Anna.', atSeconds: 9 },
  ],
} satisfies Answer<typeof readRecap>

test('after a conversation its recap says what came of it, and what was read for an answer (B5, D184)', async () => {
  as(subscriberMe)
  const line = await serveTalk(page, server, subscriberMe)
  server.answer(transcriptSettings, keepsNothing)
  server.answer(readRecap, { ...recap, state: 'processing', title: null, summary: null, proposals: [], sources: [] })
  const dialog = await startTalking(page)
  line.say({ type: 'agent_response', agent_response_event: { agent_response: 'Fourteen weeks.', event_id: 1 } })
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  const came = dialog.getByRole('region', { name: 'What came of it' })
  await expect(came).toContainText('Writing the recap…')
  server.answer(readRecap, recap)
  await expect(came.getByRole('heading', { name: 'Parental leave' })).toBeVisible()
  await expect(came).toContainText(recap.summary)
  // Only what is kept can be changed.
  await expect(came.getByRole('button', { name: 'Edit title and summary' })).toHaveCount(0)
  const said = dialog.getByRole('log', { name: 'Transcript' })
  await expect(said).toContainText('Read for this answerHandbook“Parents take fourteen weeks with full pay.”')
  await came.getByRole('button', { name: 'Call Anna: go to 0:09 in the transcript' }).click()
  await expect(said.locator(':focus')).toContainText('I will call Anna.')

  const kept = { lines: recap.lines, keptUntil: '2027-02-18T10:00:00.000Z' }
  server.answer(keepTranscript, kept)
  server.answer(transcript, kept)
  server.answer(readRecap, { ...recap, isKept: true })
  await dialog.getByRole('button', { name: 'Keep transcript' }).click()
  await expect(came.getByRole('button', { name: 'Edit title and summary' })).toBeVisible()
})

test('a transcript that is deleted in the room takes its notes along, yes at first', tagged('D185'), async () => {
  as(subscriberMe)
  const line = await serveTalk(page, server, subscriberMe)
  server.answer(transcriptSettings, keepsNothing)
  const served = serveMemory(server, [bakery, byHand])
  const dialog = await startTalking(page)
  line.say({ type: 'agent_response', agent_response_event: { agent_response: 'Fourteen weeks.', event_id: 1 } })
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  // It came to nothing.
  await expect(dialog.getByRole('region', { name: 'What came of it' })).toHaveText("There's no recap of this session.")
  await expect(dialog.getByText("If you don't, the transcript isn't stored.")).toBeVisible()
  server.answer(keepTranscript, { lines: recap.lines, keptUntil: '2027-02-18T10:00:00.000Z' })
  await dialog.getByRole('button', { name: 'Keep transcript' }).click()

  const question = page.getByRole('alertdialog', { name: 'Delete this transcript?' })
  await dialog.getByRole('button', { name: 'Delete transcript' }).click()
  await question.getByRole('button', { name: 'Keep Transcript' }).click()
  await expect(dialog.getByRole('button', { name: 'Delete transcript' })).toBeFocused()
  server.answer(deleteTranscript, { success: true })
  await dialog.getByRole('button', { name: 'Delete transcript' }).click()
  await expect(
    question.getByRole('checkbox', { name: 'Also forget what Mindset Coach learned in it (1 note)' }),
  ).toBeChecked()
  await question.getByRole('button', { name: 'Delete Transcript' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Transcript deleted.' })).toBeVisible()
  await expect(question).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Keep transcript' })).toBeFocused()
  expect(server.asked(deleteTranscript).map(({ params }) => params)).toEqual([{ id: sessionId }])
  expect(served.notes()).toEqual([byHand])
})
