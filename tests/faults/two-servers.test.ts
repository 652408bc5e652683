import { afterAll, expect, test } from 'vitest'
import * as voice from '#contract/conversations/voice.ts'
import { endedRow, startHeardTalk, tickAt, upgradeStatus } from '../kit/conversations/conversations.ts'
import * as faults from './rig.ts'

// A sweep comes every 15 s: about 45 s for this file.
const rig = await faults.openRig()
const agentId = await faults.addAgentRow(rig.sql)
const [one, other] = [await rig.startServer(), await rig.startServer()]
const anaAtOne = await faults.signInAna(one.url, rig.directory)
const anaAtOther = await faults.signInAna(other.url, rig.directory)
afterAll(() => rig.close())

test('a fresh address that reaches the wrong server is refused without harm', async () => {
  const talk = await startHeardTalk(anaAtOne, agentId)
  await tickAt(talk.client, 4)
  const { signedUrl } = await anaAtOther.client.call(voice.reconnectConversation, { params: { id: talk.id } })
  expect(await upgradeStatus(signedUrl)).toBe(401)
  const ended = await anaAtOne.client.call(voice.endConversation, { params: { id: talk.id }, body: {} })
  expect(ended).toMatchObject({ status: 'completed', endReason: 'user' })
  expect((await endedRow(rig, talk.id)).used_ms).toBeGreaterThanOrEqual(4000)
})

test('a conversation can be ended at the other server, and ends at once where it runs (D74)', async () => {
  const talk = await startHeardTalk(anaAtOne, agentId)
  const refused = await anaAtOther.client.try(voice.startConversation, { body: { agentId } })
  expect(refused.status).toBe(409)
  await tickAt(talk.client, 4)
  const tickMs = await faults.lastTickMs(rig.sql, talk.id)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const ended = await anaAtOther.client.call(voice.endConversation, { params: { id: talk.id }, body: {} })
  expect(ended.endedAt).not.toBeNull()
  expect((await talk.client.next('session_ended')).event.reason).toBe('user')
  expect((await talk.client.closed).code).toBe(1000)
  // Up to its own moment, and not only as far as the last tick had come.
  expect((await endedRow(rig, talk.id)).used_ms).toBeGreaterThanOrEqual(tickMs + 900)
})

test('what a dead server carried is settled by the living one', async () => {
  const talk = await startHeardTalk(anaAtOne, agentId)
  await tickAt(talk.client, 11)
  const tickMs = await faults.lastTickMs(rig.sql, talk.id)
  await one.kill()
  expect(await endedRow(rig, talk.id, 20_000)).toMatchObject({ end_reason: 'gone' })
  await faults.expectSettledAtTick(rig.sql, anaAtOther, { id: talk.id, agentId, tickMs })
})
