import { expect, test } from 'vitest'
import { createStage, metadata, moment, sound, talking } from './conversation-fakes.ts'

test('S247 S299 turn signals go out: start, stop after 8 silent windows, request 50 ms later', async () => {
  const stage = await talking()
  stage.speak(0.1, 2)
  expect(stage.snapshot.activity).toBe('user_speaking')
  stage.speak(0, 7)
  expect(stage.socket.kinds).not.toContain('user_turn_stop')
  stage.speak(0, 1)
  await stage.clock.advance(49)
  expect(stage.socket.kinds).not.toContain('response_request')
  expect(stage.snapshot.activity).toBe('listening')
  await stage.clock.advance(1)
  const signals = ['user_turn_start', 'user_turn_stop', 'response_request']
  const begun = 'conversation_initiation_client_data'
  expect(stage.socket.kinds.filter((kind) => kind !== 'sound')).toEqual([begun, ...signals])
  expect(stage.snapshot.activity).toBe('thinking')
  expect(stage.socket.kinds.filter((kind) => kind === 'sound')).toHaveLength(10)
})

test('speaking on within 50 ms withdraws the request', async () => {
  const stage = await talking()
  stage.speak(0.1, 2)
  stage.speak(0, 8)
  await stage.clock.advance(30)
  stage.speak(0.1, 2)
  await stage.clock.advance(100)
  expect(stage.socket.kinds).not.toContain('response_request')
})

test('thinking gives way to listening when no answer comes', async () => {
  const stage = await talking()
  stage.conversation.sendText('hello')
  expect(stage.snapshot.activity).toBe('thinking')
  await stage.clock.advance(8000)
  expect(stage.snapshot.activity).toBe('listening')
})

test('D83 muting sends zeros, never nothing, and ends the turn', async () => {
  const stage = await talking()
  stage.speak(0.5, 3)
  stage.conversation.toggleMute()
  expect(stage.snapshot.muted).toBe(true)
  const before = stage.socket.sent.length
  stage.speak(0.5, 8)
  const chunks = stage.socket.sent.slice(before).filter((message) => 'user_audio_chunk' in message)
  expect(chunks).toEqual(Array.from({ length: 8 }, () => ({ user_audio_chunk: Buffer.alloc(4).toString('base64') })))
  expect(stage.conversation.levels.microphone).toBe(0)
  expect(stage.snapshot.activity).not.toBe('user_speaking')
  stage.conversation.toggleMute()
  stage.speak(0.5, 1)
  expect(stage.socket.sent.at(-1)).not.toEqual({ user_audio_chunk: Buffer.alloc(4).toString('base64') })
})

test('D83 patience is kept for the next conversation and stays between 171 and 1500 ms', async () => {
  const stage = createStage()
  stage.conversation.setPatience(5000)
  expect(stage.snapshot.patienceMs).toBe(1500)
  await stage.connect()
  stage.speak(0.1, 2)
  stage.speak(0, 60)
  expect(stage.snapshot.activity).toBe('user_speaking')
  stage.speak(0, 10)
  expect(stage.snapshot.activity).not.toBe('user_speaking')
  stage.conversation.setPatience(0)
  expect(stage.snapshot.patienceMs).toBe(171)
})

test("S248 D80 D84 both spellings of sound play at the metadata's rate, 16 kHz if not PCM", async () => {
  const stage = createStage()
  await stage.open()
  stage.deliver(metadata('pcm_24000'))
  stage.deliver(sound(1))
  stage.deliver(sound(2, 'audio_event'))
  expect(stage.player.did).toEqual(['rate 24000', 'play 1 320', 'play 2 320'])
  const other = createStage()
  await other.open()
  other.deliver(metadata('ulaw_8000'))
  expect(other.player.did).toEqual(['rate 16000'])
})

test('the agent has the word from its first sample to its last', async () => {
  const stage = await talking()
  stage.deliver(sound(1))
  expect(stage.snapshot.activity).toBe('listening')
  stage.player.handlers!.onStarted(1, moment(0))
  expect(stage.snapshot.activity).toBe('agent_speaking')
  stage.speak(0.2, 2)
  expect(stage.snapshot.activity).toBe('user_speaking')
  stage.speak(0, 8)
  expect(stage.snapshot.activity).toBe('agent_speaking')
  stage.player.handlers!.onSilent(false, moment(0))
  expect(stage.snapshot.activity).toBe('listening')
})

