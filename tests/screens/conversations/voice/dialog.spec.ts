import { tagged } from '../../../kit/tags.ts'
import type { Page } from '@playwright/test'
import { expect, test } from '../../fixtures.ts'
import { type SoundMoment, soundMoment, watchSoundClock } from './sound-clock.ts'
import { becomeTalker, conversationsOf } from './talkers.ts'
import * as talking from './talking.ts'

test(
  'from ready to connected, only after consent',
  tagged('S085 S086 S087 S162 S167 S186 S244 S245 S246 S247 S297 S298 S299 D82 D83 D84 D89'),
  async ({ page }) => {
    const talker = await becomeTalker(page, { agreed: false })
    await watchSoundClock(page)
    const sockets = talking.recordSockets(page)
    const starts: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/sessions')) starts.push(request.url())
    })
    const dialog = await talking.openAgent(page)
    await talking.recordTexts(page, '[role=dialog] h3')
    await dialog.getByRole('button', { name: 'Start' }).click()
    await expect(dialog).toContainText('Please agree before your first conversation')
    expect(starts).toEqual([])
    await dialog.getByRole('checkbox', { name: 'I agree' }).check()
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/sessions'))
    await dialog.getByRole('button', { name: 'Start' }).click()
    const { signedUrl } = (await (await answered).json()) as { signedUrl: string }
    await expect(dialog.getByRole('timer')).toHaveText(/0:0[1-9]/)
    expect((await conversationsOf(talker))[0]).toMatchObject({ status: 'active' })
    await expect
      .poll(() => talking.recordedTexts(page))
      .toEqual(expect.arrayContaining(['Connecting…', 'Speaking – talk to interrupt']))
    await expect(dialog).toContainText('You are talking to an AI.')

    const [socket] = sockets
    if (!socket) throw new Error('no voice socket')
    expect(socket.url).toBe(signedUrl)
    expect(socket.sent[0]?.body.type).toBe('conversation_initiation_client_data')

    // A recorded question, then silence: the signals of a turn, and 16,000 samples a second all the time.
    await expect.poll(() => talking.ofType(socket.sent, 'response_request').length).toBeGreaterThan(0)
    const [start] = talking.ofType(socket.sent, 'user_turn_start')
    const [stop] = talking.ofType(socket.sent, 'user_turn_stop')
    const [request] = talking.ofType(socket.sent, 'response_request')
    if (!start || !stop || !request) throw new Error('no turn')
    // How long the request waits is proven with a clock of its own (web/voice/conversation-talk.test.ts).
    const [started, stopped, requested] = [start, stop, request].map((frame) => socket.sent.indexOf(frame))
    expect(started).toBeLessThan(stopped ?? 0)
    expect(stopped).toBeLessThan(requested ?? 0)
    await expectSteadySound(page, socket)
    const pings = talking
      .ofType(socket.received, 'ping')
      .map(({ body }) => (body.ping_event as { event_id: number }).event_id)
    const pongs = talking.ofType(socket.sent, 'pong').map(({ body }) => body.event_id)
    expect(pongs.length).toBeGreaterThan(0)
    expect(pings.slice(0, pongs.length)).toEqual(pongs)
  },
)

/**
 * Checks steady sound: every 64 ms of the audio clock are three frames of 341, 341 and 342 samples, 16,000 a second,
 * with none left out.
 */
async function expectSteadySound(page: Page, socket: talking.VoiceSocket): Promise<void> {
  const from = await soundMoment(page)
  await expect.poll(async () => (await soundMoment(page)).audioSeconds).toBeGreaterThan(from.audioSeconds + 1)
  const to = await soundMoment(page)
  const due = (to.audioSeconds - from.audioSeconds) * 16_000 - 342
  await expect.poll(() => sum(samplesSince(socket, from))).toBeGreaterThan(due)
  const all = samplesSince(socket, { frames: 0, audioSeconds: 0 })
  const now = await soundMoment(page)
  expect(sum(all)).toBeLessThan(now.audioSeconds * 16_000)
  const first = all.indexOf(342) % 3
  expect(all).toEqual(all.map((_, at) => (at % 3 === first ? 342 : 341)))
}

/** Returns the samples of each frame that the page sent after that moment. */
function samplesSince(socket: talking.VoiceSocket, { frames }: SoundMoment): number[] {
  return talking.soundOf(socket.sent.slice(frames)).map(({ bytes }) => bytes.length / 2)
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
