import { expect, test } from 'vitest'
import { createStage, nothingHeld } from './conversation-fakes.ts'
import { settle } from './fake-clock.ts'
import { decodePcm } from './sound/pcm.ts'

/** Goes as far as a conversation whose microphone was lost, with no replacement. */
async function withoutMicrophone() {
  const stage = createStage()
  await stage.connect()
  stage.microphone.open = () => Promise.reject(new DOMException('gone', 'NotFoundError'))
  stage.microphone.handlers!.onLost()
  await settle()
  return stage
}

/** Returns for each sound frame sent from then on whether it is silence. */
function silencesOf({ socket }: ReturnType<typeof createStage>, from: number): boolean[] {
  return socket.sent
    .slice(from)
    .flatMap((message) => ('user_audio_chunk' in message ? [decodePcm(String(message.user_audio_chunk))] : []))
    .map((samples) => samples.every((sample) => sample === 0))
}

test('S264 D88 a talk whose microphone is lost for good is told so and goes on by typing', async () => {
  const stage = await withoutMicrophone()
  expect(stage.snapshot).toMatchObject({
    phase: 'connected',
    isMicrophoneLost: true,
    problem: { kind: 'microphone_error' },
  })
  expect(stage.conversation.sendText('Still here')).toBe(true)
  expect(stage.socket.kinds).toContain('user_message')
  stage.conversation.end()
  await settle()
  expect(stage.snapshot).toMatchObject({ phase: 'ended', problem: null })
  expect(stage.held()).toEqual(nothingHeld)
})

test('D75 without a microphone silence is sent, so that the browser does not count as gone', async () => {
  const stage = await withoutMicrophone()
  const from = stage.socket.sent.length
  await stage.clock.advance(2000)
  const silences = silencesOf(stage, from)
  expect(silences.length).toBeGreaterThan(4)
  expect(silences).not.toContain(false)
})

test('S264 a microphone that is there again is taken up by the next try', async () => {
  const stage = await withoutMicrophone()
  stage.conversation.retryMicrophone()
  await settle()
  expect(stage.snapshot.isMicrophoneLost).toBe(true)
  stage.microphone.open = () => Promise.resolve()
  stage.conversation.retryMicrophone()
  await settle()
  expect(stage.snapshot).toMatchObject({ isMicrophoneLost: false, problem: null })
  const from = stage.socket.sent.length
  stage.speak(0.2)
  await stage.clock.advance(2000)
  expect(silencesOf(stage, from)).toEqual([false])
  stage.conversation.end()
  await settle()
  expect(stage.held()).toEqual(nothingHeld)
})

test('S264 a permission that is taken back in mid-call is told as refused', async () => {
  const stage = createStage()
  await stage.connect()
  stage.microphone.open = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  stage.microphone.handlers!.onLost()
  await settle()
  expect(stage.snapshot).toMatchObject({ phase: 'connected', problem: { kind: 'microphone_denied' } })
})

test('D88 a microphone that is lost before the talk takes the start back', async () => {
  const stage = createStage()
  await stage.open()
  stage.microphone.open = () => Promise.reject(new DOMException('gone', 'NotFoundError'))
  stage.microphone.handlers!.onLost()
  await settle()
  expect(stage.snapshot).toMatchObject({ phase: 'idle', problem: { kind: 'microphone_error' } })
  expect(stage.held()).toEqual(nothingHeld)
})
