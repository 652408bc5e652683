import { afterEach, expect, test, vi } from 'vitest'
import { decodePcm, encodePcm, parsePcmRateHz, toInt16 } from './pcm.ts'

afterEach(() => vi.unstubAllGlobals())

const samples = Int16Array.from({ length: 20_000 }, (_, at) => (at * 7919) % 65_536)

/** Removes the newer engines' own functions for one test. */
function withoutNative(run: () => void): void {
  const names = ['toBase64', 'fromBase64'] as const
  const holders = [Uint8Array.prototype, Uint8Array]
  const kept = holders.map((holder, at) => Object.getOwnPropertyDescriptor(holder, names[at]!))
  holders.forEach((holder, at) => Reflect.deleteProperty(holder, names[at]!))
  try {
    run()
  } finally {
    kept.forEach((descriptor, at) => descriptor && Object.defineProperty(holders[at]!, names[at]!, descriptor))
  }
}

test('S246 samples survive base64 and are little-endian on the wire', () => {
  expect([...decodePcm(encodePcm(samples))]).toEqual([...samples])
  expect(encodePcm(Int16Array.of(1, -2))).toBe(Buffer.from([1, 0, 254, 255]).toString('base64'))
})

test('the portable way gives the same', () => {
  withoutNative(() => {
    expect(encodePcm(samples)).toBe(Buffer.from(samples.buffer).toString('base64'))
    expect([...decodePcm(encodePcm(samples))]).toEqual([...samples])
  })
})

test("the newer engines' own functions are used where they exist", () => {
  const native = vi.fn(() => 'native')
  Object.defineProperty(Uint8Array.prototype, 'toBase64', { value: native, configurable: true })
  expect(encodePcm(Int16Array.of(1))).toBe('native')
  Reflect.deleteProperty(Uint8Array.prototype, 'toBase64')
})

test('a view encodes its own part only, an odd last byte is dropped, other text is refused', () => {
  expect(encodePcm(samples.subarray(10, 12))).toBe(encodePcm(Int16Array.of(samples[10]!, samples[11]!)))
  expect([...decodePcm(Buffer.from([1, 0, 9]).toString('base64'))]).toEqual([1])
  expect(() => decodePcm('§§')).toThrow()
})

test('samples are clipped to full scale', () => {
  expect([-2, -1, 0, 0.5, 1, 2].map(toInt16)).toEqual([-32_767, -32_767, 0, 16_384, 32_767, 32_767])
})

test('D84 the rate is read from the format, anything but PCM is not', () => {
  const formats = ['pcm_16000', 'pcm_44100', 'ulaw_8000', 'pcm_1']
  expect(formats.map(parsePcmRateHz)).toEqual([16_000, 44_100, null, null])
})
