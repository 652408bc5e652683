import { endConversation, startConversation } from '#contract/conversations/voice.ts'
import { as, closeToasts, expect, expectRow, page, server, subscriberMe, tagged, test, toastOf } from '#tests/pages.ts'
import { endedSession, openCoach, serveTalk, startTalking } from './talk.ts'

/** Which cause leads to which failure is in web/voice; here is what a person sees of each. */

const busy = 'All agents are busy. Please try again in a few minutes.'

test('a refused microphone is explained, and no conversation is created', tagged('S162 S186 S263'), async () => {
  as(subscriberMe)
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Refused', 'NotAllowedError'))
  })
  await serveTalk(page, server, subscriberMe)
  await page.routeWebSocket('**/voice/check', (socket) => socket.onMessage((text) => socket.send(text)))
  const dialog = await openCoach(page)
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expectRow(page, 'S263')
  await expect(dialog).toContainText('Allow the microphone in the site settings next to the address bar')
  await dialog.getByRole('button', { name: 'Check your sound' }).click()
  const check = page.getByRole('dialog', { name: 'Sound check' })
  await expect(check).toContainText("Your browser isn't letting this page use the microphone.")
  expect(server.asked(startConversation)).toEqual([])
})

test('too few credits to start: a toast leads to the checkout', tagged('S088 S223 S261 D69'), async () => {
  as({ ...subscriberMe, creditBalance: 0.98, balanceSeconds: 59 })
  await serveTalk(page, server, subscriberMe)
  server.refuse(startConversation, 'insufficient_credits')
  const dialog = await openCoach(page)
  await expect(dialog).toContainText('You need at least 1 minute to start a conversation.')
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expectRow(page, 'S261')
  await toastOf(page).getByRole('button', { name: 'Buy Credits' }).click()
  await expect(page).toHaveURL('/checkout')
})

test('a conversation that cannot begin says so, and the next press begins one', tagged('S262 D71 D88'), async () => {
  as(subscriberMe)
  await serveTalk(page, server, subscriberMe)
  const dialog = await openCoach(page)
  const start = dialog.getByRole('button', { name: 'Start' })
  server.refuse(startConversation, 'voice_unavailable')
  await start.click()
  await expectRow(page, 'S262')
  await closeToasts(page)
  server.refuse(startConversation, 'voice_busy')
  await start.click()
  await expectRow(page, 'S262', busy)
  await expect(dialog).toContainText('Ready to connect')
  await closeToasts(page)
  await serveTalk(page, server, subscriberMe)
  await start.click()
  await expect(dialog.getByRole('timer')).toBeVisible()
})

test.describe('a line that fails', () => {
  test.use({ expectedNoise: /WebSocket connection to|Failed to fetch|ERR_FAILED/ })

  test('a network that blocks voice sockets: Connection Error', tagged('S266 D88'), async () => {
    as(subscriberMe)
    await serveTalk(page, server, subscriberMe)
    server.answer(startConversation, () => ({
      id: '7b1f0a52-8f6a-4a0e-9f0a-1b1c2d3e4f61',
      conversationId: 'conv_1',
      signedUrl: `${new URL(page.url()).origin.replace('http', 'ws')}/blocked`,
    }))
    const dialog = await openCoach(page)
    await dialog.getByRole('button', { name: 'Start' }).click()
    await expectRow(page, 'S266')
    await expect(dialog).toContainText('Ready to connect')
  })

  test('a session that cannot be saved says so', tagged('S268 D77'), async () => {
    as(subscriberMe)
    await serveTalk(page, server, subscriberMe)
    server.cut(endConversation)
    const dialog = await startTalking(page)
    await dialog.getByRole('button', { name: 'End', exact: true }).click()
    await expectRow(page, 'S268')
  })

  test('a sheet that cannot be loaded does not disturb the conversation', async () => {
    as(subscriberMe)
    await page.route(/voice-settings[^/]*\.js$/, (route) => route.abort())
    await serveTalk(page, server, subscriberMe)
    const dialog = await startTalking(page)
    await dialog.getByRole('button', { name: 'Voice settings' }).click()
    const sheet = page.getByRole('dialog', { name: "This didn't load" })
    await expect(sheet).toContainText("Your conversation isn't affected.")
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toHaveCount(0)
    await expect(dialog.getByRole('timer')).toBeVisible()
  })
})

test('how a conversation ended is stated without an error', tagged('D86 D88 D92'), async () => {
  as(subscriberMe)
  const line = await serveTalk(page, server, subscriberMe)
  for (const [reason, words] of [
    ['agent', 'The agent ended the session.'],
    ['limit', 'The session reached its time limit.'],
    ['access', 'Your access to this agent ended.'],
  ] as const) {
    server.answer(endConversation, { ...endedSession, userId: subscriberMe.id, endReason: reason })
    const dialog = await startTalking(page)
    line.say({ type: 'session_ended', session_ended_event: { reason, used_seconds: 12 } })
    await expect(dialog).toContainText(words)
    await expect(dialog).toContainText('Session saved')
    await expect(toastOf(page)).toHaveCount(0)
  }
})
