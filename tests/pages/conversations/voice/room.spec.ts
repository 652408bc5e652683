import { agents } from '#contract/agents/agents.ts'
import { transcriptSettings } from '#contract/conversations/transcripts.ts'
import { endConversation, startConversation } from '#contract/conversations/voice.ts'
import type { ServerMessage } from '#contract/conversations/voice-socket.ts'
import { expect, page, press, server, tagged, test } from '#tests/pages.ts'
import { keepsNothing } from '../home.ts'
import { asks, beTalker, coach, end, says, spoken, startTalking, talkAs } from './talk.ts'

const rateHz = 16_000

/** Sound of the agent for this long, of a response with this id. */
function soundOf(eventId: number, seconds: number): ServerMessage {
  const loud = (_: unknown, at: number) => 8000 * Math.sin((at * Math.PI * 440) / rateHz)
  const base64 = Buffer.from(Int16Array.from({ length: seconds * rateHz }, loud).buffer).toString('base64')
  return { type: 'audio', audio_event: { audio_base_64: base64, event_id: eventId } }
}

const pill = () => page.getByRole('region', { name: 'Session with Mindset Coach' })

test('captions show a word when it is heard, and what was cut off never', async () => {
  const { line, dialog } = await talkAs()
  const log = dialog.getByRole('log', { name: 'Transcript' })
  const [words, heard] = [log.locator('[data-word]'), log.locator('[data-heard]')]
  line.say(says(1, 'Let us begin with what you sell, to whom, and why they buy.'), soundOf(1, 12))
  await expect(words).toHaveCount(13)
  await expect(heard.first()).toHaveText('Let')
  await expect(words.last()).toHaveCSS('opacity', '0')
  await expect(heard).toHaveCount(13)
  await expect(words.last()).toHaveCSS('opacity', '1')

  const long = 'This sentence is long, and nobody will hear its end.'
  line.say(says(2, long), soundOf(2, 12))
  await expect(heard.first()).toHaveText('This')
  line.say({ type: 'interruption', interruption_event: { event_id: 2 } })
  await expect(dialog.getByRole('heading', { name: 'Listening' })).toBeVisible()
  await expect(dialog.getByText('end.')).toHaveCSS('opacity', '0')
  const corrected = { original_agent_response: long, corrected_agent_response: 'This sentence...', event_id: 2 }
  line.say({ type: 'agent_response_correction', agent_response_correction_event: corrected })
  await expect(heard).toHaveText(['This', ' sentence...'])
})

test('a conversation goes on as a pill on other pages, and ends with the recap', tagged('D171'), async () => {
  const { line, dialog } = await talkAs()
  await press(dialog, 'Minimize')
  const back = pill().getByRole('button', { name: 'Return to Mindset Coach' })
  await expect(back).toBeFocused()
  await expect(dialog).toBeHidden()
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('heading', { name: 'Your Dashboard' })).toBeVisible()
  await expect(pill()).toContainText(/\d:\d\d/)
  expect(line.isOpen).toBe(true)
  await back.click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Agent Marketplace' })).toBeVisible()
  await expect(pill()).toBeVisible()

  // From another card of the same agent, too.
  await page.getByRole('button', { name: 'Use This Agent' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await press(dialog, 'Minimize')
  await press(pill(), 'End')
  await expect(dialog).toContainText('Session saved')
  expect(server.asked(startConversation)).toHaveLength(1)
})

test('another agent takes over only after a question', tagged('D74'), async () => {
  const line = await beTalker()
  const other = { ...coach, id: '7b1f0a52-8f6a-4a0e-9f0a-1b1c2d3e4f99', name: 'Pipeline Keeper' }
  server.answer(agents, [coach, other])
  await press(await startTalking(), 'Minimize')
  const card = page.getByRole('article', { name: other.name })
  const question = page.getByRole('alertdialog', { name: 'Talk to Pipeline Keeper instead?' })
  await press(card, 'Use This Agent')
  await expect(question).toContainText('Your session with Mindset Coach ends, and the time so far is charged.')
  await press(question, 'Keep talking')
  await expect(pill()).toBeVisible()
  await press(card, 'Use This Agent')
  await press(question, 'End session')
  const room = page.getByRole('dialog', { name: other.name })
  await expect(room).toContainText('Ready to connect')

  // A conversation that ends by itself leaves the way to its recap.
  await press(room, 'Start')
  await expect(room.getByRole('timer')).toBeVisible()
  await press(room, 'Minimize')
  await line.close(1000)
  const ended = page.getByRole('region', { name: `Session with ${other.name}` })
  await expect(ended).toContainText('Session saved')
  await press(ended, `See the recap with ${other.name}`)
  await press(room, 'Done')
  await expect(ended).toHaveCount(0)
})

test('the recap says how long it was, copies the text, and asks on', tagged('S243 D171'), async () => {
  server.answer(transcriptSettings, keepsNothing)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { line, dialog } = await talkAs()
  const [asked = '', next = ''] = spoken.sampleConversation.map(({ question }) => question)
  line.say(says(1, spoken.firstMessage))
  line.say(asks(asked))
  await expect(dialog.getByRole('log')).toContainText(asked)
  await end(dialog)
  await expect(dialog).toContainText(/12 s with Mindset Coach\. \d+ minutes left\./)
  expect(Object.keys(server.asked(endConversation)[0]?.body ?? {}).toSorted()).toEqual(['cost', 'duration'])
  await press(dialog, 'More')
  await press(dialog, 'Copy')
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(`Mindset Coach: ${spoken.firstMessage}\nYou: ${asked}\n`)

  // Three questions that have not been asked; a press starts with it at once.
  const questions = dialog.getByRole('region', { name: 'Ask next' }).getByRole('button')
  await expect(questions).toHaveText(spoken.sampleConversation.slice(1).map(({ question }) => `“${question}”`))
  await questions.first().click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await expect.poll(() => line.typed()).toEqual([next])
})
