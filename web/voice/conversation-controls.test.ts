import { describe, expect, test } from 'vitest'
import { createStage, later, moment, nothingHeld, sound } from './conversation-fakes.ts'
import { settle } from './fake-clock.ts'

/** Returns whether the newest window was sent as silence. */
function isLastSilent({ socket }: ReturnType<typeof createStage>): boolean {
  const sounds = socket.sent.flatMap((message) => ('user_audio_chunk' in message ? [message.user_audio_chunk] : []))
  return /^A+=*$/.test(String(sounds.at(-1)))
}

describe('push to talk', () => {
  test('is heard only while it is held, from the first word of every conversation on', async () => {
    const stage = createStage()
    stage.conversation.setPushToTalk(true)
    await stage.connect()
    expect(stage.snapshot).toMatchObject({ pushToTalk: true, muted: true })
    stage.speak(0.2)
    expect(isLastSilent(stage)).toBe(true)
    stage.conversation.holdToTalk(true)
    stage.speak(0.2)
    expect([stage.snapshot.muted, isLastSilent(stage)]).toEqual([false, false])
    stage.conversation.holdToTalk(false)
    stage.speak(0.2)
    expect([stage.snapshot.muted, isLastSilent(stage)]).toEqual([true, true])
    stage.conversation.toggleMute()
    expect(stage.snapshot.muted).toBe(true)
    stage.conversation.setPushToTalk(false)
    stage.speak(0.2)
    expect([stage.snapshot.muted, isLastSilent(stage)]).toEqual([false, false])
    // Without it the key does nothing.
    stage.conversation.holdToTalk(false)
    expect(stage.snapshot.muted).toBe(false)
  })

  test('stays for the next conversation, as the patience does', async () => {
    const stage = createStage()
    await stage.connect()
    stage.conversation.setPushToTalk(true)
    stage.conversation.setPatience(1000)
    stage.conversation.reset()
    expect(stage.snapshot).toMatchObject({ pushToTalk: true, patienceMs: 1000, muted: false })
  })
})

describe('another microphone', () => {
  test('takes over without a pause; the one before is released', async () => {
    const stage = createStage()
    await stage.connect()
    await stage.conversation.chooseMicrophone('desk')
    expect(stage.calls).toContain('choose {"microphoneId":"desk"}')
    expect([stage.microphone.opened, stage.microphone.closed]).toEqual([2, 1])
  })

  test('that cannot be opened is refused, and the one before goes on', async () => {
    const stage = createStage()
    await stage.connect()
    stage.microphone.open = () => Promise.reject(new DOMException('in use', 'NotReadableError'))
    await expect(stage.conversation.chooseMicrophone('desk')).rejects.toThrow('in use')
    expect(stage.snapshot).toMatchObject({ phase: 'connected', problem: null })
    expect([stage.microphone.opened, stage.microphone.closed]).toEqual([1, 0])
  })

  test('of two chosen quickly after each other one stays open, and none after the end', async () => {
    const stage = createStage()
    await stage.connect()
    const slow = later<void>()
    stage.microphone.open = () => slow.promise
    const choices = [stage.conversation.chooseMicrophone('desk'), stage.conversation.chooseMicrophone('head')]
    slow.resolve()
    await Promise.all(choices)
    expect(stage.microphone.opened - stage.microphone.closed).toBe(1)
    stage.conversation.end()
    await settle()
    expect(stage.held()).toEqual(nothingHeld)
  })

  test('is not opened while nobody talks', async () => {
    const stage = createStage()
    await stage.conversation.chooseMicrophone('desk')
    expect(stage.microphone.opened).toBe(0)
  })
})

test('figures: the ping that the provider measured, and an answer from the last word to the first sound', async () => {
  const stage = createStage()
  await stage.connect()
  expect(stage.snapshot).toMatchObject({ pingMs: null, answerMs: null })
  stage.socket.deliver({ type: 'ping', ping_event: { event_id: 1 } })
  expect(stage.snapshot.pingMs).toBeNull()
  stage.socket.deliver({ type: 'ping', ping_event: { event_id: 2, ping_ms: 41 } })
  expect(stage.snapshot.pingMs).toBe(41)
  stage.speak(0.2, 4)
  // Eight silent windows, about 171 ms, have passed when the turn is over.
  stage.speak(0, 8)
  await stage.clock.advance(450)
  stage.socket.deliver(sound(3))
  stage.player.handlers?.onStarted(3, moment(stage.clock.now()))
  expect(stage.snapshot.answerMs).toBeCloseTo(450 + 171 + 30, 0)
})
