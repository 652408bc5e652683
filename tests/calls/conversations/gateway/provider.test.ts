import type { VoiceFault } from '@luna/fake-elevenlabs/plugin.ts'
import * as voice from '#contract/conversations/voice.ts'
import { definitionMark } from '#server/voice-provider/elevenlabs/agent.ts'
import { addAgent, askProvider, endedRow, endOf, expect, metadata, moveTalkClock, ownProvider } from '#tests/calls.ts'
import { passTalkTime, queueStatus, say, sharedWorld, sound, startHeardTalk, startTalk } from '#tests/calls.ts'
import { subscriber, tags, test, VoiceClient } from '#tests/calls.ts'

const world = await sharedWorld()
moveTalkClock(world, 0)
const agentId = await addAgent(world)
const person = await subscriber(world, 'ascend')

async function agentWith(fault: VoiceFault, more: { firstMessage?: string } = {}): Promise<string> {
  const name = `With ${fault} ${crypto.randomUUID()}`
  const id = await addAgent(world, { name, ...more })
  await world.control({ voiceFaults: { [name]: fault } })
  return id
}

/** Creates an agent at the provider with words of our own instead of the product's. */
async function addForeignAgent(name: string): Promise<{ id: string; providerId: string }> {
  const id = await addAgent(world)
  const settings = { name, conversation_config: { tts: { voice_id: 'slt' } } }
  const made = (await askProvider(world, 'POST', '/agents/create', settings)) as { agent_id: string }
  await world.sql(
    `update agent set eleven_labs_agent_id = $2, synced_revision = revision,
       synced_voice_id = provider_voice(voice_id, false), synced_definition = $3 where id = $1`,
    [id, made.agent_id, definitionMark],
  )
  return { id, providerId: made.agent_id }
}

const free = { status: 'failed', end_reason: 'fault', charged_ms: 0 }
const refused = { reason: 'fault', fault: 'refused', code: 1011 }
const lineOf = async (by = person) => (await by.client.call(voice.usage))[0]

test('a full provider costs nothing', tags('D71 D82 D88'), async () => {
  const { id, client } = await startTalk(person, await agentWith('busy'))
  expect(await endOf(client)).toEqual({ reason: 'fault', used_seconds: 0, fault: 'busy', code: 1011 })
  expect((await client.closed).reason).toBe('busy')
  expect(await endedRow(world, id)).toMatchObject({ ...free, used_ms: 0 })
  const notes = 'Not charged: the conversation did not start'
  expect(await lineOf()).toMatchObject({ sessionId: id, creditsDeducted: 0, notes })
})

test('a socket or a configuration that the provider refuses costs nothing', tags('D71 D82 D88'), async () => {
  const gone = await addForeignAgent('Gone soon')
  const { id, signedUrl } = await person.client.call(voice.startConversation, { body: { agentId: gone.id } })
  await askProvider(world, 'DELETE', `/agents/${gone.providerId}`)
  expect(await endOf(new VoiceClient(signedUrl))).toMatchObject(refused)
  expect(await endedRow(world, id)).toMatchObject({ ...free, used_ms: 0 })
  // It closes within 2 s of its metadata.
  const wrong = await startTalk(person, (await addForeignAgent('Without switches for overrides')).id)
  expect(await endOf(wrong.client)).toMatchObject(refused)
  expect(await endedRow(world, wrong.id)).toMatchObject(free)
})

test('a provider without metadata for 10 s costs nothing', tags('D71 D82 D88'), async () => {
  const { stop } = await ownProvider(world, [])
  const { id, client } = await startTalk(person, agentId)
  await passTalkTime(world, 9.9, client)
  expect(client.kinds()).toEqual([])
  moveTalkClock(world, 0.1)
  expect(await endOf(client)).toMatchObject(refused)
  expect(client.kinds()).toEqual(['session_ended'])
  expect(await endedRow(world, id)).toMatchObject({ ...free, used_ms: 0 })
  stop()
})

test('an agent that never speaks costs nothing', tags('D71 D82 D88'), async () => {
  const { id, client } = await startTalk(person, await agentWith('stall'))
  await client.next('conversation_initiation_metadata')
  await passTalkTime(world, 30, client)
  client.close()
  expect(await endedRow(world, id)).toMatchObject({ status: 'failed', end_reason: 'user', charged_ms: 0 })
  expect((await lineOf())?.notes).toBe('Not charged: no sound from the agent')
})

