import { test } from 'vitest'
import { VoiceClient } from '@luna/fake-elevenlabs/testing/voice-client.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, expect, sharedWorld, subscriber } from '#tests/calls.ts'
import {
  endedRow,
  moveTalkClock,
  passTalkTime,
  startTalk,
  upgradeStatus,
} from '../../../kit/conversations/conversations.ts'

const world = await sharedWorld()
const agentId = await addAgent(world)

async function started() {
  const person = await subscriber(world)
  return { person, ...(await person.client.call(voice.startConversation, { body: { agentId } })) }
}

test.concurrent('the address is ours, absolute, on the host of the request (D67, S012, S244)', async () => {
  const person = await subscriber(world)
  const host = new URL(world.url).host.replace('127.0.0.1', 'localhost')
  const reply = await fetch(`http://${host}/api/sessions`, {
    method: 'POST',
    headers: { cookie: person.client.cookieHeader(), 'content-type': 'application/json' },
    body: JSON.stringify({ agentId }),
  })
  const { id, conversationId, signedUrl } = (await reply.json()) as Record<string, string>
  expect(signedUrl).toMatch(new RegExp(`^ws://${host}/voice/${id}\\?token=[\\w-]{40,}&server=\\d+$`))
  expect(conversationId).toMatch(/^conv_/)
  const [row] = await world.sql<{ address: string }>(
    'select token_hash || provider_url as address from voice_session where id = $1',
    [id],
  )
  expect(row?.address).not.toContain(new URL(signedUrl ?? '').searchParams.get('token'))
})

test.concurrent('it opens once: convai is echoed, the first frame is the metadata, parameters are ignored', async () => {
  const { signedUrl, conversationId } = await started()
  const client = new VoiceClient(`${signedUrl}&source=js_sdk&version=1.25.0`)
  await client.opened
  expect(client.protocol).toBe('convai')
  const metadata = await client.next('conversation_initiation_metadata')
  expect(client.frames[0]).toBe(metadata)
  expect(metadata.event).toMatchObject({ conversation_id: conversationId, agent_output_audio_format: 'pcm_16000' })
  expect(await upgradeStatus(signedUrl)).toBe(401)
  client.close()
})

test.concurrent('an expired address is refused with 401', async () => {
  const { id, signedUrl } = await started()
  await world.sql("update voice_session set token_expires_at = now() - interval '1 second' where id = $1", [id])
  expect(await upgradeStatus(signedUrl)).toBe(401)
})

test.concurrent("another conversation's, a wrong and a missing token are refused with 401", async () => {
  const own = await started()
  const other = await started()
  const mixed = own.signedUrl.replace(own.id, other.id)
  const withoutToken = own.signedUrl.split('?')[0] ?? ''
  expect(await upgradeStatus(mixed)).toBe(401)
  expect(await upgradeStatus(withoutToken)).toBe(401)
  expect(await upgradeStatus(`${withoutToken}?token=guess`)).toBe(401)
  expect(await upgradeStatus(own.signedUrl.replace(own.id, crypto.randomUUID()))).toBe(401)
  expect(await upgradeStatus(own.signedUrl)).toBe(101)
})

test.concurrent('an address of an ended conversation is refused with 401', async () => {
  const { person, id, signedUrl } = await started()
  await person.client.call(voice.endConversation, { params: { id }, body: {} })
  expect(await upgradeStatus(signedUrl)).toBe(401)
  const again = await person.client.try(voice.reconnectConversation, { params: { id } })
  expect(again).toMatchObject({ status: 409, body: { code: 'session_over' } })
})

test.concurrent('paths without a socket are 404', async () => {
  const address = world.url.replace('http:', 'ws:')
  expect(await upgradeStatus(`${address}/voice/nothing?token=x`)).toBe(404)
  expect(await upgradeStatus(`${address}/elsewhere`)).toBe(404)
})

test.concurrent("another site's page is refused with 403 without using the address up; our own page may open it (D79)", async () => {
  const { signedUrl } = await started()
  expect(await upgradeStatus(signedUrl, { origin: 'https://evil.example' })).toBe(403)
  expect(await upgradeStatus(signedUrl, { origin: 'null' })).toBe(403)
  expect(await upgradeStatus(signedUrl, { origin: world.url })).toBe(101)
})

test.concurrent("a person cannot reconnect to another's conversation (404)", async () => {
  const { id } = await started()
  const stranger = await subscriber(world)
  const reply = await stranger.client.try(voice.reconnectConversation, { params: { id } })
  expect(reply).toMatchObject({ status: 404, body: { code: 'session_not_found' } })
})

test('a conversation whose address was not opened within 60 s becomes failed (D75)', async () => {
  const { person, id } = await started()
  await world.sql("update voice_session set token_expires_at = now() - interval '1 second' where id = $1", [id])
  // A sweep comes every 15 s.
  moveTalkClock(world, 15)
  expect(await endedRow(world, id)).toMatchObject({ status: 'failed', end_reason: 'fault', charged_ms: 0 })
  expect((await person.client.try(voice.startConversation, { body: { agentId } })).status).toBe(201)
})

test('a fresh address that is never used does not end the current conversation', async () => {
  const person = await subscriber(world)
  const talk = await startTalk(person, agentId)
  await talk.client.next('audio')
  await person.client.call(voice.reconnectConversation, { params: { id: talk.id } })
  await world.sql("update voice_session set token_expires_at = now() - interval '1 second' where id = $1", [talk.id])
  await passTalkTime(world, 15, talk.client)
  const ended = await person.client.call(voice.endConversation, { params: { id: talk.id }, body: {} })
  expect(ended).toMatchObject({ status: 'completed', endReason: 'user' })
  expect(ended.secondsCharged).toBeGreaterThanOrEqual(15)
})
