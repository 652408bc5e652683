import { agentPage } from '#contract/agents/agents.ts'
import { endConversation, startConversation } from '#contract/conversations/voice.ts'
import { refusals } from '#server/kernel/problem.ts'
import * as luna from '#tests/pages.ts'
import { closeToasts, expect, expectRow, page, press, server, tagged, test, toastOf } from '#tests/pages.ts'
import { beTalker, coach, end, endedSession, ends, openCoach, serveTalk, startTalking, talkAs } from './talk.ts'

/** Which cause leads to which failure is in web/voice; here is what a person sees of each. */

const { expectWords, subscriberMe } = luna

test.use({ expectedNoise: /WebSocket connection to|Failed to fetch|ERR_FAILED/ })

test('a refused microphone is explained, and no conversation is created', tagged('S162 S186 S263'), async () => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Refused', 'NotAllowedError'))
  })
  await beTalker()
  await page.routeWebSocket('**/voice/check', (socket) => socket.onMessage((text) => socket.send(text)))
  const dialog = await openCoach()
  await press(dialog, 'Start')
  await expectRow(page, 'S263')
  await expect(dialog).toContainText('Allow the microphone in the site settings next to the address bar')
  await press(dialog, 'Check your sound')
  const check = page.getByRole('dialog', { name: 'Sound check' })
  await expect(check).toContainText("Your browser isn't letting this page use the microphone.")
  expect(server.asked(startConversation)).toEqual([])
})

test('too few credits to start: a toast leads to the checkout', tagged('S088 S223 S261 D69'), async () => {
  await beTalker({ ...subscriberMe, creditBalance: 0.98, balanceSeconds: 59 })
  server.refuse(startConversation, 'insufficient_credits')
  const dialog = await openCoach()
  await expect(dialog).toContainText('You need at least 1 minute to start a conversation.')
  await press(dialog, 'Start')
  await expectRow(page, 'S261')
  await press(toastOf(page), 'Buy Credits')
  await expect(page).toHaveURL('/checkout')
})

test('a start that fails says so, and the next press begins one', tagged('S262 S266 D71 D74 D88'), async () => {
  await beTalker()
  const dialog = await openCoach()
  server.refuse(startConversation, 'voice_unavailable')
  await press(dialog, 'Start')
  await expectRow(page, 'S262')
  await closeToasts(page)
  server.refuse(startConversation, 'voice_busy')
  await press(dialog, 'Start')
  await expectRow(page, 'S262', 'All agents are busy. Please try again in a few minutes.')
  await closeToasts(page)
  // A network that blocks voice sockets.
  const signedUrl = `${new URL(page.url()).origin.replace('http', 'ws')}/blocked`
  server.answer(startConversation, { id: endedSession.id, conversationId: 'conv_1', signedUrl })
  await press(dialog, 'Start')
  await expectRow(page, 'S266')
  await closeToasts(page)

  // A conversation in another tab is no failure: this one offers to take over.
  const other = { id: '7b1f0a52-8f6a-4a0e-9f0a-1b1c2d3e4f69' }
  server.refuse(startConversation, 'session_active', { details: { sessionId: other.id } })
  await expect(dialog).toContainText('Ready to connect')
  await press(dialog, 'Start')
  await expect(dialog).toContainText('You are already talking to an agent')
  await expect(toastOf(page)).toHaveCount(0)
  await serveTalk(page, server, subscriberMe)
  await press(dialog, 'End the other session and start here')
  await expect(dialog.getByRole('timer')).toBeVisible()
  expect(server.asked(endConversation).at(-1)?.params).toEqual(other)
})

test('a sheet that cannot be loaded disturbs nothing; an unsaved session says so', tagged('S268 D77'), async () => {
  await page.route(/top-up[^/]*\.js$/, (route) => route.abort())
  const { dialog } = await talkAs()
  await press(dialog, 'Buy Credits')
  const sheet = page.getByRole('dialog', { name: "This didn't load" })
  await expect(sheet).toContainText("Your session isn't affected.")
  await press(sheet, 'Close')
  await expect(sheet).toHaveCount(0)
  await expect(dialog.getByRole('timer')).toBeVisible()
  server.cut(endConversation)
  await end(dialog)
  await expectRow(page, 'S268')
})

test('how a conversation ended is stated without an error', tagged('S261 D73 D75 D86 D88 D92'), async () => {
  const line = await beTalker()
  for (const [reason, words, heading] of [
    ['agent', 'The agent ended the session.', 'Session saved'],
    ['limit', 'The session reached its time limit.', 'Session saved'],
    ['balance', 'Your credits are used up.', 'Not Enough Credits'],
    ['budget', 'Your monthly budget is used up.', 'Not Enough Credits'],
  ] as const) {
    server.answer(endConversation, { ...endedSession, userId: subscriberMe.id, endReason: reason })
    const dialog = await startTalking()
    line.say(ends(reason, 12))
    await expectWords(dialog, words, heading)
    await expect(toastOf(page)).toHaveCount(0)
  }
  // An end that cannot be settled yet is shown as still being counted, not as free.
  server.refuseWith(endConversation, refusals.away())
  const dialog = await startTalking()
  line.say(ends('idle', null))
  await expectWords(dialog, 'Session ended', 'still counting this session', "You'll find its cost in your history.")
  await expect(dialog).not.toContainText('Nothing')

  // An agent that is deleted leaves its recap on its own page.
  server.answer(endConversation, { ...endedSession, userId: subscriberMe.id, endReason: 'access' })
  await page.goto(`/agents/${coach.id}`)
  await press(luna.main(), 'Use This Agent')
  await press(dialog, 'Start')
  await expect(dialog.getByRole('timer')).toBeVisible()
  server.refuse(agentPage, 'agent_not_found')
  line.say(ends('access', 12))
  await expect(dialog).toContainText('Your access to this agent ended.')
  await press(dialog, 'Done')
  await expect(page.getByText('This agent does not exist or is no longer available.')).toBeVisible()
})
