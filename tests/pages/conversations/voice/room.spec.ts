import type { ServerMessage } from '#contract/conversations/voice-socket.ts'
import { agents } from '#contract/agents/agents.ts'
import { transcriptSettings } from '#contract/conversations/transcripts.ts'
import { startConversation } from '#contract/conversations/voice.ts'
import { as, expect, page, type Page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { keepsNothing, serveDashboard } from '../home.ts'
import { coach, openCoach, serveTalk, spoken, startTalking } from './talk.ts'

const rateHz = 16_000

/** Sound of the agent for this long, of a response with this id. */
function soundOf(eventId: number, seconds: number): ServerMessage {
  const samples = Int16Array.from(
    { length: seconds * rateHz },
    (_, at) => 8000 * Math.sin((at * Math.PI * 440) / rateHz),
  )
  return {
    type: 'audio',
    audio_event: { audio_base_64: Buffer.from(samples.buffer).toString('base64'), event_id: eventId },
  }
}

function says(eventId: number, text: string): ServerMessage {
  return { type: 'agent_response', agent_response_event: { agent_response: text, event_id: eventId } }
}

/** Goes to another page by a link, as people do from the pill. */
async function goToDashboard(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('heading', { name: 'Your Dashboard' })).toBeVisible()
}

test('captions show a word when it is heard, and what was cut off never', async () => {
  as(subscriberMe)
  const line = await serveTalk(page, server, subscriberMe)
  const dialog = await startTalking(page)
  const words = dialog.getByRole('log', { name: 'Transcript' }).locator('[data-word]')
  const heard = dialog.getByRole('log', { name: 'Transcript' }).locator('[data-heard]')
  line.say(says(1, 'Let us begin with what you sell, to whom, and why they buy.'), soundOf(1, 12))
  await expect(words).toHaveCount(13)
  await expect(heard.first()).toHaveText('Let')
  await expect(words.last()).toHaveCSS('opacity', '0')
  await expect(heard).toHaveCount(13)
  await expect(words.last()).toHaveCSS('opacity', '1')

  line.say(says(2, 'This sentence is long, and nobody will hear its end.'), soundOf(2, 12))
  await expect(heard.first()).toHaveText('This')
  line.say({ type: 'interruption', interruption_event: { event_id: 2 } })
  const end = dialog.getByText('end.')
  await expect(dialog.getByRole('heading', { name: 'Listening' })).toBeVisible()
  await expect(end).toHaveCSS('opacity', '0')
  line.say({
    type: 'agent_response_correction',
    agent_response_correction_event: {
      original_agent_response: 'This sentence is long, and nobody will hear its end.',
      corrected_agent_response: 'This sentence...',
      event_id: 2,
    },
  })
  await expect(heard).toHaveText(['This', ' sentence...'])
})

test('a conversation goes on as a pill while its person looks at other pages, and ends with the recap (D171)', async () => {
  as(subscriberMe)
  serveDashboard(server)
  const line = await serveTalk(page, server, subscriberMe)
  const dialog = await startTalking(page)
  await dialog.getByRole('button', { name: 'Minimize' }).click()
  const pill = page.getByRole('region', { name: 'Conversation with Mindset Coach' })
  const back = pill.getByRole('button', { name: 'Return to Mindset Coach' })
  await expect(back).toBeFocused()
  await expect(dialog).toBeHidden()
  await goToDashboard(page)
  await expect(pill).toContainText(/\d:\d\d/)
  expect(line.isOpen).toBe(true)

  await back.click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Agent Marketplace' })).toBeVisible()
  await expect(pill).toBeVisible()

  // From another card of the same agent, too.
  await page.getByRole('button', { name: 'Use This Agent' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await dialog.getByRole('button', { name: 'Minimize' }).click()
  await pill.getByRole('button', { name: 'End' }).click()
  await expect(dialog).toContainText('Session saved')
  expect(server.asked(startConversation)).toHaveLength(1)
})

test('a conversation that ends by itself leaves the way to its recap in the pill', async () => {
  as(subscriberMe)
  const line = await serveTalk(page, server, subscriberMe)
  const dialog = await startTalking(page)
  await dialog.getByRole('button', { name: 'Minimize' }).click()
  await line.close(1000)
  const pill = page.getByRole('region', { name: 'Conversation with Mindset Coach' })
  await expect(pill).toContainText('Session saved')
  await pill.getByRole('button', { name: 'See the recap with Mindset Coach' }).click()
  await expect(dialog).toContainText('12 s with Mindset Coach.')
  await dialog.getByRole('button', { name: 'Minimize' }).waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(pill).toHaveCount(0)
})

test('another agent takes over only after a question', tagged('D74'), async () => {
  as(subscriberMe)
  await serveTalk(page, server, subscriberMe)
  const other = { ...coach, id: '7b1f0a52-8f6a-4a0e-9f0a-1b1c2d3e4f99', name: 'Pipeline Keeper' }
  server.answer(agents, [coach, other])
  const dialog = await startTalking(page)
  await dialog.getByRole('button', { name: 'Minimize' }).click()
  const use = page.getByRole('article', { name: other.name }).getByRole('button', { name: 'Use This Agent' })
  await use.click()
  const question = page.getByRole('alertdialog', { name: 'Talk to Pipeline Keeper instead?' })
  await expect(question).toContainText('Your conversation with Mindset Coach ends, and the time so far is charged.')
  await question.getByRole('button', { name: 'Keep talking' }).click()
  await expect(page.getByRole('region', { name: 'Conversation with Mindset Coach' })).toBeVisible()
  await use.click()
  await question.getByRole('button', { name: 'End session' }).click()
  await expect(page.getByRole('dialog', { name: other.name })).toContainText('Ready to connect')
})

test('the recap says how long it was and what is left, copies the text, and asks on', tagged('D171'), async () => {
  as(subscriberMe)
  const line = await serveTalk(page, server, subscriberMe)
  server.answer(transcriptSettings, keepsNothing)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const dialog = await startTalking(page)
  const [asked, next] = spoken.sampleConversation
  line.say(says(1, spoken.firstMessage), {
    type: 'user_transcript',
    user_transcription_event: { user_transcript: asked?.question ?? '' },
  })
  await expect(dialog.getByRole('log')).toContainText(asked?.question ?? '')
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(dialog).toContainText(/12 s with Mindset Coach\. \d+ minutes left\./)
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `Mindset Coach: ${spoken.firstMessage}\nYou: ${asked?.question}\n`,
  )

  // Three questions that have not been asked; a press starts with it at once.
  const questions = dialog.getByRole('region', { name: 'Ask next' }).getByRole('button')
  await expect(questions).toHaveText(spoken.sampleConversation.slice(1).map(({ question }) => `“${question}”`))
  await questions.first().click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await expect
    .poll(() => line.sent.filter((message) => 'type' in message && message.type === 'user_message'))
    .toEqual([{ type: 'user_message', text: next?.question }])
})

test('without motion, by the system or by choice, a bar replaces the rays', async () => {
  as(subscriberMe)
  await serveTalk(page, server, subscriberMe)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const dialog = await openCoach(page)
  const rays = dialog.locator('canvas')
  await expect(rays).toHaveCount(1)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(rays).toHaveCount(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(rays).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Voice settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Voice settings' })
  await settings.getByRole('switch', { name: 'Calm picture' }).click()
  await settings.getByRole('button', { name: 'Done' }).click()
  await expect(rays).toHaveCount(0)
})
