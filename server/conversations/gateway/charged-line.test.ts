import { EventEmitter } from 'node:events'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createClock } from '../../clock.ts'
import { ChargedLine, type LineFigures } from './charged-line.ts'

const histories = 200
const stepMs = 100
const answerMs = 80
/** A line is certainly dead after this long without an answer, and never before the other limit. */
const deadAfterMs = 7600
const aliveUntilMs = 4900
const clock = createClock()
const nothing = () => {}

const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] as const
beforeEach(() => void vi.useFakeTimers({ toFake: [...toFake] }))
afterEach(() => void vi.useRealTimers())

type Frame = { sentAtMs: number; soundMs: number }
/** A step of the agent's end: its frame, how often the browser had come back, and whether the frame came at once. */
type Step = Frame & { returns: number; isHeard: boolean }

/** The browser's end of a socket, which records what it receives. */
class Browser extends EventEmitter {
  readyState: number = WebSocket.OPEN
  bufferedAmount = 0
  answers = true
  /** When it last sent something. */
  saidAtMs = performance.now()
  readonly got: Frame[] = []

  send(frame: Buffer | string): void {
    if (Buffer.isBuffer(frame)) this.got.push(JSON.parse(frame.toString()) as Frame)
  }

  ping(): void {
    setTimeout(() => {
      if (this.answers && this.readyState === WebSocket.OPEN) this.say('pong')
    }, answerMs)
  }

  say(event: 'message' | 'pong'): void {
    this.saidAtMs = performance.now()
    this.emit(event, Buffer.from('{}'), false)
  }

  close(code: number): void {
    if (this.readyState !== WebSocket.OPEN) return
    this.readyState = WebSocket.CLOSED
    this.emit('close', code)
  }

  terminate(): void {
    this.saidAtMs = performance.now()
    this.close(1006)
  }
}

/** A line with an agent that sends a frame every 100 ms at one end and a browser at the other. */
class Talk {
  readonly line: ChargedLine
  readonly browsers: Browser[] = []
  readonly steps: Step[] = []
  browser: Browser | null = null
  isTalking = false
  leftMs = 0
  speed = 1
  lastSignMs = 0
  #returns = 0

  constructor() {
    this.line = new ChargedLine(clock, { onFrame: nothing, onBroken: nothing, onLeft: nothing, onLine: nothing })
    this.attach()
    this.line.start()
  }

  get passedMs(): number {
    return this.steps.length * stepMs
  }

  attach(): void {
    this.browser = new Browser()
    this.browsers.push(this.browser)
    this.#returns++
    this.lastSignMs = performance.now()
    this.line.attach(this.browser as unknown as WebSocket)
  }

  revive(): void {
    if (!this.browser) return
    this.browser.answers = true
    this.#returns++
    this.lastSignMs = performance.now()
    this.browser.say('pong')
  }

  drop(): void {
    this.browser?.terminate()
    this.browser = null
  }

  hang(): void {
    if (this.browser) this.browser.answers = false
  }

  pass(ms: number): void {
    for (let left = ms; left > 0; left -= stepMs) this.#step()
  }

  /** Sends this much sound within one step. */
  burst(soundMs: number): void {
    this.leftMs = soundMs
    this.speed = soundMs / stepMs
    this.pass(stepMs)
    this.speed = 1
  }

