import { describe, expect, test } from 'vitest'
import { createStage, moment, sound, talking } from './conversation-fakes.ts'

async function timed() {
  const stage = await talking()
  const tick = (used: number, left: number, bound?: string) =>
    stage.deliver({ type: 'session_tick', session_tick_event: { used_seconds: used, seconds_left: left, bound } })
  const warn = (left: number, bound?: string) =>
    stage.deliver({ type: 'session_warning', session_warning_event: { seconds_left: left, bound } })
  return { stage, tick, warn }
}

test('D73 the timer runs from the metadata and follows the ticks', async () => {
  const { stage, tick } = await timed()
  expect(stage.snapshot).toMatchObject({ elapsedSeconds: 0, secondsLeft: null })
  await stage.clock.advance(3400)
  expect(stage.snapshot.elapsedSeconds).toBe(3)
  tick(2, 100)
  expect(stage.snapshot).toMatchObject({ elapsedSeconds: 2, secondsLeft: 100 })
  await stage.clock.advance(5000)
  expect(stage.snapshot).toMatchObject({ elapsedSeconds: 7, secondsLeft: 95 })
})

test('D73 D190 a warning names the limit that comes first, and shows until minutes were bought', async () => {
  const { stage, tick, warn } = await timed()
  expect(stage.snapshot.bound).toBe('balance')
  warn(30, 'budget')
  expect(stage.snapshot).toMatchObject({ bound: 'budget', warningSecondsLeft: 30, secondsLeft: 30 })
  tick(5, 25, 'balance')
  expect(stage.snapshot).toMatchObject({ bound: 'balance', warningSecondsLeft: 30 })
  tick(10, 3600)
  expect(stage.snapshot).toMatchObject({ warningSecondsLeft: null, secondsLeft: 3600 })
})

test('D86 D190 a warning of the longest time counts down next to the credits, whatever these say', async () => {
  const { stage, tick, warn } = await timed()
  warn(120, 'limit')
  tick(7080, 3600, 'balance')
  expect(stage.snapshot).toMatchObject({ limitSecondsLeft: 120, warningSecondsLeft: null, secondsLeft: 3600 })
  await stage.clock.advance(20_000)
  expect(stage.snapshot).toMatchObject({ limitSecondsLeft: 100, bound: 'balance' })
})

test('D86 the question whether somebody is there counts down and goes with the first word', async () => {
  const stage = await talking()
  stage.deliver({ type: 'session_idle', session_idle_event: { seconds_left: 30 } })
  expect(stage.snapshot.idleSecondsLeft).toBe(30)
  await stage.clock.advance(4000)
  expect(stage.snapshot.idleSecondsLeft).toBe(26)
  stage.speak(0.2, 2)
  expect(stage.snapshot.idleSecondsLeft).toBeNull()
})

test('metrics: message to sound, turn to sound, interruption to silence', async () => {
  const stage = await talking()
  stage.conversation.sendText('hello')
  await stage.clock.advance(300)
  stage.deliver(sound(1))
  stage.deliver(sound(1))
  stage.player.handlers!.onStarted(1, moment(stage.clock.now() + 12))
  await stage.clock.advance(500)
  stage.deliver({ type: 'interruption', interruption_event: { event_id: 1 } })
  stage.player.handlers!.onSilent(true, moment(stage.clock.now() + 9))
  expect(stage.metrics.slice(1)).toEqual([
    ['message_to_sound', 12],
    ['message_to_sound_at_speaker', 42],
    ['turn_to_sound', 312],
    ['turn_to_sound_at_speaker', 342],
    ['interruption_to_silence', 9],
    ['interruption_to_silence_at_speaker', 39],
  ])
})

test('the sound is prepared before the click, without asking for anything', async () => {
  const stage = createStage()
  stage.conversation.prepare()
  expect([stage.calls, stage.snapshot.phase]).toEqual([['prepare'], 'idle'])
})

describe('a noted step', () => {
  async function noting() {
    const stage = await talking()
    const note = (title: string) => {
      const step = { id: title, title, due_on: null, state: 'proposed' }
      stage.deliver({ type: 'step_noted', step_noted_event: step })
    }
    /** Returns the title that is shown after this time. */
    const after = async (ms: number) => {
      await stage.clock.advance(ms)
      return stage.snapshot.noted?.title ?? null
    }
    return { ...stage, note, after }
  }

  test('is shown for twelve seconds, and a later one takes its place; the end takes it along', async () => {
    const { after, conversation, held, note } = await noting()
    note('Call Anna')
    expect(await after(11_000)).toBe('Call Anna')
    note('Send the offer')
    expect(await after(0)).toBe('Send the offer')
    expect(await after(11_999)).toBe('Send the offer')
    expect(await after(1)).toBeNull()
    note('Call Anna')
    conversation.end()
    expect([await after(0), held().timers]).toEqual([null, 0])
  })

  test('that the person is at stays until they leave it, and the ones after it wait', async () => {
    const { after, conversation, note } = await noting()
    note('Call Anna')
    conversation.holdNoted(true)
    note('Send the offer')
    note('Book a room')
    expect(await after(13_000)).toBe('Call Anna')
    conversation.holdNoted(false)
    expect(await after(11_999)).toBe('Call Anna')
    expect(await after(1)).toBe('Send the offer')
    expect(await after(12_000)).toBe('Book a room')
    expect(await after(12_000)).toBeNull()
  })
})
