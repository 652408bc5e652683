import { test } from 'vitest'
import { VoiceClient } from '@luna/fake-elevenlabs/testing/voice-client.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, endedRow, endTalk, expect, expectRefused, sharedWorld, subscriber, tags } from '#tests/calls.ts'
import { moveTalkClock, passTalkTime, startHeardTalk, upgradeStatus } from '../../../kit/conversations/conversations.ts'

const world = await sharedWorld()
const agentId = await addAgent(world)
const people = await Promise.all(Array.from({ length: 4 }, () => subscriber(world)))
const start = ({ client }: (typeof people)[number]) => client.call(voice.startConversation, { body: { agentId } })
const expire = (id: string) =>
  world.sql("update voice_session set token_expires_at = now() - interval '1 second' where id = $1", [id])
const [ana, ben, cem, dan] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0], (typeof people)[0]]

test('the address is ours, absolute, and opens once for our pages', tags('D67 D79 S012 S244'), async () => {
  const host = new URL(world.url).host.replace('127.0.0.1', 'localhost')
  const reply = await fetch(`http://${host}/api/sessions`, {
    method: 'POST',
    headers: { cookie: ana.client.cookieHeader(), 'content-type': 'application/json' },
    body: JSON.stringify({ agentId }),
  })
  const { id, conversationId, signedUrl = '' } = (await reply.json()) as Record<string, string>
  expect(signedUrl).toMatch(new RegExp(`^ws://${host}/voice/${id}\\?token=[\\w-]{40,}&server=\\d+$`))
  expect(conversationId).toMatch(/^conv_/)
  const [row] = await world.sql<{ address: string }>(
    'select token_hash || provider_url as address from voice_session where id = $1',
    [id],
  )
  expect(row?.address).not.toContain(new URL(signedUrl).searchParams.get('token'))
  // Another site's page does not use it up.
  for (const origin of ['https://evil.example', 'null']) expect(await upgradeStatus(signedUrl, { origin })).toBe(403)
  // Convai is echoed, the first frame is the metadata, parameters are ignored.
  const client = new VoiceClient(`${signedUrl}&source=js_sdk&version=1.25.0`)
  await client.opened
  expect(client.protocol).toBe('convai')
  const metadata = await client.next('conversation_initiation_metadata')
  expect(client.frames[0]).toBe(metadata)
  expect(metadata.event).toMatchObject({ conversation_id: conversationId, agent_output_audio_format: 'pcm_16000' })
  expect(await upgradeStatus(signedUrl)).toBe(401)
  client.close()
})

test('wrong, missing, foreign, expired and ended addresses are refused', async () => {
  const [own, other] = [await start(ben), await start(cem)]
  const withoutToken = own.signedUrl.split('?')[0] ?? ''
  const mixed = [own.signedUrl.replace(own.id, other.id), own.signedUrl.replace(own.id, crypto.randomUUID())]
  for (const url of [...mixed, withoutToken, `${withoutToken}?token=guess`]) expect(await upgradeStatus(url)).toBe(401)
  expect(await upgradeStatus(own.signedUrl, { origin: world.url })).toBe(101)
  await expire(other.id)
  expect(await upgradeStatus(other.signedUrl)).toBe(401)
  const params = { id: other.id }
  await expectRefused(voice.reconnectConversation, [dan, { params }, 404, 'session_not_found'])
  await endTalk(cem, other.id)
  expect(await upgradeStatus(other.signedUrl)).toBe(401)
  await expectRefused(voice.reconnectConversation, [cem, { params }, 409, 'session_over'])
  const address = world.url.replace('http:', 'ws:')
  for (const path of ['voice/nothing?token=x', 'elsewhere']) expect(await upgradeStatus(`${address}/${path}`)).toBe(404)
})

test('a conversation whose address was not opened within 60 s failed', tags('D75'), async () => {
  const { id } = await start(dan)
  await expire(id)
  // A sweep comes every 15 s.
  moveTalkClock(world, 15)
  expect(await endedRow(world, id)).toMatchObject({ status: 'failed', end_reason: 'fault', charged_ms: 0 })
  await start(dan)
})

test('a fresh address that is never used does not end the current conversation', async () => {
  const { id, client } = await startHeardTalk(cem, agentId)
  await cem.client.call(voice.reconnectConversation, { params: { id } })
  await expire(id)
  await passTalkTime(world, 15, client)
  const ended = await endTalk(cem, id)
  expect(ended).toMatchObject({ status: 'completed', endReason: 'user' })
  expect(ended.secondsCharged).toBeGreaterThanOrEqual(15)
})
