import { test } from 'vitest'
import type { VoiceFault } from '@luna/fake-elevenlabs/plugin.ts'
import { VoiceClient } from '@luna/fake-elevenlabs/testing/voice-client.ts'
import * as voice from '#contract/conversations/voice.ts'
import { definitionMark } from '#server/voice-provider/elevenlabs/agent.ts'
import { addAgent, describe, expect, ownWorld, subscriber } from '#tests/calls.ts'
import {
  askProvider,
  endedRow,
  moveTalkClock,
  passTalkTime,
  startHeardTalk,
  startTalk,
} from '../../../kit/conversations/conversations.ts'
import { metadata, ownProvider, say, sound } from '../../../kit/conversations/own-provider.ts'

const world = await ownWorld()
moveTalkClock(world, 0)

async function agentWith(fault: VoiceFault, more: { firstMessage?: string } = {}): Promise<string> {
  const name = `With ${fault} ${crypto.randomUUID()}`
  const agentId = await addAgent(world, { name, ...more })
  await world.control({ voiceFaults: { [name]: fault } })
  return agentId
}

interface ForeignSettings {
  name: string
  conversation_config?: object
}

/** Creates an agent at the provider with words of our own instead of the product's. */
async function addForeignAgent({ conversation_config: config, ...more }: ForeignSettings): Promise<string> {
  const agentId = await addAgent(world)
  const settings = { ...more, conversation_config: { tts: { voice_id: 'slt' }, ...config } }
  const { agent_id: providerId } = (await askProvider(world, 'POST', '/agents/create', settings)) as {
    agent_id: string
  }
  await world.sql(
    `update agent set eleven_labs_agent_id = $2, synced_revision = revision,
       synced_voice_id = provider_voice(voice_id, false), synced_definition = $3 where id = $1`,
    [agentId, providerId, definitionMark],
  )
  return agentId
}

const free = { status: 'failed', end_reason: 'fault', charged_ms: 0 }

describe('a conversation that the provider does not begin costs nothing (D71, D82, D88)', () => {
  test('full: refused at once', async () => {
    const person = await subscriber(world)
    const { id, client } = await startTalk(person, await agentWith('busy'))
    expect((await client.next('session_ended')).event).toEqual({ reason: 'fault', used_seconds: 0, fault: 'busy' })
    expect(await client.closed).toEqual({ code: 1011, reason: 'busy' })
    expect(await endedRow(world, id)).toMatchObject({ ...free, used_ms: 0 })
    const [line] = await person.client.call(voice.usage)
    expect(line).toMatchObject({ creditsDeducted: 0, notes: 'Not charged: the conversation did not start' })
  })

  test('its socket refuses', async () => {
    const agentId = await addForeignAgent({ name: 'Gone soon' })
    const person = await subscriber(world)
    const { id, signedUrl } = await person.client.call(voice.startConversation, { body: { agentId } })
    const [agent] = await world.sql<{ id: string }>('select eleven_labs_agent_id as id from agent where id = $1', [
      agentId,
    ])
    await askProvider(world, 'DELETE', `/agents/${agent?.id}`)
    const client = new VoiceClient(signedUrl)
    expect((await client.next('session_ended')).event).toMatchObject({ reason: 'fault', fault: 'refused' })
    expect((await client.closed).code).toBe(1011)
    expect(await endedRow(world, id)).toMatchObject({ ...free, used_ms: 0 })
  })

  test('it closes within 2 s of its metadata: a refused configuration', async () => {
    const agentId = await addForeignAgent({ name: 'Without switches for overrides' })
    const { id, client } = await startTalk(await subscriber(world), agentId)
    expect((await client.next('session_ended')).event).toMatchObject({ reason: 'fault', fault: 'refused' })
    expect((await client.closed).code).toBe(1011)
    expect(await endedRow(world, id)).toMatchObject(free)
  })

  test('no metadata within 10 s', async () => {
    const { stop } = await ownProvider(world, [])
    const { id, client } = await startTalk(await subscriber(world), await addAgent(world))
    await passTalkTime(world, 9.9, client)
    expect(client.kinds()).toEqual([])
    moveTalkClock(world, 0.1)
    expect((await client.next('session_ended')).event).toMatchObject({ reason: 'fault', fault: 'refused' })
    expect(client.kinds()).toEqual(['session_ended'])
    expect(await endedRow(world, id)).toMatchObject({ ...free, used_ms: 0 })
    stop()
  })

  test('it never lets the agent speak: no sound, no charge', async () => {
    const person = await subscriber(world)
    const { id, client } = await startTalk(person, await agentWith('stall'))
    await client.next('conversation_initiation_metadata')
    await passTalkTime(world, 30, client)
    client.close()
    expect(await endedRow(world, id)).toMatchObject({ status: 'failed', end_reason: 'user', charged_ms: 0 })
    const [line] = await person.client.call(voice.usage)
    expect(line?.notes).toBe('Not charged: no sound from the agent')
  })
})

