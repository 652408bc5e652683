import { afterAll, expect, test } from 'vitest'
import { setUserStatus } from '#contract/admin/users.ts'
import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as voice from '#contract/conversations/voice.ts'
import { TestClient } from '../kit/world/client.ts'
import { endedRow, startHeardTalk, tickAt, upgradeStatus } from '../kit/conversations/conversations.ts'
import { expectInvariants } from '../kit/world/invariants.ts'
import { VoiceClient } from '@luna/fake-elevenlabs/testing/voice-client.ts'
import { addAgentRow, openRig, signInAna } from './rig.ts'

// Two servers behind a balancer, one of them killed, both replaced: about 30 s for this file.
const rig = await openRig()
const agentId = await addAgentRow(rig.sql)
const cluster = await rig.startCluster(500)
const url = `http://127.0.0.1:${cluster.port}`
afterAll(() => rig.close())

async function carrierOf(sessionId: string): Promise<number> {
  const [row] = await rig.sql<{ gateway_id: number }>('select gateway_id from voice_session where id = $1', [sessionId])
  return row?.gateway_id ?? 0
}

test('a conversation is resumed where it is carried, whichever server gets the request', async () => {
  const ana = await signInAna(url, rig.directory)
  const talk = await startHeardTalk(ana, agentId)
  const carrier = await carrierOf(talk.id)
  const other = cluster.servers().find(({ gatewayId }) => gatewayId !== carrier)
  const anaAtOther = await signInAna(`http://127.0.0.1:${other?.port}`, rig.directory)
  talk.client.vanish()
  const { signedUrl } = await anaAtOther.client.call(voice.reconnectConversation, { params: { id: talk.id } })
  expect(new URL(signedUrl).searchParams.get('server')).toBe(String(carrier))
  const back = new VoiceClient(signedUrl.replace(`:${other?.port}/`, `:${cluster.port}/`))
  await tickAt(back, 4)
  await ana.client.call(voice.endConversation, { params: { id: talk.id }, body: {} })
  expect((await back.closed).code).toBe(1000)
})

test('a person deactivated at one server stops talking at the other at once (D14)', async () => {
  const ana = await signInAna(url, rig.directory)
  const talk = await startHeardTalk(ana, agentId)
  const carrier = await carrierOf(talk.id)
  const other = cluster.servers().find(({ gatewayId }) => gatewayId !== carrier)
  const admin = new TestClient(`http://127.0.0.1:${other?.port}`, `${rig.directory}/answers.log`)
  await admin.call(auth.login, { body: { email: 'admin@luna.test', password: 'luna-demo-1' } })
  const params = { id: ana.id }
  await admin.call(setUserStatus, { params, body: { isActive: false } })
  // At once, and well before the next tick would; the answer waits only two seconds for a paused carrier.
  expect(await endedRow(rig, talk.id, 2500)).toMatchObject({ end_reason: 'access' })
  expect((await talk.client.next('session_ended')).event.reason).toBe('access')
  await admin.call(setUserStatus, { params, body: { isActive: true } })
})

test('a server for voice carries conversations and keeps their words, one for pages refuses them', async () => {
  const { port, gatewayId } = cluster.servers().find(({ serve }) => serve === 'voice') ?? {}
  const pages = cluster.servers().find(({ serve }) => serve === 'pages')
  const ana = await signInAna(url, rig.directory)
  const talk = await startHeardTalk(ana, agentId)
  expect(await carrierOf(talk.id)).toBe(gatewayId)
  expect(await upgradeStatus(talk.signedUrl.replace(`:${cluster.port}/`, `:${pages?.port}/`))).toBe(503)
  await ana.client.call(voice.endConversation, { params: { id: talk.id }, body: {} })
  expect(await ana.client.call(voice.keepTranscript, { params: { id: talk.id } })).toHaveProperty('lines')
  const anaAtPages = await signInAna(`http://127.0.0.1:${pages?.port}`, rig.directory)
  const refused = await anaAtPages.client.try(voice.startConversation, { body: { agentId } })
  expect(refused).toMatchObject({ status: 503, body: { code: 'voice_unavailable' } })
  const anaAtVoice = await signInAna(`http://127.0.0.1:${port}`, rig.directory)
  const begun = await anaAtVoice.client.call(voice.startConversation, { body: { agentId } })
  await anaAtVoice.client.call(voice.endConversation, { params: { id: begun.id }, body: {} })
})

test('a killed server is replaced, and the others answer meanwhile', async () => {
  const [killed] = cluster.servers()
  killed?.child.kill('SIGKILL')
  await expect.poll(() => cluster.servers().length).toBe(1)
  for (let i = 0; i < 10; i++) expect((await fetch(`${url}/readyz`)).status).toBe(200)
  await expect.poll(() => cluster.servers().length).toBe(2)
})

test('servers are replaced without a failed request, and conversations continue', async () => {
  const ana = await signInAna(url, rig.directory)
  const talk = await startHeardTalk(ana, agentId)
  const before = cluster.servers()
  const statuses = new Set<number>()
  let isAsking = true
  const asking = (async () => {
    while (isAsking) statuses.add((await ana.client.try(currentUser)).status)
  })()
  await cluster.roll()
  const after = cluster.servers().filter(({ isRetiring }) => !isRetiring)
  expect(after).toHaveLength(2)
  expect(before.every((server) => server.isRetiring)).toBe(true)
  // The server without conversations ends by itself, the other one when its conversation is over.
  await expect.poll(() => cluster.servers().length).toBe(3)
  await tickAt(talk.client, 4)
  isAsking = false
  await asking
  expect([...statuses]).toEqual([200])
  const ended = await ana.client.call(voice.endConversation, { params: { id: talk.id }, body: {} })
  expect(ended.endReason).toBe('user')
  expect((await talk.client.closed).code).toBe(1000)
  await expect.poll(() => cluster.servers().length).toBe(2)
  await expectInvariants(rig)
})
