import { expect, test } from 'vitest'
import { PlayerCore, type PlayerReport } from './player-core.ts'

const blockSamples = 128
const rateHz = 48_000

/** Returns a player driven block by block, with everything it played and reported. */
function createPlayer(outputRateHz = rateHz) {
  const reports: (PlayerReport & { atMs: number })[] = []
  const heard: number[] = []
  const core = new PlayerCore(outputRateHz, (report) => {
    reports.push({ ...report, atMs: ((heard.length + ('offset' in report ? report.offset : 0)) / outputRateHz) * 1000 })
  })
  const block = new Float32Array(blockSamples)
  return {
    core,
    heard,
    reports,
    render(ms: number): Float32Array {
      const from = heard.length
      while (heard.length - from < (ms * outputRateHz) / 1000) {
        core.render(block)
        heard.push(...block)
      }
      return Float32Array.from(heard.slice(from))
    },
    told: (kind: PlayerReport['kind']) => reports.filter((report) => report.kind === kind),
  }
}

/** Returns a constant level, which shows at every sample whether there is sound. */
function steady(ms: number, value = 16_384, sourceRateHz = 16_000): Int16Array {
  return new Int16Array((ms * sourceRateHz) / 1000).fill(value)
}

/** Returns the stretches of sound as [from, to] in ms, of everything played. */
function stretches(heard: number[]): [number, number][] {
  const found: [number, number][] = []
  let from = -1
  for (let at = 0; at <= heard.length; at++) {
    const sounds = at < heard.length && Math.abs(heard[at]!) > 0.02
    if (sounds && from < 0) from = at
    if (!sounds && from >= 0) {
      found.push([(from / rateHz) * 1000, (at / rateHz) * 1000])
      from = -1
    }
  }
  return found
}

/** Returns the largest step from one sample to the next; a click is a large one. */
function steepestOf(samples: number[] | Float32Array): number {
  let steepest = 0
  for (let at = 1; at < samples.length; at++) steepest = Math.max(steepest, Math.abs(samples[at]! - samples[at - 1]!))
  return steepest
}

test.for([44_100, 48_000])('D81 chunks of one response join without a gap or a click at %i Hz', (outputRateHz) => {
  const source = Int16Array.from({ length: 16_000 }, (_, at) => 20_000 * Math.sin((2 * Math.PI * 300 * at) / 16_000))
  const whole = createPlayer(outputRateHz)
  whole.core.push(1, source)
  whole.render(1100)
  const pieces = createPlayer(outputRateHz)
  for (let at = 0; at < source.length; at += 777) pieces.core.push(1, source.slice(at, at + 777))
  pieces.render(1100)
  // The last 10 ms fade out, from a point that is known to the exact sample.
  const upTo = outputRateHz * 0.98
  expect(pieces.heard.slice(0, upTo)).toEqual(whole.heard.slice(0, upTo))
  expect(steepestOf(whole.heard)).toBeLessThan(((2 * Math.PI * 300) / outputRateHz) * 0.62)
})

test('sound is at least 40 ms ahead before it starts, and one large chunk starts at once', () => {
  const large = createPlayer()
  large.core.push(1, steady(200))
  large.render(10)
  expect(large.told('started')[0]?.atMs).toBe(0)
  const small = createPlayer()
  small.core.push(1, steady(20))
  small.render(20)
  expect(small.told('started')).toEqual([])
  small.core.push(1, steady(20))
  small.render(10)
  expect(small.told('started')).toHaveLength(1)
  // A response shorter than the pre-roll is played after it.
  const short = createPlayer()
  short.core.push(1, steady(15))
  short.render(100)
  expect(short.told('started')[0]?.atMs).toBeCloseTo(40, -1)
  expect(stretches(short.heard)).toHaveLength(1)
})

test('each underrun makes the pre-roll longer, up to 80 ms', () => {
  const player = createPlayer()
  const waits: number[] = []
  for (let round = 0; round < 7; round++) {
    const at = player.heard.length
    player.core.push(1, steady(10))
    player.render(120)
    waits.push(player.told('started').at(-1)!.atMs - (at / rateHz) * 1000)
  }
  expect(waits.map((ms) => Math.round(ms / 10) * 10)).toEqual([40, 50, 60, 70, 80, 80, 80])
})

