import { expect, test } from 'vitest'
import { endOfTurnQuietMs, TurnDetector } from './turn-detector.ts'
import { questionSamples } from '../testing/voice-client.ts'

const sampleRateHz = 16_000

/** Adds steady noise of this RMS (full scale 1), the same in every run. */
function addNoise(samples: Int16Array, rms: number): Int16Array {
  let seed = 1
  return samples.map((sample) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.round(sample + (seed / 1_073_741_824 - 1) * Math.sqrt(3) * rms * 32_768)
  })
}

/** Returns when turns began and ended, in seconds of sound, heard in the browser's frames of 341 samples. */
function listen(samples: Int16Array): { kind: string; atS: number }[] {
  const detector = new TurnDetector()
  const heard: { kind: string; atS: number }[] = []
  for (let at = 0; at < samples.length; at += 341) {
    for (const sign of detector.hear(samples.slice(at, at + 341))) {
      heard.push({ kind: sign.kind, atS: (at + 341) / sampleRateHz })
    }
  }
  return heard
}

// The fixture's words last from 0.4 s to about 2.5 s.
test.each([
  ['in silence', 1, 0],
  ['in a noisy room', 1, 0.015],
  ['spoken softly', 0.1, 0.001],
])('hears one turn %s', (_case, gain, noise) => {
  const signs = listen(
    addNoise(
      questionSamples(0, 7000).map((sample) => sample * gain),
      noise,
    ),
  )
  expect(signs.map((sign) => sign.kind)).toEqual(['started', 'ended'])
  expect(signs[0]?.atS).toBeGreaterThan(0.4)
  expect(signs[0]?.atS).toBeLessThan(0.9)
  expect(signs[1]?.atS).toBeGreaterThan(2.2 + endOfTurnQuietMs / 1000)
  expect(signs[1]?.atS).toBeLessThan(2.7 + endOfTurnQuietMs / 1000)
})

test('takes neither steady noise nor a click for speech', () => {
  expect(listen(addNoise(new Int16Array(5 * sampleRateHz), 0.05))).toEqual([])
  const click = new Int16Array(3 * sampleRateHz).fill(12_000, sampleRateHz, sampleRateHz + 1000)
  expect(listen(click)).toEqual([])
})
