import { expect } from 'vitest'
import { Resampler } from './resampler.ts'

/** Tones for the tests of the resampler. */

/** The rates that devices offer from 8 to 96 kHz, including phones and headsets. */
export const deviceRates = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000]

export function tone(rateHz: number, hz: number, seconds: number): Float32Array {
  return Float32Array.from({ length: Math.round(rateHz * seconds) }, (_, at) =>
    Math.sin((2 * Math.PI * hz * at) / rateHz),
  )
}

const toneHz = 440
const outputHz = 16_000

/** Sends a tone of this length through, in blocks as a device gives them: how many samples were lost, and its drift. */
export function driftOf(rateHz: number, seconds: number): { lost: number; driftMicroseconds: number } {
  const resampler = new Resampler(rateHz, outputHz)
  const blockSamples = 128
  // A whole number of cycles a second, so that every second is the same.
  const second = tone(rateHz, toneHz, 1 + blockSamples / rateHz)
  const total = seconds * rateHz
  const output = new Float32Array(resampler.maxOutput(total))
  let count = 0
  for (let at = 0; at < total; at += blockSamples) {
    const from = at % rateHz
    const block = second.subarray(from, from + Math.min(blockSamples, total - at))
    count += resampler.process(block, output.subarray(count))
  }
  const phases = [output.subarray(outputHz, 2 * outputHz), output.subarray(count - outputHz, count)].map(phaseOf)
  const driftMicroseconds = ((phases[1]! - phases[0]!) / (2 * Math.PI * toneHz)) * 1e6
  return { lost: seconds * outputHz - count, driftMicroseconds }
}

/** Returns the phase of the tone in one second of output. */
function phaseOf(samples: Float32Array): number {
  let re = 0
  let im = 0
  for (const [at, sample] of samples.entries()) {
    const angle = (2 * Math.PI * toneHz * at) / outputHz
    re += sample * Math.cos(angle)
    im += sample * Math.sin(angle)
  }
  return Math.atan2(im, re)
}

export function resample(input: Float32Array, from: number, to: number): Float32Array {
  const resampler = new Resampler(from, to)
  const output = new Float32Array(resampler.maxOutput(input.length))
  return output.subarray(0, resampler.process(input, output))
}

/** Returns the level of a tone after the filter relative to the tone itself, settled part only. */
export function gainDb(from: number, to: number, hz: number): number {
  const output = resample(tone(from, hz, 0.25), from, to).subarray(to / 20)
  const energy = output.reduce((sum, sample) => sum + sample * sample, 0) / output.length
  return 10 * Math.log10(Math.max(2 * energy, 1e-20))
}

export function expectFilter(rate: number): void {
  for (const hz of [100, 300, 1000, 3000, 5000, 6000])
    expect(Math.abs(gainDb(rate, 16_000, hz)), `${hz} Hz`).toBeLessThan(0.2)
  expect(gainDb(rate, 16_000, 7000)).toBeGreaterThan(-1.2)
  for (let hz = 8500; hz < rate / 2; hz += 907) expect(gainDb(rate, 16_000, hz), `${hz} Hz`).toBeLessThan(-60)
}

export function expectEqualBlocks(rate: number): void {
  const input = tone(rate, 440, 0.7)
  const whole = resample(input, rate, 16_000)
  const resampler = new Resampler(rate, 16_000)
  const pieces: number[] = []
  const piece = new Float32Array(resampler.maxOutput(1024))
  for (let at = 0; at < input.length; at += 1024) {
    pieces.push(...piece.subarray(0, resampler.process(input.subarray(at, at + 1024), piece)))
  }
  expect(pieces).toEqual([...whole])
}