describe('a conversation that the provider loses', () => {
  test.each([
    { seconds: 9, charge: { ...free, used_ms: 9000 } },
    // D72
    { seconds: 20, charge: { status: 'completed', end_reason: 'fault', used_ms: 20_000, charged_ms: 20_000 } },
  ])('after $seconds s of talk is charged as it should be (D72)', async ({ seconds, charge }) => {
    const { sockets, stop } = await ownProvider(world)
    const { id, client } = await startHeardTalk(await subscriber(world), await addAgent(world))
    await passTalkTime(world, seconds, client)
    sockets[0]?.terminate()
    expect((await client.next('session_ended')).event).toEqual({
      reason: 'fault',
      fault: 'dropped',
      used_seconds: charge.charged_ms / 1000,
    })
    expect(await client.closed).toEqual({ code: 1011, reason: 'dropped' })
    expect(await endedRow(world, id)).toMatchObject(charge)
    stop()
  })
})

describe('a conversation on a working provider', () => {
  test('ends with reason agent and 1000 when the agent hangs up', async () => {
    const { sockets, stop } = await ownProvider(world)
    const { id, client } = await startHeardTalk(await subscriber(world), await addAgent(world))
    await passTalkTime(world, 2, client)
    sockets[0]?.close(1000)
    expect((await client.next('session_ended')).event.reason).toBe('agent')
    expect(await client.closed).toEqual({ code: 1000, reason: 'agent' })
    expect(await endedRow(world, id)).toMatchObject({ status: 'completed', end_reason: 'agent' })
    stop()
  })

  test('waits in line without cost, and what is said there is not heard (D70)', async () => {
    const queue = (status: string) => ({ type: 'queue_status', queue_status_event: { status } })
    const { sockets, heard, stop } = await ownProvider(world, [queue('waiting')])
    const { id, client } = await startTalk(await subscriber(world), await addAgent(world))
    expect((await client.next('queue_status')).event.status).toBe('waiting')
    client.send({ type: 'user_message', text: 'Said in the queue' })
    await passTalkTime(world, 12, client)
    say(sockets[0], queue('admitted'), metadata, sound)
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

  test('passes on late sound of an interrupted answer for the client to drop', async () => {
    // Long enough to be interrupted even when everything pauses for a while.
    const firstMessage = 'There is much that we can talk about. '.repeat(4)
    const { id, client } = await startHeardTalk(
      await subscriber(world),
      await agentWith('stale_audio', { firstMessage }),
    )
    client.send({ type: 'user_message', text: 'A plan, please' })
    const interruption = await client.next('interruption')
    expect((await client.next('audio')).event.event_id).toBe(interruption.event.event_id)
    client.close()
    await endedRow(world, id)
  })

  test('survives a flood of sound, and does not keep a browser that stops reading forever', async () => {
    const reader = await startHeardTalk(await subscriber(world), await agentWith('flood'))
    await expect.poll(() => reader.client.kinds().filter((kind) => kind === 'audio').length).toBeGreaterThan(1500)
    reader.client.close()
    expect(await endedRow(world, reader.id)).toMatchObject({ end_reason: 'user' })
    const { sockets, heard, stop } = await ownProvider(world)
    const hanging = await startHeardTalk(await subscriber(world), await addAgent(world))
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
})
