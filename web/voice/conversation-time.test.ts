import { expect, test } from 'vitest'
import { createStage, moment, sound } from './conversation-fakes.ts'

test('D73 the timer runs from the metadata and follows the ticks', async () => {
  const stage = createStage()
  await stage.connect()
  expect(stage.snapshot).toMatchObject({ elapsedSeconds: 0, secondsLeft: null })
  await stage.clock.advance(3400)
  expect(stage.snapshot.elapsedSeconds).toBe(3)
  stage.socket.deliver({ type: 'session_tick', session_tick_event: { used_seconds: 2, seconds_left: 100 } })
  expect(stage.snapshot).toMatchObject({ elapsedSeconds: 2, secondsLeft: 100 })
  await stage.clock.advance(5000)
  expect(stage.snapshot).toMatchObject({ elapsedSeconds: 7, secondsLeft: 95 })
})

test('D73 a warning shows until minutes were bought', async () => {
  const stage = createStage()
  await stage.connect()
  stage.socket.deliver({ type: 'session_warning', session_warning_event: { seconds_left: 30 } })
  expect(stage.snapshot).toMatchObject({ warningSecondsLeft: 30, secondsLeft: 30 })
  stage.socket.deliver({ type: 'session_tick', session_tick_event: { used_seconds: 5, seconds_left: 25 } })
  expect(stage.snapshot.warningSecondsLeft).toBe(30)
  stage.socket.deliver({ type: 'session_tick', session_tick_event: { used_seconds: 10, seconds_left: 3600 } })
  expect(stage.snapshot).toMatchObject({ warningSecondsLeft: null, secondsLeft: 3600 })
})

test('D190 a warning and a tick tell what will be used up first', async () => {
  const stage = createStage()
  await stage.connect()
  expect(stage.snapshot.bound).toBe('balance')
  stage.socket.deliver({ type: 'session_warning', session_warning_event: { seconds_left: 120, bound: 'budget' } })
  expect(stage.snapshot.bound).toBe('budget')
  const figures = { used_seconds: 5, seconds_left: 100, bound: 'balance' }
  stage.socket.deliver({ type: 'session_tick', session_tick_event: figures })
  expect(stage.snapshot).toMatchObject({ bound: 'balance', warningSecondsLeft: 120 })
})

test('D86 D190 a warning of the longest time counts down beside the credits, whatever these say', async () => {
  const stage = createStage()
  await stage.connect()
  const tick = { used_seconds: 7080, seconds_left: 3600, bound: 'balance' }
  stage.socket.deliver({ type: 'session_warning', session_warning_event: { seconds_left: 120, bound: 'limit' } })
  stage.socket.deliver({ type: 'session_tick', session_tick_event: tick })
  expect(stage.snapshot).toMatchObject({ limitSecondsLeft: 120, warningSecondsLeft: null, secondsLeft: 3600 })
  await stage.clock.advance(20_000)
  expect(stage.snapshot).toMatchObject({ limitSecondsLeft: 100, bound: 'balance' })
})

test('D86 the question whether somebody is there counts down and goes with the first word', async () => {
  const stage = createStage()
  await stage.connect()
  stage.socket.deliver({ type: 'session_idle', session_idle_event: { seconds_left: 30 } })
  expect(stage.snapshot.idleSecondsLeft).toBe(30)
  await stage.clock.advance(4000)
  expect(stage.snapshot.idleSecondsLeft).toBe(26)
  stage.speak(0.2, 2)
  expect(stage.snapshot.idleSecondsLeft).toBeNull()
})

test('metrics: message to sound, turn to sound, interruption to silence', async () => {
  const stage = createStage()
  await stage.connect()
  stage.conversation.sendText('hello')
  await stage.clock.advance(300)
  stage.socket.deliver(sound(1))
  stage.socket.deliver(sound(1))
  stage.player.handlers!.onStarted(1, moment(stage.clock.now() + 12))
  await stage.clock.advance(500)
  stage.socket.deliver({ type: 'interruption', interruption_event: { event_id: 1 } })
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
  expect(stage.calls).toEqual(['prepare'])
  expect(stage.snapshot.phase).toBe('idle')
})
