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
