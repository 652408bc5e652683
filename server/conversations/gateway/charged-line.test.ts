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

type Delivery = { sentAtMs: number; soundMs: number }

/** The browser's end of a socket, which records what it receives and when. */
class Browser extends EventEmitter {
  readyState: number = WebSocket.OPEN
  bufferedAmount = 0
  answers = true
  readonly got: (Delivery & { atMs: number })[] = []

  send(frame: Buffer | string): void {
    if (Buffer.isBuffer(frame))
      this.got.push({ ...(JSON.parse(frame.toString()) as Delivery), atMs: performance.now() })
  }

  ping(): void {
    setTimeout(() => {
      if (this.answers && this.readyState === WebSocket.OPEN) this.emit('pong')
    }, answerMs)
  }

  close(code: number): void {
    if (this.readyState !== WebSocket.OPEN) return
    this.readyState = WebSocket.CLOSED
    this.emit('close', code)
  }

  terminate(): void {
    this.close(1006)
  }
}

/** A line with an agent that sends a frame every 100 ms at one end and a browser at the other. */
class Talk {
  readonly line: ChargedLine
  readonly browsers: Browser[] = []
  browser: Browser | null = null
  isTalking = false
  leftMs = 0
  speed = 1
  passedMs = 0
  lastSignMs = 0

  constructor() {
    this.line = new ChargedLine(clock, { onFrame: nothing, onBroken: nothing, onLeft: nothing, onLine: nothing })
    this.attach()
    this.line.start()
  }

  attach(): void {
    this.browser = new Browser()
    this.browsers.push(this.browser)
    this.lastSignMs = performance.now()
    this.line.attach(this.browser as unknown as WebSocket)
  }

  revive(): void {
    if (!this.browser) return
    this.browser.answers = true
    this.lastSignMs = performance.now()
    this.browser.emit('pong')
  }

  drop(): void {
    this.browser?.terminate()
    this.browser = null
  }

  pass(ms: number): void {
    for (let left = ms; left > 0; left -= stepMs) this.#step()
  }

  #step(): void {
    const { browser } = this
    vi.advanceTimersByTime(stepMs)
    this.passedMs += stepMs
    if (browser?.answers && this.isTalking) browser.emit('message', Buffer.from('{}'), false)
    if (browser?.answers) this.lastSignMs = performance.now()
    const soundMs = Math.min(this.leftMs, stepMs * this.speed)
    this.leftMs -= soundMs
    const sentAtMs = performance.now()
    this.line.pass(Buffer.from(JSON.stringify({ sentAtMs, soundMs })), soundMs)
    this.#judge(sentAtMs)
  }

  /** Checks that no living browser is kept waiting and that nothing goes out on a dead line. */
  #judge(sentAtMs: number): void {
    const isThere = this.browser?.got.at(-1)?.sentAtMs === sentAtMs
    const silentMs = performance.now() - this.lastSignMs
    if (!this.browser || silentMs > deadAfterMs) expect(isThere).toBe(false)
    else if (silentMs < aliveUntilMs) expect(isThere).toBe(true)
  }

  end(): LineFigures {
    this.line.end()
    this.line.close(1000, 'over')
    return this.line.figures()
  }

  /** Returns what the browsers received: the time with frames as they were sent, and the sound that came later. */
  expected(): { aliveMs: number; laterMs: number } {
    const got = this.browsers.flatMap((browser) => browser.got)
    const later = got.filter(({ sentAtMs, atMs }) => atMs > sentAtMs)
    const laterMs = later.reduce((sum, { soundMs }) => sum + soundMs, 0)
    return { aliveMs: (got.length - later.length) * stepMs, laterMs }
  }
}

const ms = fc.integer({ min: 1, max: 140 }).map((steps) => steps * stepMs)
const step = fc.oneof(
  fc.record({ do: fc.constantFrom('talk' as const, 'listen' as const), ms }),
  fc.record({ do: fc.constant('agent' as const), ms, speed: fc.constantFrom(1, 4) }),
  fc.record({ do: fc.constant('half-open' as const), ms, ends: fc.constantFrom('itself', 'reconnect', 'close') }),
  fc.record({ do: fc.constant('drop' as const), ms }),
  fc.record({ do: fc.constant('reconnect' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

function play(talk: Talk, one: Step): void {
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
    if (talk.browser) talk.browser.answers = false
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
  it(`is charged for its time alive and later sound, in ${histories} histories (D176)`, () => {
    const seen = { free: 0, later: 0 }
    const property = fc.property(fc.array(step, { minLength: 2, maxLength: 12 }), (steps) => {
      const talk = new Talk()
      for (const one of steps) play(talk, one)
      const { usedMs, freeMs, soundMs } = talk.end()
      const { aliveMs, laterMs } = talk.expected()
      expect(Math.abs(usedMs - Math.min(aliveMs + laterMs, talk.passedMs))).toBeLessThan(1000)
      expect(Math.abs(usedMs + freeMs - talk.passedMs)).toBeLessThanOrEqual(2)
      const deliveredMs = talk.browsers.flatMap(({ got }) => got).reduce((sum, one) => sum + one.soundMs, 0)
      expect(soundMs).toBe(deliveredMs)
      if (freeMs > 1000) seen.free++
      if (laterMs > 1000) seen.later++
    })
    fc.assert(property, { numRuns: histories, seed: 1_760_176, includeErrorInReport: true })
    expect(seen.free).toBeGreaterThan(30)
    expect(seen.later).toBeGreaterThan(30)
  }, 60_000)

  it('is charged in full for a person who listens silently and returns on new sockets (D176)', () => {
    const talk = new Talk()
    for (let turn = 0; turn < 5; turn++) {
      talk.leftMs = 10_000
      talk.speed = 4
      talk.pass(10_000)
      talk.attach()
    }
    expect(talk.end()).toEqual({ usedMs: 50_000, freeMs: 0, soundMs: 50_000 })
  })

  it('is free exactly from the moment when the socket closed (D176)', () => {
    const talk = new Talk()
    talk.pass(12_000)
    talk.drop()
    talk.pass(8000)
    talk.attach()
    talk.pass(3000)
    expect(talk.end()).toEqual({ usedMs: 15_000, freeMs: 8000, soundMs: 0 })
  })

  it('charges sound after a gap by its length, never more than has passed (D176)', () => {
    const talk = new Talk()
    talk.pass(1000)
    talk.drop()
    talk.leftMs = 3000
    talk.pass(8000)
    talk.attach()
    expect(talk.line.figures()).toEqual({ usedMs: 4000, freeMs: 5000, soundMs: 3000 })
    talk.drop()
    talk.leftMs = 12_000
    talk.speed = 4
    talk.pass(3000)
    talk.attach()
    expect(talk.end()).toEqual({ usedMs: 12_000, freeMs: 0, soundMs: 15_000 })
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
