import { expect, test } from 'vitest'
import { Framer } from './framer.ts'

type Window = { count: number; level: number; samples: Int16Array }

function capture(rateHz: number, sound: Float32Array): Window[] {
  const windows: Window[] = []
  const framer = new Framer(rateHz, 128, (samples, count, level) => {
    windows.push({ count, level, samples: samples.slice(0, count) })
  })
  for (let at = 0; at < sound.length; at += 128) framer.push(sound.subarray(at, at + 128))
  return windows
}

function tone(rateHz: number, amplitude: number, seconds: number): Float32Array {
  const wave = (at: number) => amplitude * Math.sin((2 * Math.PI * 440 * at) / rateHz)
  return Float32Array.from({ length: rateHz * seconds }, (_, at) => wave(at))
}

test('S297 1024 samples at 48 kHz are one frame of 341, 341 and 342 samples in turn', () => {
  const framesAfter: number[] = []
  const counts: number[] = []
  const framer = new Framer(48_000, 128, (_samples, count) => counts.push(count))
  for (let quantum = 1; quantum <= 48; quantum++) {
    framer.push(new Float32Array(128))
    if (quantum % 8 === 0) framesAfter.push(counts.length)
  }
  expect(counts).toEqual([341, 341, 342, 341, 341, 342])
  expect(framesAfter).toEqual([1, 2, 3, 4, 5, 6])
})

const deviceRates = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000]

test.for(deviceRates)('D84 S297 frames last 21.33 ms at %i Hz too', (rateHz) => {
  const windows = capture(rateHz, tone(rateHz, 0.5, 3))
  expect(windows.slice(0, 3).map((window) => window.count)).toEqual([341, 341, 342])
  expect(windows.length).toBe(Math.floor(48_000 / (1024 / 3)))
})

test.for([44_100, 48_000])('the level of a window is the amplitude of its tone at %i Hz', (rateHz) => {
  for (const { level } of capture(rateHz, tone(rateHz, 0.25, 1)).slice(2)) expect(level).toBeCloseTo(0.25, 2)
})

test('S246 samples are full-scale 16 bit and clip instead of wrapping', () => {
  const all = capture(48_000, tone(48_000, 2, 0.2)).flatMap((window) => [...window.samples])
  expect([Math.max(...all), Math.min(...all)]).toEqual([32_767, -32_767])
})