  #step(): void {
    const { browser } = this
    vi.advanceTimersByTime(stepMs)
    if (browser?.answers && this.isTalking) browser.say('message')
    if (browser?.answers) this.lastSignMs = performance.now()
    const soundMs = Math.min(this.leftMs, stepMs * this.speed)
    this.leftMs -= soundMs
    const sentAtMs = performance.now()
    this.line.pass(Buffer.from(JSON.stringify({ sentAtMs, soundMs })), soundMs)
    const isHeard = browser?.got.at(-1)?.sentAtMs === sentAtMs
    this.steps.push({ sentAtMs, soundMs, returns: this.#returns, isHeard })
    // No living browser is kept waiting, and nothing goes out on a dead line.
    const silentMs = performance.now() - this.lastSignMs
    if (!browser || silentMs > deadAfterMs) expect(isHeard).toBe(false)
    else if (silentMs < aliveUntilMs) expect(isHeard).toBe(true)
  }

  end(): LineFigures {
    this.line.end()
    this.line.close(1000, 'over')
    return this.line.figures()
  }

  /** Returns the charge by D191's three sentences, from what the browsers got, played, and said. */
  expected(): { usedMs: number; freeMs: number; soundMs: number; laterMs: number } {
    const got = new Set(this.browsers.flatMap((browser) => browser.got.map(({ sentAtMs }) => sentAtMs)))
    let [usedMs, laterMs, playedUntilMs] = [0, 0, 0]
    const play = (atMs: number, soundMs: number) => (playedUntilMs = Math.max(playedUntilMs, atMs) + soundMs)
    for (const gap of runsOf(this.steps)) {
      const lengthMs = gap.steps.length * stepMs
      if (gap.isHeard) {
        usedMs += lengthMs
        for (const { sentAtMs, soundMs } of gap.steps) play(sentAtMs, soundMs)
        continue
      }
      const fromMs = gap.steps[0]!.sentAtMs - stepMs
      if (!gap.steps.some(({ sentAtMs }) => got.has(sentAtMs))) {
        const saidAtMs = Math.max(...this.browsers.map((browser) => browser.saidAtMs))
        usedMs -= Math.max(0, fromMs - saidAtMs)
        break
      }
      const keptMs = gap.steps.reduce((sum, { soundMs }) => sum + soundMs, 0)
      const unplayedMs = Math.max(0, playedUntilMs - fromMs)
      usedMs += Math.min(unplayedMs + keptMs, lengthMs)
      play(fromMs + lengthMs, keptMs)
      laterMs += keptMs
    }
    const soundMs = this.steps.filter(({ sentAtMs }) => got.has(sentAtMs)).reduce((sum, one) => sum + one.soundMs, 0)
    return { usedMs, freeMs: this.passedMs - usedMs, soundMs, laterMs }
  }
}

/** Returns the steps in runs that the browser heard at once or did not; a return begins a new run. */
function runsOf(steps: Step[]): { isHeard: boolean; steps: Step[] }[] {
  const runs: { isHeard: boolean; steps: Step[] }[] = []
  for (const [at, step] of steps.entries()) {
    const last = steps[at - 1]
    if (last?.isHeard === step.isHeard && last.returns === step.returns) runs.at(-1)?.steps.push(step)
    else runs.push({ isHeard: step.isHeard, steps: [step] })
  }
  return runs
}

const ms = fc.integer({ min: 1, max: 140 }).map((steps) => steps * stepMs)
const step = fc.oneof(
  fc.record({ do: fc.constantFrom('talk' as const, 'listen' as const), ms }),
  fc.record({ do: fc.constant('agent' as const), ms, speed: fc.constantFrom(1, 4) }),
  fc.record({ do: fc.constant('half-open' as const), ms, ends: fc.constantFrom('itself', 'reconnect', 'close') }),
  fc.record({ do: fc.constant('drop' as const), ms }),
  fc.record({ do: fc.constant('reconnect' as const) }),
)
/** How a history ends: on a living line, or on one that is lost for good. */
const ending = fc.record({ do: fc.constantFrom('stay', 'drop', 'hang'), ms })
type Act = typeof step extends fc.Arbitrary<infer S> ? S : never

function play(talk: Talk, one: Act): void {
  if (one.do === 'talk' || one.do === 'listen') {
    talk.isTalking = one.do === 'talk'
    return talk.pass(one.ms)
  }
  if (one.do === 'agent') {
    talk.leftMs = one.ms
    talk.speed = one.speed
    return talk.pass(stepMs)
  }
  if (one.do === 'half-open') {
    talk.hang()
    talk.pass(one.ms)
    if (one.ends === 'itself') return talk.revive()
    if (one.ends === 'close') talk.drop()
  }
  if (one.do === 'drop') {
    talk.drop()
    talk.pass(one.ms)
  }
  talk.attach()
}

describe('a line', () => {
  it(`is charged by the three sentences of D191, in ${histories} histories (D176, D191)`, () => {
    const seen = { free: 0, later: 0, lost: 0 }
    const property = fc.property(fc.array(step, { minLength: 2, maxLength: 12 }), ending, (steps, last) => {
      const talk = new Talk()
      for (const one of steps) play(talk, one)
      if (last.do === 'drop') talk.drop()
      if (last.do === 'hang') talk.hang()
      talk.pass(last.ms)
      const { usedMs, freeMs, soundMs } = talk.end()
      const expected = talk.expected()
      expect(Math.abs(usedMs - expected.usedMs)).toBeLessThan(1000)
      expect(Math.abs(usedMs + freeMs - talk.passedMs)).toBeLessThanOrEqual(2)
      expect(soundMs).toBe(expected.soundMs)
      if (freeMs > 1000) seen.free++
      if (expected.laterMs > 1000) seen.later++
      if (!talk.steps.at(-1)?.isHeard) seen.lost++
    })
    fc.assert(property, { numRuns: histories, seed: 1_760_176, includeErrorInReport: true })
    expect(Math.min(seen.free, seen.later, seen.lost)).toBeGreaterThan(30)
  }, 60_000)

  it('charges kept sound after a gap by its length, at most the length of the gap (D176, D191)', () => {
    const talk = new Talk()
    talk.pass(1000)
    talk.drop()
    talk.leftMs = 3000
    talk.pass(8000)
    talk.attach()
    expect(talk.line.figures()).toEqual({ usedMs: 4000, freeMs: 5000, soundMs: 3000 })
    talk.drop()
    talk.burst(12_000)
    talk.pass(2900)
    talk.attach()
    expect(talk.end()).toEqual({ usedMs: 7000, freeMs: 5000, soundMs: 15_000 })
  })

  it('charges a gap in which the browser could play what had been sent ahead (D191)', () => {
    const talk = new Talk()
    talk.burst(10_100)
    talk.drop()
    talk.pass(6000)
    talk.attach()
    expect(talk.line.figures()).toEqual({ usedMs: 6100, freeMs: 0, soundMs: 10_100 })
    talk.drop()
    talk.pass(9000)
    talk.attach()
    expect(talk.end()).toEqual({ usedMs: 10_200, freeMs: 4900, soundMs: 10_100 })
  })

  it('charges a line that is lost for good until it was last known to be alive (D191)', () => {
    const talk = new Talk()
    talk.pass(4500)
    talk.drop()
    talk.burst(12_000)
    talk.pass(5900)
    talk.attach()
    talk.pass(6000)
    talk.drop()
    talk.pass(15_000)
    expect(talk.end()).toMatchObject({ usedMs: 16_500, freeMs: 15_000 })
    const silent = new Talk()
    silent.isTalking = true
    silent.pass(4000)
    silent.hang()
    silent.pass(12_000)
    expect(silent.end()).toMatchObject({ usedMs: 4000, freeMs: 12_000 })
  })

  it('delivers no sound after its end, not even to a browser that returns meanwhile', () => {
    const talk = new Talk()
    talk.drop()
    talk.leftMs = 3000
    talk.pass(3000)
    talk.line.end()
    talk.attach()
    expect(talk.browser?.got.filter(({ soundMs }) => soundMs > 0)).toEqual([])
    expect(talk.end()).toEqual({ usedMs: 0, freeMs: 3000, soundMs: 0 })
  })

  it('does not count sound that an interruption cut off before it could be heard (D85)', () => {
    const talk = new Talk()
    talk.leftMs = 8000
    talk.speed = 4
    talk.pass(2000)
    talk.line.cutSoundOff()
    // The first chunk came with the first step.
    expect(talk.end().soundMs).toBe(1900)
  })
})
