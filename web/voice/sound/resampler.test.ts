import { expect, test } from 'vitest'
import { driftOf, expectEqualBlocks, expectFilter, gainDb, resample, tone } from './resampler-tones.ts'

// resampler.long.test.ts does the same at every rate that devices offer.
test.for([44_100])('D84 %i Hz to 16 kHz is flat to 6 kHz and 60 dB down from 8.5 kHz', expectFilter)
test.for([11_025, 44_100])('D84 blocks of 1024 and one long buffer give equal samples at %i Hz', expectEqualBlocks)

test('D84 48 kHz to 16 kHz has the figures of a 96-tap filter with 1 ms delay', () => {
  expect(gainDb(48_000, 16_000, 7000)).toBeCloseTo(-0.9, 0)
  for (let hz = 8500; hz < 24_000; hz += 750) expect(gainDb(48_000, 16_000, hz), `${hz} Hz`).toBeLessThan(-62)
  const click = new Float32Array(480)
  click[100] = 1
  const output = resample(click, 48_000, 16_000)
  const peakAt = output.indexOf(Math.max(...output))
  expect(((peakAt + 1) * 3 - 1 - 100) / 48).toBeCloseTo(1, 1)
})

test.for([47_999])('D84 S297 twelve seconds at %i Hz lose no sample and do not drift', (rateHz) => {
  const { lost, driftMicroseconds } = driftOf(rateHz, 12)
  expect(lost).toBe(0)
  expect(Math.abs(driftMicroseconds)).toBeLessThan(0.1)
})

test('playback from 16 kHz to 44.1 and 48 kHz leaves no image above 8.5 kHz', () => {
  for (const to of [44_100, 48_000]) {
    const output = resample(tone(16_000, 5000, 1), 16_000, to)
    // The image of 5 kHz lies at 11 kHz.
    expect(levelAt(output, to, 5000)).toBeCloseTo(1, 1)
    expect(20 * Math.log10(levelAt(output, to, 11_000))).toBeLessThan(-60)
  }
})

/** Returns the amplitude of one frequency within the settled part. */
function levelAt(samples: Float32Array, rateHz: number, hz: number): number {
  const from = rateHz / 10
  const count = rateHz / 2
  let re = 0
  let im = 0
  for (let at = 0; at < count; at++) {
    const angle = (2 * Math.PI * hz * at) / rateHz
    re += samples[from + at]! * Math.cos(angle)
    im += samples[from + at]! * Math.sin(angle)
  }
  return (2 * Math.hypot(re, im)) / count
}
