import { expect, test } from 'vitest'
import { deviceRates, driftOf, expectEqualBlocks, expectFilter } from './resampler-tones.ts'

test.for([...deviceRates, 47_999])('D84 S297 two minutes at %i Hz lose no sample and do not drift', (rateHz) => {
  const { lost, driftMicroseconds } = driftOf(rateHz, 120)
  expect(lost).toBe(0)
  expect(Math.abs(driftMicroseconds)).toBeLessThan(1)
})

const higherRates = deviceRates.filter((rate) => rate > 16_000)
test.for(higherRates)('D84 %i Hz to 16 kHz is flat to 6 kHz and 60 dB down from 8.5 kHz', expectFilter)
test.for(deviceRates)('D84 blocks of 1024 and one long buffer give equal samples at %i Hz', expectEqualBlocks)
