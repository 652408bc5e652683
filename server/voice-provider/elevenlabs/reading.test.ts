import { expect, it } from 'vitest'
import { toReading } from './reading.ts'

const text = "Don't wait.  Begin!"
const sound = Buffer.alloc(16_000, 1)
const read = (alignment: object | null) =>
  toReading({ audio_base64: sound.toString('base64'), alignment: alignment as never }, text)

it('knows when each word begins, and how long the sound lasts (D175)', () => {
  const characters = Array.from(text)
  const character_start_times_seconds = characters.map((_, place) => place / 10)
  expect(read({ characters, character_start_times_seconds })).toEqual({
    type: 'audio/mpeg',
    bytes: sound,
    durationMs: 2000,
    wordStartsMs: [0, 600, 1300],
  })
})

it('shares the sound among the words when the service names no times for them (D175)', () => {
  const estimated = [0, 632, 1263]
  expect(read(null).wordStartsMs).toEqual(estimated)
  const characters = Array.from('Do not wait at all.')
  expect(read({ characters, character_start_times_seconds: characters.map(() => 0) }).wordStartsMs).toEqual(estimated)
})
