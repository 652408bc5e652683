import { transcriptSettings } from '#contract/conversations/transcripts.ts'
import { deleteTranscript, keepTranscript, transcript } from '#contract/conversations/voice.ts'
import { readRecap } from '#contract/results/recap.ts'
import { expect, page, press, server, tagged, test } from '#tests/pages.ts'
import { bakery, byHand, serveMemory, sessionId } from '../../results/notes.ts'
import { keepsNothing } from '../home.ts'
import { nothing, recap } from '../recaps.ts'
import { asks, end, says, talkAs } from './talk.ts'

const kept = { lines: recap.lines, keptUntil: '2027-02-18T10:00:00.000Z' }

test.beforeEach(() => server.answer(transcriptSettings, keepsNothing))

test('the recap says what came of a conversation, and what was read', tagged('B5 D184'), async () => {
  server.answer(readRecap, { ...nothing, state: 'processing' })
  const { line, dialog } = await talkAs()
  line.say(asks('How long is parental leave?'), says(1, 'Fourteen weeks, with full pay.'))
  await end(dialog)
  const came = dialog.getByRole('region', { name: 'What came of it' })
  await expect(came).toContainText('Writing the recap…')
  server.answer(readRecap, { ...recap, isKept: false })
  await expect(came.getByRole('heading', { name: 'Parental leave' })).toBeVisible()
  await expect(came).toContainText(recap.summary)
  // Only what is kept can be changed.
  await expect(came.getByRole('button', { name: 'Edit title and summary' })).toHaveCount(0)
  const said = dialog.getByRole('log', { name: 'Transcript' })
  await press(came, 'Call Anna: go to 1:04 in the transcript')
  await expect(said).toContainText('Read for this answerHandbook“Parents take fourteen weeks with full pay.”')
  await expect(said.locator(':focus')).toContainText('I will call Anna on Friday.')

  server.answer(keepTranscript, kept)
  server.answer(transcript, kept)
  server.answer(readRecap, recap)
  await press(dialog, 'Keep transcript')
  await expect(came.getByRole('button', { name: 'Edit title and summary' })).toBeVisible()
})

test('a transcript that is deleted in the room takes its notes along, yes at first', tagged('D185'), async () => {
  const served = serveMemory(server, [bakery, byHand])
  const { line, dialog } = await talkAs()
  line.say(asks('How long is it?'), says(1, 'Fourteen weeks.'))
  await end(dialog)
  // It came to nothing.
  await expect(dialog.getByRole('region', { name: 'What came of it' })).toHaveText("There's no recap of this session.")
  await expect(dialog.getByText("If you don't, the transcript isn't stored.")).toBeVisible()
  server.answer(keepTranscript, kept)
  await press(dialog, 'Keep transcript')
  const question = page.getByRole('alertdialog', { name: 'Delete this transcript?' })
  const erase = dialog.getByRole('button', { name: 'Delete transcript' })
  await erase.click()
  await press(question, 'Keep Transcript')
  await expect(erase).toBeFocused()
  server.answer(deleteTranscript, { success: true })
  await erase.click()
  const withNotes = question.getByRole('checkbox', { name: 'Also forget what Mindset Coach learned in it (1 note)' })
  await expect(withNotes).toBeChecked()
  await press(question, 'Delete Transcript')
  await expect(question).toBeHidden()
  await expect(dialog.getByText('Transcript deleted, and everything that came from it.')).toBeFocused()
  expect(server.asked(deleteTranscript).map(({ params }) => params)).toEqual([{ id: sessionId }])
  expect(served.notes()).toEqual([byHand])
})
