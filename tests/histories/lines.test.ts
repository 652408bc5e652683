import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import * as voice from '#contract/conversations/voice.ts'
import { endedRow, startTalk } from '../kit/conversations/conversations.ts'
import { expectInvariants } from '../kit/world/invariants.ts'
import { addAgent, subscriber, type TestPerson } from '../kit/world/people.ts'
import { VoiceClient, wait } from '@luna/fake-elevenlabs/testing/voice-client.ts'
import { openWorld } from '../kit/world/world.ts'

// Random lives of a line against the gateway itself: sockets, pings and seconds are real, so many play at once.
const histories = Number(process.env['LUNA_LINES'] ?? 12)
const atOnce = 12
/** `npm test` plays a few short ones. */
const isShort = histories < atOnce
const longestMs = isShort ? 8000 : 20_000
const seed = Number(process.env['LUNA_SEED'] ?? 1_760_176)
/** A line that answers nothing is dead at the third ping after the last answered one (D176). */
const [pingMs, deadAtPing] = [2500, 3]
const toleranceMs = 1000
/** 16 kHz, 16 bits. */
const bytesPerMs = 32

const answer =
  'Here is a plan. First write down what you want, then what you have, and in the end what is still missing.'

const world = await openWorld()
const agentId = await addAgent(world, { systemPrompt: `You help.\n\n## Sample answers\n- [plan]: ${answer}` })
/** The agent's sound as the gateway had it, by conversation; an interruption cuts off the unplayed rest. */
type Sound = { atMs: number; soundMs: number; isCut: boolean }
const sounds = new Map<string, Sound[]>()
const { voice: provider } = world.services
const connect = provider.connect
provider.connect = (url) => listenIn(connect(url))
afterAll(async () => {
  await expectInvariants(world)
  await world.close()
})

/** Notes what the provider sends, before the gateway has it. */
function listenIn(socket: WebSocket): WebSocket {
  const had: Sound[] = []
  socket.on('message', (data) => {
    const frame = JSON.parse((data as Buffer).toString()) as {
      type: string
      audio_event?: { audio_base_64: string }
      conversation_initiation_metadata_event?: { conversation_id: string }
    }
    const begun = frame.conversation_initiation_metadata_event
    if (begun) sounds.set(begun.conversation_id, had)
    const soundMs = Buffer.from(frame.audio_event?.audio_base_64 ?? '', 'base64').length / bytesPerMs
    const isCut = frame.type === 'interruption'
    if (soundMs > 0 || isCut) had.push({ atMs: performance.now(), soundMs, isCut })
  })
  return socket
}

const ms = (min: number, max: number) => fc.integer({ min, max })
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('listen' as const), ms: ms(500, 4000) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ask' as const), ms: ms(300, 3000) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reconnect' as const), ms: ms(200, 1500) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('drop' as const), ms: ms(300, 4500), asks: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hang' as const), ms: ms(1000, 11_000) }) },
)
const steps = fc.array(step, { minLength: isShort ? 3 : 4, maxLength: 7 }).filter((acts) => {
  return acts.reduce((sum, one) => sum + one.ms, 0) < longestMs
})
/** In the end, the person leaves or their line is lost for good. */
const history = fc.record({ steps, isLost: fc.boolean() })
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type History = typeof history extends fc.Arbitrary<infer H> ? H : never

/** The browser's side of one conversation, and what it knows of its line. */
class Caller {
  readonly #person: TestPerson
  readonly #id: string
  #line: VoiceClient
  /** Periods in which nothing can have been delivered. */
  readonly deadMs: { fromMs: number; toMs: number }[] = []

  constructor(person: TestPerson, id: string, line: VoiceClient) {
    this.#person = person
    this.#id = id
    this.#line = line
  }

  async play(one: Step): Promise<void> {
    if (one.do === 'ask' || (one.do === 'drop' && one.asks)) {
      this.#line.send({ type: 'user_message', text: 'A plan, please' })
    }
    if (one.do === 'reconnect') await this.#comeBack()
    if (one.do === 'drop') return this.#drop(one.ms)
    if (one.do === 'hang') return this.#hang(one.ms)
    await wait(one.ms)
  }