test('D85 an interruption reaches the player at once, and a correction replaces the line', async () => {
  const stage = await talking()
  const said = { agent_response: 'One two three', event_id: 7 }
  stage.deliver({ type: 'agent_response', agent_response_event: said })
  stage.deliver(sound(7))
  stage.deliver({ type: 'interruption', interruption_event: { event_id: 7 } })
  expect(stage.player.did.at(-1)).toBe('interrupt 7')
  stage.deliver({ type: 'user_transcript', user_transcription_event: { user_transcript: 'Stop', event_id: 8 } })
  const corrected = { original_agent_response: 'One two three', corrected_agent_response: 'One', event_id: 7 }
  stage.deliver({ type: 'agent_response_correction', agent_response_correction_event: corrected })
  expect(stage.snapshot.lines.map(({ role, text }) => `${role}: ${text}`)).toEqual(['agent: One', 'user: Stop'])
  expect(stage.socket.sent.at(-1)).toEqual({ type: 'continuation', event_id: 7 })
})

test('a typed turn is sent, shown once and awaited, once somebody is there', async () => {
  const early = createStage()
  expect(early.conversation.sendText('hello')).toBe(false)
  await early.open()
  expect(early.conversation.sendText('hello')).toBe(false)
  const stage = await talking()
  expect(stage.conversation.sendText('   ')).toBe(false)
  expect(stage.conversation.sendText(' What now? ')).toBe(true)
  expect(stage.socket.sent.at(-1)).toEqual({ type: 'user_message', text: 'What now?' })
  stage.deliver({ type: 'user_transcript', user_transcription_event: { user_transcript: 'What now?' } })
  expect(stage.snapshot.lines.map((line) => line.text)).toEqual(['What now?'])
  expect(stage.snapshot.activity).toBe('thinking')
})

test('S248 D80 pings are answered at once, with their id', async () => {
  const stage = await talking()
  stage.deliver({ type: 'ping', ping_event: { event_id: 12, ping_ms: 40 } })
  expect(stage.socket.sent.at(-1)).toEqual({ type: 'pong', event_id: 12 })
})

test('D80 unknown kinds and broken frames are ignored and counted', async () => {
  const stage = await talking()
  const before = stage.snapshot
  stage.deliver({ type: 'vad_score', vad_score_event: { vad_score: 0.5 } })
  stage.deliver({ type: 'toString' })
  stage.deliver({ type: 'audio' })
  stage.deliver({ type: 'audio', audio_event: { audio_base_64: '§', event_id: 1 } })
  stage.deliver({ type: 'interruption', interruption_event: { event_id: '7' } })
  stage.deliver([])
  stage.socket.deliverText('no json')
  expect(stage.snapshot).toEqual({ ...before, unknownFrames: 7 })
})

test('more than 64 kB waiting leave silence out, words go on', async () => {
  const stage = await talking()
  stage.socket.bufferedAmount = 65 * 1024
  stage.speak(0, 1)
  await stage.clock.advance(500)
  const before = stage.socket.sent.length
  stage.speak(0, 5)
  expect(stage.socket.sent).toHaveLength(before)
  stage.speak(0.2, 1)
  expect(stage.socket.kinds.slice(before)).toEqual(['sound'])
})

test('a page that stood still sends all it missed in one go, silence too', async () => {
  const stage = await talking()
  stage.socket.bufferedAmount = 300 * 1024
  const before = stage.socket.sent.length
  stage.speak(0, 100)
  expect(stage.socket.sent).toHaveLength(before + 100)
  stage.socket.bufferedAmount = 0
  stage.speak(0, 1)
  await stage.clock.advance(500)
  stage.socket.bufferedAmount = 300 * 1024
  stage.speak(0, 1)
  expect(stage.snapshot.phase).toBe('connected')
})

test('a blocked sound is told and resumed by a tap', async () => {
  const stage = await talking()
  stage.player.handlers!.onBlocked(true)
  expect(stage.snapshot.soundBlocked).toBe(true)
  stage.conversation.resumeSound()
  expect(stage.player.resumed).toBe(1)
})

test('D90 the whole talk is kept, capped at 500 lines', async () => {
  const stage = await talking()
  for (let at = 0; at < 510; at++) {
    stage.deliver({ type: 'agent_response', agent_response_event: { agent_response: `line ${at}` } })
  }
  expect(stage.snapshot.lines).toHaveLength(500)
  expect(stage.snapshot.lines.at(-1)).toMatchObject({ id: 510, text: 'line 509' })
})
