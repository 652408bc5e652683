import { expect, test } from 'vitest'
import { turnEndWindows, windowMs } from '../constants.ts'
import { Framer } from './framer.ts'
import { SpeechDetector } from './speech.ts'

/** Returns the edges with the index of their window. */
function edges(detector: SpeechDetector, levels: number[]): string[] {
  return levels.flatMap((level, at) => {
    const edge = detector.hear(level)
    return edge ? [`${edge} ${at}`] : []
  })
}

const repeat = (level: number, count: number): number[] => Array.from({ length: count }, () => level)

/** Returns the levels of a tone of this amplitude, as the capture measures them. */
function toneLevels(amplitude: number): number[] {
  const levels: number[] = []
  const framer = new Framer(48_000, 128, (_samples, _count, level) => levels.push(level))
  for (let quantum = 0; quantum < 80; quantum++) {
    framer.push(Float32Array.from({ length: 128 }, (_, at) => amplitude * Math.sin((quantum * 128 + at) / 15)))
  }
  return levels
}

test('S298 a tone of amplitude 0.002 starts no turn, one of 0.004 does', () => {
  expect(edges(new SpeechDetector(), toneLevels(0.002))).toEqual([])
  expect(edges(new SpeechDetector(), toneLevels(0.004))).toEqual(['started 1'])
})

test('S299 eight silent windows, 171 ms, end a turn; seven do not', () => {
  expect(turnEndWindows * windowMs).toBeCloseTo(170.7, 1)
  expect(edges(new SpeechDetector(), [...repeat(0.1, 5), ...repeat(0, 7), 0.1, ...repeat(0, 7)])).toEqual(['started 1'])
  expect(edges(new SpeechDetector(), [...repeat(0.1, 5), ...repeat(0, 9)])).toEqual(['started 1', 'stopped 12'])
})

test('a single loud window is a click, no turn', () => {
  expect(edges(new SpeechDetector(), [0, 0.5, 0, 0.5, 0])).toEqual([])
})

test('D83 patience of up to 1.5 s ends a turn later, and never below 8 windows', () => {
  for (const [patienceMs, end] of [
    [1500, 'stopped 71'],
    [60_000, 'stopped 71'],
    [1, 'stopped 9'],
  ] as const) {
    const detector = new SpeechDetector()
    detector.setPatience(patienceMs)
    expect(edges(detector, [...repeat(0.1, 2), ...repeat(0, 75)])).toEqual(['started 1', end])
  }
})
