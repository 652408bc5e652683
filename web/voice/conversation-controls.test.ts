import { describe, expect, test } from 'vitest'
import { createStage, later, moment, nothingHeld, sound, talking } from './conversation-fakes.ts'
import { settle } from './fake-clock.ts'
import { decodePcm } from './sound/pcm.ts'

type Stage = ReturnType<typeof createStage>

/** Returns for each sound frame sent from then on whether it is silence. */
function silencesOf({ socket }: Stage, from = 0): boolean[] {
  return socket.sent
    .slice(from)
    .flatMap((message) => ('user_audio_chunk' in message ? [decodePcm(String(message.user_audio_chunk))] : []))
    .map((samples) => samples.every((sample) => sample === 0))
}

describe('push to talk', () => {
  test('is heard only while it is held, from the first word of every conversation on', async () => {
    const stage = await talking(({ conversation }) => conversation.setPushToTalk(true))
    const { conversation } = stage
    /** Returns whether the person is muted, and whether what they say now is sent as silence. */
    const said = () => {
      stage.speak(0.2)
      return [stage.snapshot.muted, silencesOf(stage).at(-1)]
    }
    expect(stage.snapshot.pushToTalk).toBe(true)
    expect(said()).toEqual([true, true])
    conversation.holdToTalk(true)
    expect(said()).toEqual([false, false])
    conversation.holdToTalk(false)
    expect(said()).toEqual([true, true])
    conversation.toggleMute()
    expect(stage.snapshot.muted).toBe(true)
    conversation.setPushToTalk(false)
    expect(said()).toEqual([false, false])
    // Without it the key does nothing.
    conversation.holdToTalk(false)
    expect(stage.snapshot.muted).toBe(false)
  })

  test('stays for the next conversation, as the patience does', async () => {
    const stage = await talking()
    stage.conversation.setPushToTalk(true)
    stage.conversation.setPatience(1000)
    stage.conversation.reset()
    expect(stage.snapshot).toMatchObject({ pushToTalk: true, patienceMs: 1000, muted: false })
  })
})

describe('another microphone', () => {
  test('takes over without a pause, but not while nobody talks; the one before is released', async () => {
    const stage = createStage()
    await stage.conversation.chooseMicrophone('desk')
    expect(stage.microphone.opened).toBe(0)
    await stage.connect()
    await stage.conversation.chooseMicrophone('desk')
    expect(stage.calls).toContain('choose {"microphoneId":"desk"}')
    expect([stage.microphone.opened, stage.microphone.closed]).toEqual([2, 1])
  })

  test('that cannot be opened is refused, and the one before goes on', async () => {
    const stage = await talking()
    stage.failMicrophone('NotReadableError')
    await expect(stage.conversation.chooseMicrophone('desk')).rejects.toThrow('no')
    expect(stage.snapshot).toMatchObject({ phase: 'connected', problem: null })
    expect([stage.microphone.opened, stage.microphone.closed]).toEqual([1, 0])
  })

  test('is one of two chosen quickly after each other, and none after the end', async () => {
    const stage = await talking()
    const slow = later<void>()
    stage.microphone.open = () => slow.promise
    const choices = [stage.conversation.chooseMicrophone('desk'), stage.conversation.chooseMicrophone('head')]
    slow.resolve()
    await Promise.all(choices)
    expect(stage.microphone.opened - stage.microphone.closed).toBe(1)
    await stage.end()
    expect(stage.held()).toEqual(nothingHeld)
  })

  test('takes the place of an unplugged one without touching the socket', async () => {
    const stage = await talking()
    stage.microphone.handlers!.onLost()
    await settle()
    expect(stage.microphone).toMatchObject({ opened: 2, closed: 1 })
    stage.speak(0.2, 1)
    expect([stage.socket.kinds.at(-1), stage.snapshot.phase]).toEqual(['sound', 'connected'])
  })
})

