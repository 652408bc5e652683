import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BrowserFrames } from './browser-frames.ts'

/** Uses a new guard each time, so that no limit of another frame counts. */
function judge(text: string) {
  const verdict = new BrowserFrames(() => 0).judge(Buffer.from(text), false)
  return verdict.kind === 'sound' ? { kind: 'sound', frame: verdict.frame.toString() } : verdict
}

const character = fc.constantFrom(...'ABYZabyz0189+/='.split(''), '-', '_', '"', '\\', ' ', '\n', 'é', 'Ł', '\0')
const chunk = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  fc.string({ unit: character, maxLength: 12 }),
  fc.nat({ max: 8100 }).map((bytes) => Buffer.alloc(bytes).toString('base64')),
)

test('D79 sound is judged alike however its frame is written, and reaches the provider unchanged', () => {
  fc.assert(
    fc.property(chunk, (value) => {
      const asTheEngineWrites = `{"user_audio_chunk":${JSON.stringify(value)}}`
      const verdict = judge(asTheEngineWrites)
      expect(judge(`{ "extra": 1, "user_audio_chunk" : ${JSON.stringify(value)} }`)).toEqual(verdict)
      const bytes = Buffer.from(value, 'base64')
      const isSound = bytes.toString('base64') === value && bytes.length % 2 === 0 && bytes.length <= 8000
      if (isSound) expect(verdict).toEqual({ kind: 'sound', frame: asTheEngineWrites })
      // The unused bits of a last character may be set; everything else that is refused is not sound.
      if (verdict.kind === 'sound') expect(value).toMatch(/^[A-Za-z0-9+/]*={0,2}$/)
      else expect({ kind: verdict.kind, isSound }).toEqual({ kind: 'refuse', isSound: false })
    }),
    { numRuns: 2000 },
  )
})

test.each([
  '{"user_audio_chunk":"AAAA","user_audio_chunk":"AA=="}',
  '{"user_audio_chunk":"AAAA"} ',
  '{"user_audio_chunk":""}',
  '{"user_audio_chunk":"',
  '{"user_audio_chunk":"}',
  '{"user_audio_chunk":"AAAA","type":"ping"}',
])('D79 nothing else in a frame is passed on with its sound: %s', (text) => {
  const verdict = judge(text)
  if (verdict.kind === 'sound') {
    expect(verdict.frame).toBe(
      `{"user_audio_chunk":"${(JSON.parse(text) as { user_audio_chunk: string }).user_audio_chunk}"}`,
    )
  } else expect(verdict.kind).toBe('refuse')
})
