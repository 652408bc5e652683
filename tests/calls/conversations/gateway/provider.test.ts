import { test } from 'vitest'
import type { VoiceFault } from '@luna/fake-elevenlabs/plugin.ts'
import { VoiceClient, wait } from '@luna/fake-elevenlabs/testing/voice-client.ts'
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

// Most time goes into the ten seconds without metadata: about 30 s for this file.

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
    const { id, client } = await startTalk(await subscriber(world), await agentWith('late_metadata'))
    const ended = client.next('session_ended', 19_000)
    // The client sends nothing that would wake the provider; it stays, like a browser that streams.
    for (let second = 0; second < 9; second++) {
      await wait(1000)
      client.send({ type: 'user_turn_stop' })
    }
    const { atMs, event } = await ended
    expect(event).toMatchObject({ reason: 'fault', fault: 'refused' })
    expect(atMs).toBeGreaterThan(9900)
    // Before the metadata that comes after 12 s.
    expect(client.kinds()).toEqual(['session_ended'])
    expect(await endedRow(world, id)).toMatchObject({ ...free, used_ms: 0 })
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
  test('is failed and free under 10 s', async () => {
    const { id, client } = await startHeardTalk(await subscriber(world), await agentWith('drop'))
    expect((await client.next('session_ended')).event).toMatchObject({ reason: 'fault', fault: 'dropped' })
    expect(await client.closed).toEqual({ code: 1011, reason: 'dropped' })
    expect(await endedRow(world, id)).toMatchObject(free)
  })

  test('is completed and charged after 10 s of talk (D72)', async () => {
    const { id, client } = await startHeardTalk(await subscriber(world), await agentWith('drop'))
    await passTalkTime(world, 20, client)
    const ended = await client.next('session_ended')
    const row = await endedRow(world, id)
    expect(row).toMatchObject({ status: 'completed', end_reason: 'fault' })
    expect(row.charged_ms).toBeGreaterThanOrEqual(20_000)
    expect(ended.event.used_seconds).toBe(row.charged_ms / 1000)
  })
})

describe('a conversation on a working provider', () => {
  test('ends with reason agent and 1000 when the agent hangs up', async () => {
    const { id, client } = await startHeardTalk(await subscriber(world), await addAgent(world))
    client.send({ type: 'user_message', text: 'Goodbye' })
    expect((await client.next('session_ended')).event.reason).toBe('agent')
    expect(await client.closed).toEqual({ code: 1000, reason: 'agent' })
    expect(await endedRow(world, id)).toMatchObject({ status: 'completed', end_reason: 'agent' })
  })

  test('waits in line without cost (D70)', async () => {
    const { id, client } = await startTalk(await subscriber(world), await agentWith('queue'))
    expect((await client.next('queue_status')).event.status).toBe('waiting')
    client.send({ type: 'user_message', text: 'Said in the queue' })
    expect((await client.next('queue_status')).event.status).toBe('admitted')
    const metadata = await client.next('conversation_initiation_metadata')
    expect(metadata.atMs).toBeGreaterThan(2900)
    await client.next('audio')
    const talkedMs = client.elapsedMs() - metadata.atMs
    client.close()
    const row = await endedRow(world, id)
    // The server's conversation encloses what the client saw of it, without the three seconds in line.
    expect(row.used_ms).toBeGreaterThan(talkedMs - 10)
    expect(row.used_ms).toBeLessThan(client.elapsedMs() - 2900)
    // Speech that nobody heard does not interrupt the agent's first words.
    expect(client.kinds()).not.toContain('interruption')
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
    const agentId = await agentWith('flood')
    const reader = await startHeardTalk(await subscriber(world), agentId)
    await expect.poll(() => reader.client.kinds().filter((kind) => kind === 'audio').length).toBeGreaterThan(1500)
    reader.client.close()
    expect(await endedRow(world, reader.id)).toMatchObject({ end_reason: 'user' })
    const hanging = await startHeardTalk(await subscriber(world), agentId)
    hanging.client.stopReading()
    // Sound that is held back fills the socket, and the gateway lets go.
    await wait(3000)
    moveTalkClock(world, 15)
    expect(await endedRow(world, hanging.id)).toMatchObject({ end_reason: 'gone' })
    hanging.client.vanish()
  })
})