test.each([
  [9, { ...free, used_ms: 9000 }],
  [20, { status: 'completed', end_reason: 'fault', used_ms: 20_000, charged_ms: 20_000 }],
])('a provider lost after %d s is charged as it should be', tags('D72'), async (seconds, charge) => {
  const { sockets, stop } = await ownProvider(world)
  const { id, client } = await startHeardTalk(person, agentId)
  await passTalkTime(world, seconds, client)
  sockets[0]?.terminate()
  const used = { used_seconds: charge.charged_ms / 1000 }
  expect(await endOf(client)).toEqual({ reason: 'fault', fault: 'dropped', ...used, code: 1011 })
  expect((await client.closed).reason).toBe('dropped')
  expect(await endedRow(world, id)).toMatchObject(charge)
  stop()
})

test('an agent that hangs up ends with reason agent and 1000', async () => {
  const { sockets, stop } = await ownProvider(world)
  const { id, client } = await startHeardTalk(person, agentId)
  await passTalkTime(world, 2, client)
  sockets[0]?.close(1000)
  expect(await endOf(client)).toMatchObject({ reason: 'agent', code: 1000 })
  expect(await endedRow(world, id)).toMatchObject({ status: 'completed', end_reason: 'agent' })
  stop()
})

test('waiting in line costs nothing, and nothing said there is heard', tags('D70'), async () => {
  const { sockets, heard, stop } = await ownProvider(world, [queueStatus('waiting')])
  const { id, client } = await startTalk(person, agentId)
  expect((await client.next('queue_status')).event.status).toBe('waiting')
  client.send({ type: 'user_message', text: 'Said in the queue' })
  await passTalkTime(world, 12, client)
  say(sockets[0], queueStatus('admitted'), metadata, sound)
  expect((await client.next('queue_status')).event.status).toBe('admitted')
  await client.next('audio')
  client.send({ type: 'user_message', text: 'Said in the conversation' })
  await expect.poll(() => heard.at(-1)).toContain('Said in the conversation')
  await passTalkTime(world, 11, client)
  client.close()
  expect(await endedRow(world, id)).toMatchObject({ used_ms: 11_000, charged_ms: 11_000 })
  expect(heard.join()).not.toContain('Said in the queue')
  stop()
})

test('late sound of an interrupted answer is passed on for the client to drop', async () => {
  // Long enough to be interrupted even when everything pauses for a while.
  const firstMessage = 'There is much that we can talk about. '.repeat(4)
  const { id, client } = await startHeardTalk(person, await agentWith('stale_audio', { firstMessage }))
  client.send({ type: 'user_message', text: 'A plan, please' })
  const interruption = await client.next('interruption')
  expect((await client.next('audio')).event.event_id).toBe(interruption.event.event_id)
  client.close()
  await endedRow(world, id)
})

test('the gateway survives a flood of sound, and lets go of who stops reading', async () => {
  const reader = await startHeardTalk(person, await agentWith('flood'))
  await expect.poll(() => reader.client.kinds().filter((kind) => kind === 'audio').length).toBeGreaterThan(1500)
  reader.client.close()
  expect(await endedRow(world, reader.id)).toMatchObject({ end_reason: 'user' })
  const { sockets, heard, stop } = await ownProvider(world)
  const hanging = await startHeardTalk(person, agentId)
  hanging.client.stopReading()
  // Far more than both ends of a socket hold for somebody who does not read.
  const much = { ...sound, audio_event: { audio_base_64: Buffer.alloc(96_000).toString('base64'), event_id: 2 } }
  for (let megabytes = 0; megabytes < 32; megabytes += 0.128) say(sockets[0], much)
  // Sound that is held back fills the socket, and the gateway lets go: it answers pings in the browser's place.
  const isAnswered = () => {
    say(sockets[0], { type: 'ping', ping_event: { event_id: 5 } })
    return heard.includes('{"type":"pong","event_id":5}')
  }
  await expect.poll(isAnswered).toBe(true)
  moveTalkClock(world, 15)
  expect(await endedRow(world, hanging.id)).toMatchObject({ end_reason: 'gone', used_ms: 0, free_ms: 15_000 })
  hanging.client.vanish()
  stop()
})
