import { checkerNoise, expectAccessible } from '../../../kit/browser/accessible.ts'
import { expect, expectRow, page, tagged, test } from '#tests/screens.ts'
import { setSwitches } from '../../faults.ts'
import { audibleLevel, outputLevel, tapOutput } from './output-level.ts'
import * as talking from './talking.ts'

// The checker tries a style of its own, and the browser itself reports the line that does not open.
test.use({ expectedNoise: new RegExp(`${checkerNoise.source}|WebSocket connection to`) })

test('the sound check passes, counts nothing, and this device remembers it', async () => {
  const talker = await talking.becomeTalker()
  await tapOutput()
  await talking.watchMicrophones()
  const dialog = await talking.openAgent()
  await dialog.getByRole('button', { name: 'Check your sound' }).click()
  const check = page.getByRole('dialog', { name: 'Sound check' })
  await expect(check).toContainText('We can hear you.')
  await expect(check).toContainText(/Good: \d+ ms round trip\.|It works, but slowly/)
  await expect(check.getByRole('combobox', { name: 'Microphone' })).toHaveText('System default')
  await check.getByRole('button', { name: 'Play' }).click()
  await expect(check).toContainText('Did you hear the notes?')
  await expect.poll(() => outputLevel('loudestOutput')).toBeGreaterThan(audibleLevel)
  await check.getByRole('button', { name: 'No', exact: true }).click()
  await expect(check).toContainText('Turn up the volume')
  await expectAccessible(page)
  await check.getByRole('button', { name: 'Play again' }).click()
  await check.getByRole('button', { name: 'Yes' }).click()
  await expect(check).toContainText('Everything works on this device.')
  await check.getByRole('button', { name: 'Done' }).click()
  await expect(dialog.getByRole('button', { name: 'Sound checked' })).toBeFocused()
  await expect.poll(talking.microphones).toEqual(['ended'])
  expect(await talking.conversationsOf(talker)).toEqual([])
  await talking.openAgent()
  await expect(dialog.getByRole('button', { name: 'Sound checked' })).toBeVisible()
})

const proven = 'S085 S086 S087 S162 S167 S244 S245 S246 S247 S297 S298 S299 D82 D83 D84'

test('a spoken turn sends its signals, and 16,000 samples a second all the time', tagged(proven), async () => {
  const talker = await talking.becomeTalker()
  await watchSent()
  await talking.startTalking()
  expect(await talking.conversationsOf(talker)).toMatchObject([{ status: 'active' }])
  // How long the request waits is proven with a clock of its own (web/voice/conversation-talk.test.ts).
  const turn = ['conversation_initiation_client_data', 'user_turn_start', 'user_turn_stop', 'response_request']
  await expect.poll(async () => (await sound()).kinds).toEqual(expect.arrayContaining(turn))
  const { kinds } = await sound()
  const places = turn.map((kind) => kinds.indexOf(kind))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places[0]).toBe(0)

  // By the audio clock, whatever the wall clock says: every 64 ms are three frames of 341, 341 and 342 samples.
  const from = await sound()
  await expect.poll(async () => (await sound()).seconds).toBeGreaterThan(from.seconds + 1)
  const due = ((await sound()).seconds - from.seconds) * 16_000 - 342
  await expect.poll(async () => sum((await sound()).frames) - sum(from.frames)).toBeGreaterThan(due)
  const { frames, seconds } = await sound()
  expect(sum(frames)).toBeLessThan(seconds * 16_000)
  const first = frames.indexOf(342) % 3
  expect(frames).toEqual(frames.map((_, at) => (at % 3 === first ? 342 : 341)))
})

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** What the page sent over its voice socket: the kinds of messages, and the samples of each frame of sound. */
interface Sent {
  kinds: string[]
  frames: number[]
  /** The audio clock's time, read at the same moment. */
  seconds: number
}

async function watchSent(): Promise<void> {
  await page.addInitScript(() => {
    const contexts: AudioContext[] = []
    const [kinds, frames]: [string[], number[]] = [[], []]
    window.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options)
        contexts.push(this)
      }
    }
    // oxlint-disable-next-line typescript/unbound-method -- called with its socket below
    const { send } = WebSocket.prototype
    WebSocket.prototype.send = function note(this: WebSocket, data) {
      const body = JSON.parse(data as string) as { type?: string; user_audio_chunk?: string }
      if (body.user_audio_chunk === undefined) kinds.push(body.type ?? '')
      else frames.push(atob(body.user_audio_chunk).length / 2)
      send.call(this, data)
    }
    Object.assign(window, { sent: () => ({ kinds, frames, seconds: contexts.at(-1)?.currentTime ?? 0 }) })
  })
}

const sound = () => page.evaluate(() => (window as unknown as { sent: () => Sent }).sent())

test('a provider that drops the call is Connection Lost with Resume', tagged('gate S166 S265 D72 D76'), async () => {
  const talker = await talking.becomeTalker()
  await talking.watchMicrophones()
  const dialog = await talking.openAgent()
  await setSwitches({ voiceFaults: { [talking.agentName]: 'drop' } })
  try {
    await talking.start(dialog)
    await expectRow(page, 'S265')
  } finally {
    await setSwitches({ voiceFaults: { [talking.agentName]: null } })
  }
  await expect.poll(talking.microphones).toEqual(['ended'])
  const [lost] = await talking.conversationsOf(talker)
  expect(lost).toMatchObject({ status: 'failed', end_reason: 'fault', charged_ms: 0 })
  // A question would interrupt the words to come.
  await talking.listenOnly()
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await expect(dialog.getByRole('log')).toContainText('We were cut off. I am back, please go on.')
  expect((await talking.conversationsOf(talker))[0]).toMatchObject({ status: 'active', resume_of: lost?.id })
})
