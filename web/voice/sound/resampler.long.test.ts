import { expect, test } from 'vitest'
import { deviceRates, driftOf } from './resampler-tones.ts'

test.for([...deviceRates, 47_999])('D84 S297 two minutes at %i Hz lose no sample and do not drift', (rateHz) => {
  const { lost, driftMicroseconds } = driftOf(rateHz, 120)
  expect(lost).toBe(0)
  expect(Math.abs(driftMicroseconds)).toBeLessThan(1)
})
