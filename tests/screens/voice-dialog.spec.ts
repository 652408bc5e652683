import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { outputLevel, tapOutput } from './output-level.ts'
import { becomeTalker, conversationsOf } from './talkers.ts'
import * as talking from './talking.ts'

test('from ready to connected, only after the agreement (S085-S087, S162, S167, S186, S244-S247, S297-S299, D82-D84, D89)', async ({
  page,
}) => {
  const talker = await becomeTalker(page, { agreed: false })
  const sockets = talking.recordSockets(page)
  const starts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/sessions')) starts.push(request.url())
  })
  const dialog = await talking.openAgent(page)
  await recordHeadings(page)
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog).toContainText('Please agree before your first conversation')
  expect(starts).toEqual([])
  await dialog.getByRole('checkbox', { name: 'I agree' }).check()
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/sessions'))
  await dialog.getByRole('button', { name: 'Start' }).click()
  const { signedUrl } = (await (await answered).json()) as { signedUrl: string }
  await expect(dialog.getByRole('timer')).toHaveText(/0:0[1-9]/)
  expect((await conversationsOf(talker))[0]).toMatchObject({ status: 'active' })
  expect(await shownHeadings(page)).toEqual(expect.arrayContaining(['Connecting…', 'Speaking – talk to interrupt']))
  await expect(dialog).toContainText('You are talking to an AI.')

  const [socket] = sockets
  if (!socket) throw new Error('no voice socket')
  expect(socket.url).toBe(signedUrl)
  expect(socket.sent[0]?.body.type).toBe('conversation_initiation_client_data')

  // A recorded question, then silence: the signals of a turn, and 16,000 samples a second all the time.
  await expect
    .poll(() => talking.ofType(socket.sent, 'response_request').length, { timeout: 15_000 })
    .toBeGreaterThan(0)
  const [start] = talking.ofType(socket.sent, 'user_turn_start')
  const [stop] = talking.ofType(socket.sent, 'user_turn_stop')
  const [request] = talking.ofType(socket.sent, 'response_request')
  if (!start || !stop || !request) throw new Error('no turn')
  expect(stop.atMs).toBeGreaterThan(start.atMs)
  expect(request.atMs - stop.atMs).toBeGreaterThan(30)
  expect(request.atMs - stop.atMs).toBeLessThan(250)
  const sound = talking.soundOf(socket.sent)
  expect(sound.every(({ bytes }) => bytes.length > 0 && bytes.length % 2 === 0)).toBe(true)
  const seconds = ((sound.at(-1)?.atMs ?? 0) - (sound[0]?.atMs ?? 0)) / 1000
  const samples = sound.slice(1).reduce((sum, { bytes }) => sum + bytes.length / 2, 0)
  expect(samples / seconds).toBeGreaterThan(15_000)
  expect(samples / seconds).toBeLessThan(17_000)
  const pings = talking
    .ofType(socket.received, 'ping')
    .map(({ body }) => (body.ping_event as { event_id: number }).event_id)
  const pongs = talking.ofType(socket.sent, 'pong').map(({ body }) => body.event_id)
  expect(pongs.length).toBeGreaterThan(0)
  expect(pings.slice(0, pongs.length)).toEqual(pongs)
})

async function recordHeadings(page: Page): Promise<void> {
  await page.evaluate(() => {
    const headings: string[] = []
    Object.assign(window, { headings })
    new MutationObserver(() => {
      const text = document.querySelector('[role=dialog] h3')?.textContent
      if (text && text !== headings.at(-1)) headings.push(text)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

function shownHeadings(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { headings: string[] }).headings)
}

test('mute sends zeros without a pause, and unmute the voice again (S163, D83)', async ({ page }) => {
  await becomeTalker(page)
  const sockets = talking.recordSockets(page)
  const dialog = await talking.startTalking(page)
  const sent = sockets[0]?.sent ?? []
  await expect.poll(() => talking.soundOf(sent).some(({ isSilent }) => !isSilent)).toBe(true)

  await dialog.getByRole('button', { name: 'Mute' }).click()
  await expect(dialog).toContainText(/Muted|you are muted/)
  await page.waitForTimeout(100)
  const mutedFrom = sent.length
  // Longer than the pause of the recorded question, so that a voice would be in it.
  await page.waitForTimeout(5500)
  const muted = talking.soundOf(sent.slice(mutedFrom))
  expect(muted.every(({ isSilent }) => isSilent)).toBe(true)
  expect(muted.length).toBeGreaterThan(220)

  await page.keyboard.press('m')
  await expect(dialog.getByRole('button', { name: 'Mute', exact: true })).toBeVisible()
  const unmutedFrom = sent.length
  await expect.poll(() => talking.soundOf(sent.slice(unmutedFrom)).some(({ isSilent }) => !isSilent)).toBe(true)
})

test('talking over the agent stops its sound and corrects its line (S248, D85)', async ({ page }) => {
  await becomeTalker(page)
  await tapOutput(page)
  const sockets = talking.recordSockets(page)
  const dialog = await talking.startTalking(page)
  const received = sockets[0]?.received ?? []
  await expect.poll(() => outputLevel(page), { intervals: [10] }).toBeGreaterThan(talking.audibleLevel)
  await expect.poll(() => talking.ofType(received, 'interruption').length, { timeout: 20_000, intervals: [10] }).toBe(1)
  // Speech has short pauses of its own, so silence counts only when it lasts.
  await page.waitForTimeout(60)
  const levels: number[] = []
  for (const until = performance.now() + 500; performance.now() < until;) levels.push(await outputLevel(page))
  expect(Math.max(...levels)).toBeLessThan(talking.audibleLevel)
  await expect.poll(() => talking.ofType(received, 'agent_response_correction').length).toBeGreaterThan(0)
  const { corrected_agent_response: corrected, original_agent_response: original } = talking.payloadOf<{
    corrected_agent_response: string
    original_agent_response: string
  }>(received, 'agent_response_correction', 'agent_response_correction_event')
  expect(corrected).not.toBe(original)
  await dialog.getByRole('button', { name: 'Show full transcript' }).click()
  const log = dialog.getByRole('log', { name: 'Transcript' })
  await expect(log.getByText(corrected, { exact: true })).toBeVisible()
  await expect(log.getByText(original, { exact: true })).toHaveCount(0)
  expect(talking.ofType(sockets[0]?.sent ?? [], 'continuation').length).toBeGreaterThan(0)
})
