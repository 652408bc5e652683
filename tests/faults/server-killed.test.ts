import { afterAll, expect, test } from 'vitest'
import * as voice from '#contract/conversations/voice.ts'
import { endedRow, startHeardTalk, tickAt, upgradeStatus } from '../kit/conversations/conversations.ts'
import { expectInvariants } from '../kit/world/invariants.ts'
import { addAgentRow, expectSettledAtTick, lastTickMs, openRig, signInAna } from './rig.ts'

// Talk must pass the ten free seconds in real time: about 25 s for this file.
const rig = await openRig()
const agentId = await addAgentRow(rig.sql)
afterAll(() => rig.close())

test('kill -9 during a conversation: settled at its last tick by the next start, once', async () => {
  const first = await rig.startServer()
  const ana = await signInAna(first.url, rig.directory)
  const talk = await startHeardTalk(ana, agentId)
  await tickAt(talk.client, 11)
  const tickMs = await lastTickMs(rig.sql, talk.id)
  expect(tickMs).toBeGreaterThan(10_000)
  await first.kill()
  expect((await talk.client.closed).code).toBe(1006)

  const second = await rig.startServer()
  const back = await signInAna(second.url, rig.directory)
  await expectSettledAtTick(rig.sql, back, { id: talk.id, agentId, tickMs })
  expect((await back.client.try(voice.reconnectConversation, { params: { id: talk.id } })).status).toBe(409)
  expect(await upgradeStatus(talk.signedUrl.replace(first.url.slice(7), second.url.slice(7)))).toBe(401)
  await second.kill()
})

test('SIGTERM: the live conversation gets a clean end and is settled, and the process exits 0', async () => {
  const server = await rig.startServer()
  const ana = await signInAna(server.url, rig.directory)
  const { id, client } = await startHeardTalk(ana, agentId)
  const exitCode = server.terminate()
  expect((await client.next('session_ended')).event).toEqual({ reason: 'fault', used_seconds: 0, fault: 'drain' })
  expect(await client.closed).toEqual({ code: 1012, reason: 'The service restarts' })
  expect(await exitCode).toBe(0)
  expect(await endedRow(rig, id, 100)).toMatchObject({ status: 'failed', end_reason: 'fault', charged_ms: 0 })
  await expectInvariants(rig)
})