test('D81 S300 200 ms pass between two responses, however early the second came', () => {
  const player = createPlayer()
  player.core.push(1, steady(300))
  player.core.push(2, steady(300))
  player.render(1200)
  const [first, second] = stretches(player.heard)
  expect(second![0] - first![1]).toBeGreaterThanOrEqual(198)
  expect(second![0] - first![1]).toBeLessThan(206)
  expect(player.told('silent')).toHaveLength(1)
})

test('D85 an interruption silences within 5 ms, without a click, and drops what was queued', () => {
  const player = createPlayer()
  for (let chunk = 0; chunk < 30; chunk++) player.core.push(7, steady(200))
  player.render(1400)
  player.core.interrupt(7)
  const after = player.render(1000)
  const lastSound = after.findLastIndex((sample) => sample !== 0)
  expect((lastSound / rateHz) * 1000).toBeLessThanOrEqual(5.1)
  expect((lastSound / rateHz) * 1000).toBeGreaterThan(4)
  expect(steepestOf(after)).toBeLessThan(0.005)
  expect(player.told('silent')).toMatchObject([{ interrupted: true }])
  expect(player.told('silent')[0]!.atMs).toBeLessThanOrEqual(1400 + 12)
})

test('D85 the fade needs no more sound than the queue still has', () => {
  const player = createPlayer()
  for (let chunk = 0; chunk < 60; chunk++) player.core.push(7, steady(5))
  player.render(100)
  player.core.interrupt(7)
  const after = player.render(50)
  expect(steepestOf(after)).toBeLessThan(0.005)
  expect(after.findLastIndex((sample) => sample !== 0)).toBeGreaterThan(rateHz * 0.004)
})

test('D85 sound at or below the interrupted id is never played, the answer after it at once', () => {
  const player = createPlayer()
  player.core.push(7, steady(500))
  player.render(100)
  player.core.interrupt(7)
  player.core.push(7, steady(500))
  player.core.push(6, steady(500))
  player.render(100)
  expect(stretches(player.heard)).toHaveLength(1)
  player.core.push(7, steady(500))
  const at = (player.heard.length / rateHz) * 1000
  player.core.push(9, steady(100, -16_384))
  player.render(200)
  expect(player.told('started').at(-1)).toMatchObject({ eventId: 9, atMs: at })
  expect(Math.max(...player.heard.slice((at * rateHz) / 1000))).toBeLessThan(0.02)
})

test('an interruption of an older response leaves the playing one as it is', () => {
  const player = createPlayer()
  player.core.push(9, steady(300))
  player.render(100)
  player.core.interrupt(8)
  player.render(400)
  const [stretch] = stretches(player.heard)
  expect(stretch![1] - stretch![0]).toBeGreaterThan(290)
})

test('the position of each response is told to the millisecond', () => {
  const player = createPlayer()
  player.core.push(3, steady(500))
  player.render(800)
  const positions = player.told('playing').map((report) => (report.kind === 'playing' ? report : null)!)
  expect(positions.every((position) => position.eventId === 3)).toBe(true)
  expect(positions[4]!.playedMs).toBeCloseTo(250, -1)
  expect(positions.at(-1)!.playedMs).toBeCloseTo(500, 0)
  expect(positions[4]!.level).toBeCloseTo(0.5 * Math.SQRT2, 1)
})

test('D84 sound at 24 kHz keeps its length', () => {
  const player = createPlayer()
  player.core.setRate(24_000)
  player.core.push(1, steady(500, 16_384, 24_000))
  player.render(800)
  const [stretch] = stretches(player.heard)
  expect(stretch![1] - stretch![0]).toBeCloseTo(500, -1)
})

test('silence is reported once, 200 ms after the last sound; a response then starts at once', () => {
  const player = createPlayer()
  player.core.push(1, steady(100))
  player.render(1000)
  expect(player.told('silent')).toMatchObject([{ interrupted: false }])
  expect(player.told('silent')[0]!.atMs).toBeCloseTo(300, -1)
  const at = (player.heard.length / rateHz) * 1000
  player.core.push(2, steady(100))
  player.render(10)
  expect(player.told('started').at(-1)!.atMs).toBeCloseTo(at, 5)
})

test('D85 an interruption between two responses drops the second and frees the third', () => {
  const player = createPlayer()
  player.core.push(1, steady(100))
  player.core.push(2, steady(100))
  player.render(150)
  player.core.interrupt(2)
  expect(player.told('silent')).toMatchObject([{ interrupted: true }])
  const atMs = (player.heard.length / rateHz) * 1000
  player.core.push(3, steady(100))
  player.render(10)
  expect(player.told('started').at(-1)).toMatchObject({ eventId: 3, atMs })
})