describe('a lost microphone', () => {
  async function lose(stage: Stage, error = 'NotFoundError'): Promise<Stage> {
    stage.failMicrophone(error)
    stage.microphone.handlers!.onLost()
    await settle()
    return stage
  }

  test('S264 D75 D88 is shown; the talk goes on by typing, and silence is sent', async () => {
    const stage = await lose(await talking())
    const problem = { kind: 'microphone_error' }
    expect(stage.snapshot).toMatchObject({ phase: 'connected', isMicrophoneLost: true, problem })
    expect(stage.conversation.sendText('Still here')).toBe(true)
    expect(stage.socket.kinds).toContain('user_message')
    const from = stage.socket.sent.length
    await stage.clock.advance(2000)
    const silences = silencesOf(stage, from)
    expect(silences.length).toBeGreaterThan(4)
    expect(silences).not.toContain(false)
    await stage.end()
    expect(stage.all).toMatchObject({ phase: 'ended', problem: null, ...nothingHeld })
  })

  test('S264 that is there again is taken up by the next try', async () => {
    const stage = await lose(await talking())
    const retry = async () => {
      stage.conversation.retryMicrophone()
      await settle()
      return stage.snapshot
    }
    expect((await retry()).isMicrophoneLost).toBe(true)
    stage.microphone.open = () => Promise.resolve()
    expect(await retry()).toMatchObject({ isMicrophoneLost: false, problem: null })
    const from = stage.socket.sent.length
    stage.speak(0.2)
    await stage.clock.advance(2000)
    expect(silencesOf(stage, from)).toEqual([false])
    await stage.end()
    expect(stage.held()).toEqual(nothingHeld)
  })

  test('S264 D88 is shown as refused without permission, and takes a start back', async () => {
    const refused = await lose(await talking(), 'NotAllowedError')
    expect(refused.snapshot).toMatchObject({ phase: 'connected', problem: { kind: 'microphone_denied' } })
    const early = createStage()
    await early.open()
    await lose(early)
    expect(early.all).toMatchObject({ phase: 'idle', problem: { kind: 'microphone_error' }, ...nothingHeld })
  })
})

describe('a microphone that nothing comes from', () => {
  test('D203 is noticed when the device mutes it, until it unmutes', async () => {
    const stage = await talking()
    const { onMuted } = stage.microphone.handlers!
    onMuted!(true)
    expect(stage.snapshot).toMatchObject({ phase: 'connected', isMicrophoneSilent: true, isMicrophoneLost: false })
    onMuted!(false)
    expect(stage.snapshot.isMicrophoneSilent).toBe(false)
  })

  test('D203 is noticed after 5 s of digital silence, until sound or another microphone comes', async () => {
    const stage = await talking()
    /** Returns whether silence is noticed after windows of this level for this long. */
    const after = async (ms: number, level: number) => {
      stage.deliver({ type: 'ping', ping_event: { event_id: 1 } })
      stage.speak(level)
      await stage.clock.advance(ms)
      stage.speak(level)
      return stage.snapshot.isMicrophoneSilent
    }
    // The hum of a quiet room.
    expect(await after(10_000, 0.0001)).toBe(false)
    expect(await after(4900, 0)).toBe(false)
    expect(await after(200, 0)).toBe(true)
    expect(await after(0, 0.0001)).toBe(false)
    // Muting here changes nothing about it.
    stage.conversation.toggleMute()
    expect(await after(5000, 0.2)).toBe(false)
    expect(await after(5000, 0)).toBe(true)
    await stage.conversation.chooseMicrophone('desk')
    expect(stage.snapshot.isMicrophoneSilent).toBe(false)
    // Silence in place of a lost microphone is our own.
    stage.failMicrophone('NotFoundError')
    stage.microphone.handlers!.onLost()
    await stage.clock.advance(10_000)
    expect(stage.snapshot).toMatchObject({ isMicrophoneLost: true, isMicrophoneSilent: false })
  })
})

test("shows the provider's ping, and the time from the last word to the first sound", async () => {
  const stage = await talking()
  expect(stage.snapshot).toMatchObject({ pingMs: null, answerMs: null })
  stage.deliver({ type: 'ping', ping_event: { event_id: 1 } })
  expect(stage.snapshot.pingMs).toBeNull()
  stage.deliver({ type: 'ping', ping_event: { event_id: 2, ping_ms: 41 } })
  expect(stage.snapshot.pingMs).toBe(41)
  stage.speak(0.2, 4)
  // Eight silent windows, about 171 ms, have passed when the turn is over.
  stage.speak(0, 8)
  await stage.clock.advance(450)
  stage.deliver(sound(3))
  stage.player.handlers?.onStarted(3, moment(stage.clock.now()))
  expect(stage.snapshot.answerMs).toBeCloseTo(450 + 171 + 30, 0)
})
