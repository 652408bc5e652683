import { afterEach, expect, test, vi } from 'vitest'
import { askMicrophone } from './ask-microphone.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Makes a browser that rejects a request for one specific microphone with `refused`. */
function fakeMicrophones(refused: unknown) {
  const stream = {}
  const getUserMedia = vi.fn(async ({ audio }: { audio: MediaTrackConstraints }) => {
    if (audio.deviceId) throw refused
    return stream
  })
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
  return { stream, getUserMedia }
}

/** As in Safari, where it inherits from nothing. */
const overconstrained = { name: 'OverconstrainedError', constraint: 'deviceId' }

test.for([
  ['a plain object', overconstrained],
  ['an Error', new DOMException('gone', 'OverconstrainedError')],
] as const)('a chosen microphone that is gone, told by %s, is replaced by any other', async ([, refused]) => {
  const { stream, getUserMedia } = fakeMicrophones(refused)
  expect(await askMicrophone('chosen')).toBe(stream)
  expect(getUserMedia.mock.calls.map(([{ audio }]) => audio.deviceId)).toEqual([{ exact: 'chosen' }, undefined])
})

test('a refusal is not asked again, and an insecure origin has no microphone', async () => {
  for (const no of [new DOMException('no', 'NotAllowedError'), null, undefined]) {
    const { getUserMedia } = fakeMicrophones(no)
    await expect(askMicrophone('chosen')).rejects.toBe(no)
    expect(getUserMedia).toHaveBeenCalledTimes(1)
  }
  vi.stubGlobal('navigator', {})
  await expect(askMicrophone('')).rejects.toMatchObject({ name: 'NotFoundError' })
})
