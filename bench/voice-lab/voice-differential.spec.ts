import { createHash } from 'node:crypto'
import { expect, test } from '@playwright/test'
import type { VoiceFault } from '@luna/fake-elevenlabs/voice-fault.ts'
import { samplesOf, shareHeard, staleSound } from './figures.ts'
import { type Lab, type LabClientName, type LabTalk, openLab } from './lab.ts'
import type { LabLine, LabState } from './page.ts'
import type { ProbeRecord } from './probe.ts'

/** Our client against the provider's official one. Intended differences are marked "By design". */

const greeting = 'Hello, I am Marie.'
const story =
  `Once upon a time there was a baker. ${'She baked one loaf after the other, day after day. '.repeat(6)}`.trim()
const request = 'Tell me a story.'
const farewell = 'Thank you for talking with me. Goodbye!'

/** The default leaves out corrections and hanging up. */
const clientEvents =
  'audio interruption agent_response agent_response_correction agent_tool_response user_transcript ping'

function agent(firstMessage: string, conversation: object = {}): object {
  const prompt = { prompt: `## Sample answers\n- [story]: ${story}` }
  return {
    name: 'Marie',
    conversation_config: {
      agent: { first_message: firstMessage, prompt },
      conversation: { client_events: clientEvents.split(' '), ...conversation },
    },
  }
}

let lab: Lab
test.beforeAll(async () => {
  lab = await openLab({ recognise: () => Promise.resolve(request) })
})
test.afterAll(() => lab.close())

/** At 16 kHz nothing is resampled, so that the played sound can be compared to the sample. */
const probing = { keepsFrames: true, keepsSound: true, speaksWhenTold: true, contextRateHz: 16_000 }

interface Outcome {
  state: LabState
  record: ProbeRecord
}

/** Holds the same conversation with both clients, side by side. */
async function both(
  settings: object,
  script: (talk: LabTalk) => Promise<void>,
  fault: VoiceFault | null = null,
): Promise<Record<LabClientName, Outcome>> {
  const agentId = await lab.standin.createAgent(settings)
  const outcome = async (client: LabClientName): Promise<Outcome> => {
    const talk = await lab.open(client, agentId, probing)
    await talk.start()
    await script(talk)
    await expectState(talk, ({ end }) => end !== null).toBe(true)
    await hearOut(talk)
    const [state, record] = [await talk.state(), await talk.record()]
    await talk.close()
    return { state, record }
  }
  lab.standin.faults.voice = fault
  const [official, ours] = await Promise.all([outcome('official'), outcome('ours')])
  lab.standin.faults.voice = null
  return { official, ours }
}

function expectState(talk: LabTalk, read: (state: LabState) => unknown) {
  return expect.poll(async () => read(await talk.state()), { timeout: 60_000 })
}

/** Waits until the client has closed its sound, because last words may be played after the end. */
async function hearOut({ page }: LabTalk): Promise<void> {
  const playedMore = async () => {
    const count = () => page.evaluate(() => window.voiceProbe!.record.played.length)
    const before = await count()
    await page.waitForTimeout(500)
    return (await count()) - before
  }
  await expect.poll(playedMore, { timeout: 60_000 }).toBe(0)
}

/** Waits until that many agent lines came and the last was played to its end, and half a second more. */
async function hearAll(talk: LabTalk, agentLines: number): Promise<void> {
  const isHeard = () =>
    talk.page.evaluate((count) => {
      const { received, loudness } = window.voiceProbe!.record
      const line = received.filter(({ type }) => type === 'agent_response')[count - 1]
      const firstSound = received.find(({ sound, eventId }) => sound !== null && eventId === line?.eventId)
      const last = loudness.at(-1)
      if (!firstSound || !last || last.atMs < firstSound.atMs) return false
      return last.level === 0 && performance.now() - last.atMs > 500
    }, agentLines)
  await expect.poll(isHeard, { timeout: 60_000 }).toBe(true)
}

/** Waits until an answer after the first `agentLines` lines is audible. */
async function hearBegin(talk: LabTalk, agentLines: number): Promise<void> {
  const isPlaying = () =>
    talk.page.evaluate((count) => {
      const { received, loudness } = window.voiceProbe!.record
      const line = received.filter(({ type }) => type === 'agent_response')[count - 1]
      const firstSound = received.find(({ sound, eventId }) => sound !== null && eventId === line?.eventId)
      // Late enough that a word of it was heard, and no rest of the answer before.
      return firstSound !== undefined && loudness.some(({ atMs, level }) => atMs > firstSound.atMs + 700 && level === 2)
    }, agentLines)
  await expect.poll(isPlaying, { timeout: 60_000 }).toBe(true)
}

const typesOf = ({ record }: Outcome): string[] =>
  record.received.map(({ type }) => type).filter((type) => type !== 'audio' && type !== 'ping')

/** Returns the sound of each answer as it arrived, by the answer's position. */
function soundsOf({ received }: ProbeRecord): Int16Array[] {
  const ids = received.flatMap(({ type, eventId }) => (type === 'agent_response' ? [eventId] : []))
  return ids.map((id) => {
    const frames = received.filter(({ sound, eventId }) => sound !== null && eventId === id)
    return Int16Array.from(frames.flatMap(({ sound }) => [...samplesOf(sound ?? '')]))
  })
}

const hashOf = (samples: Int16Array): string => createHash('sha256').update(samples).digest('hex')