  /** Returns on a new line and takes in what was kept, which the gateway charges once it is sent. */
  async #comeBack(): Promise<void> {
    const { signedUrl } = await this.#person.client.call(voice.reconnectConversation, { params: { id: this.#id } })
    this.#line = new VoiceClient(signedUrl)
    await this.#line.next('conversation_initiation_metadata')
    await this.#line.delivered()
  }

  async #drop(gapMs: number): Promise<void> {
    const fromMs = performance.now()
    this.#line.vanish()
    await wait(gapMs)
    await this.#comeBack()
    this.deadMs.push({ fromMs, toMs: performance.now() })
  }

  /** Stops the browser from reading, so that it answers no ping until it continues. */
  async #hang(gapMs: number): Promise<void> {
    await this.#line.pinged()
    this.#line.stopReading()
    let [pings, deadFromMs] = [0, Number.POSITIVE_INFINITY]
    // In step with the gateway's own, so that a busy machine delays both alike.
    const pinging = setInterval(() => {
      if (++pings === deadAtPing) deadFromMs = performance.now()
    }, pingMs)
    await wait(gapMs)
    clearInterval(pinging)
    this.#line.goOnReading()
    await this.#line.delivered()
    if (pings >= deadAtPing) this.deadMs.push({ fromMs: deadFromMs, toMs: performance.now() })
  }

  end(isLost: boolean): void {
    if (isLost) this.#line.vanish()
    else this.#line.close()
  }
}

/** Returns what D191 charges for `passedMs` with these gaps in which nothing was delivered, and the sound after them. */
function expectedOf(passedMs: number, gaps: Caller['deadMs'], had: Sound[]): { expectedMs: number; laterMs: number } {
  let [expectedMs, laterMs, playedUntilMs] = [passedMs, 0, 0]
  const waiting = [...had]
  const arrivedBy = (untilMs: number) => waiting.splice(0, waiting.filter(({ atMs }) => atMs <= untilMs).length)
  for (const { fromMs, toMs } of gaps) {
    for (const { atMs, soundMs, isCut } of arrivedBy(fromMs)) {
      playedUntilMs = isCut ? Math.min(playedUntilMs, atMs) : Math.max(playedUntilMs, atMs) + soundMs
    }
    const unplayedMs = Math.max(0, playedUntilMs - fromMs)
    const keptMs = arrivedBy(toMs).reduce((sum, { soundMs }) => sum + soundMs, 0)
    playedUntilMs = Math.max(playedUntilMs, toMs) + keptMs
    expectedMs -= Math.max(0, toMs - fromMs - unplayedMs - keptMs)
    laterMs += keptMs
  }
  return { expectedMs, laterMs }
}

async function playOne({ steps, isLost }: History) {
  const person = await subscriber(world)
  const talk = await startTalk(person, agentId)
  await talk.client.next('conversation_initiation_metadata')
  const beganMs = performance.now()
  const caller = new Caller(person, talk.id, talk.client)
  for (const one of steps) await caller.play(one)
  const passedMs = performance.now() - beganMs
  caller.end(isLost)
  const { used_ms: usedMs, charged_ms: chargedMs } = await endedRow(world, talk.id, 25_000)
  const deadMs = caller.deadMs.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)
  const expected = expectedOf(passedMs, caller.deadMs, sounds.get(talk.conversationId) ?? [])
  return { history: { steps, isLost }, usedMs, chargedMs, ...expected, deadMs }
}

function isWrong({ expectedMs, usedMs }: Awaited<ReturnType<typeof playOne>>): boolean {
  return Math.abs(usedMs - expectedMs) >= toleranceMs
}

describe('whatever happens to a line', () => {
  it(`the charge is that of D191's sentences, within a second (${histories} histories, D176 D191)`, async () => {
    const waiting = fc.sample(history, { numRuns: histories, seed })
    const played: Awaited<ReturnType<typeof playOne>>[] = []
    const playOn = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) played.push(await playOne(next))
    }
    await Promise.all(Array.from({ length: atOnce }, playOn))
    // A busy machine delays the gateway's pings and ours by different times. A history that is really charged wrongly is
    // charged wrongly again when it is played by itself.
    const wrong: typeof played = []
    for (const { history } of played.filter(isWrong)) wrong.push(await playOne(history))
    expect(wrong.filter(isWrong)).toEqual([])
    for (const { usedMs, chargedMs } of played) {
      expect([0, Math.floor(usedMs / 1000) * 1000]).toContain(chargedMs)
    }
    // The histories are worth their time.
    expect(played).toHaveLength(histories)
    expect(played.filter(({ deadMs }) => deadMs > 1000).length).toBeGreaterThan(histories / 4)
    expect(played.some(({ laterMs }) => laterMs > 1000)).toBe(true)
    expect(new Set(played.map(({ history }) => history.isLost)).size).toBe(2)
  })
})