test('a whole conversation, with barge-in and a hang-up by the agent (D80, D85)', async () => {
  const { official, ours } = await both(agent(greeting), async (talk) => {
    await hearAll(talk, 1)
    await talk.speak()
    await hearBegin(talk, 2)
    await talk.speak()
    await hearBegin(talk, 3)
    await talk.say('Goodbye')
  })

  // The provider said the same to both, in the same order; the two stories were cut off at different moments.
  expect(typesOf(ours)).toEqual(typesOf(official))
  expect(typesOf(ours).filter((type) => type === 'interruption')).toHaveLength(2)
  for (const whole of [0, 3]) {
    expect(hashOf(soundsOf(ours.record).at(whole)!)).toBe(hashOf(soundsOf(official.record).at(whole)!))
    // Played to its end, to the sample. By design ours fades in and out, 5 ms each.
    expect(shareHeard(soundsOf(ours.record).at(whole)!, ours.record.played)).toBeGreaterThan(0.95)
  }
  // By design: the official client's last words end with the line, as far as they were played by then.
  expect(shareHeard(soundsOf(official.record).at(0)!, official.record.played)).toBeGreaterThan(0.95)
  // By design: ours stops an interrupted story at once, and the official client fades for two seconds.
  expect(staleSound(ours.record, 1000)).toEqual([0, 0])

  // By design: we show an interrupted line as it was heard and typed words at once; the official client leaves both to
  // its page.
  const corrections = official.state.corrections
  expect(corrections.map(({ from }) => from)).toEqual([story, story])
  const linesWith = (...told: [string, string]): LabLine[] => [
    { role: 'agent', text: greeting },
    ...told.flatMap((text): LabLine[] => [
      { role: 'user', text: request },
      { role: 'agent', text },
    ]),
  ]
  const last: LabLine = { role: 'agent', text: farewell }
  expect(official.state.lines).toEqual([...linesWith(story, story), last])
  const [heard, heardAgain] = [ours.state.lines[2]?.text ?? '', ours.state.lines[4]?.text ?? '']
  expect(ours.state.lines).toEqual([...linesWith(heard, heardAgain), { role: 'user', text: 'Goodbye' }, last])
  for (const cut of [heard, heardAgain, ...corrections.map(({ to }) => to)]) {
    expect(story.startsWith(cut)).toBe(true)
    expect(cut.length).toBeLessThan(story.length)
  }
  for (const { state } of [official, ours]) expect(state.end).toEqual({ reason: 'agent', problem: null })
})

test('the person ends in the middle of the greeting (D88)', async () => {
  const { official, ours } = await both(agent(story), async (talk) => {
    await hearBegin(talk, 1)
    await talk.end()
  })
  for (const { state, record } of [official, ours]) {
    expect(state.end).toEqual({ reason: 'user', problem: null })
    expect(state.lines).toEqual([{ role: 'agent', text: story }])
    expect(record.sockets).toBe(1)
  }
})

test('a dropped line (D76)', async () => {
  const { official, ours } = await both(agent(story), async () => {}, 'drop')
  for (const { state, record } of [official, ours]) {
    expect(record.closes.map(({ code }) => code)).toEqual([1006])
    expect(state.lines).toEqual([{ role: 'agent', text: story }])
  }
  expect(official.state.end).toEqual({ reason: 'error', problem: 'The connection was closed by the server.' })
  // By design: we ask for a fresh address first (D76); here the server has none.
  expect(ours.state.end).toEqual({ reason: 'fault', problem: 'connection_lost' })
})

test('the provider ends for refused settings, too many conversations and the time (D86, D88)', async () => {
  const refused = await both(agent('Hello {{nobody}}.'), async () => {})
  for (const { record } of Object.values(refused)) expect(record.closes.map(({ code }) => code)).toEqual([1008])
  const missing = 'Missing required dynamic variables: nobody'
  expect(refused.official.state.end).toEqual({ reason: 'error', problem: missing })
  expect(refused.ours.state.end).toEqual({ reason: 'fault', problem: 'connection_failed' })

  const full = await both(agent(greeting), async () => {}, 'busy')
  for (const { record } of Object.values(full)) expect(record.closes.map(({ code }) => code)).toEqual([3008])
  expect(full.official.state.end).toEqual({ reason: 'not started', problem: 'too many concurrent connections' })
  expect(full.ours.state.end).toEqual({ reason: 'not started', problem: 'busy' })

  const long = await both(agent(story, { max_duration_seconds: 2 }), async () => {})
  for (const { record } of Object.values(long)) expect(record.closes.at(-1)?.code).toBe(1000)
  expect(long.official.state.end?.reason).toBe('error')
  // By design: reaching the longest time is not an error (D86). The gateway names it; the provider alone just closes.
  expect(long.ours.state.end).toEqual({ reason: 'agent', problem: null })
})

const breaks = [
  ['quota', 1002, 'This request exceeds your quota limit.'],
  ['llm_error', 1002, 'The language model did not answer in time.'],
  ['crash', 1011, 'Internal error'],
  ['restart', 1001, 'going away'],
] as const

for (const [fault, code, reason] of breaks) {
  test(`the provider breaks off with ${code}: ${reason} (D88)`, async () => {
    const { official, ours } = await both(agent(story), async () => {}, fault)
    for (const { state, record } of [official, ours]) {
      expect(record.closes).toEqual([{ code, reason }])
      expect(state.lines).toEqual([{ role: 'agent', text: story }])
    }
    expect(official.state.end).toEqual({ reason: 'error', problem: reason })
    // By design: people do not see the provider's own words, and 1001 is an end like any other.
    const asFault = { reason: 'fault', problem: 'connection_lost' }
    expect(ours.state.end).toEqual(code === 1001 ? { reason: 'agent', problem: null } : asFault)
  })
}
