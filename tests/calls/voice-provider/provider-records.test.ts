import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import * as minutes from '#contract/ledger/minutes.ts'
import * as voice from '#contract/conversations/voice.ts'
import { askForRecords } from '#server/conversations/provider-records.flow.ts'
import { addAgent, endTalk, expect, it, moveTalkClock, ownWorld, providerRecord, recordOf } from '#tests/calls.ts'
import { sendRecord, signatureOf, startHeardTalk, storedRecord, subscriber, tablesWith, tags } from '#tests/calls.ts'
import { talkFor } from '#tests/calls.ts'

const world = await ownWorld()
moveTalkClock(world, 0)
const person = await subscriber(world)
const agentId = await addAgent(world)

const talk = (seconds: number) => talkFor(world, person, agentId, seconds)
const balance = async () => (await person.client.call(minutes.minutes, { query: {} }))[0]
const untouched = { provider_ms: null, credited_ms: 0 }

it('a record needs a signature', tags('D91'), async () => {
  // server/voice-provider/elevenlabs/records.test.ts tries more of them.
  const { id, conversationId } = await talk(20)
  for (const signature of [null, 'nonsense', signatureOf('{}', world.standins.elevenLabsWebhookSecret)]) {
    const reply = await sendRecord(world, recordOf(conversationId, 3), { signature })
    expect([signature, reply.status, reply.body.code]).toEqual([signature, 400, 'bad_signature'])
  }
  expect(await storedRecord(world, id)).toMatchObject(untouched)
})

it('a charge beyond the record is given back once, with the reason', tags('D91'), async () => {
  const { id, conversationId, chargedMs } = await talk(60)
  const before = await balance()
  const replies = await Promise.all(Array.from({ length: 8 }, () => sendRecord(world, recordOf(conversationId, 40))))
  for (const reply of replies) expect([reply.status, reply.body]).toEqual([200, { received: true }])
  await sendRecord(world, recordOf(conversationId, 10))
  const creditedMs = chargedMs - 40_000
  expect(creditedMs).toBeGreaterThan(2000)
  const costs = { provider_cost_credits: 100, provider_cost_usd: '0.012500' }
  const charges = { credited_ms: creditedMs, charged_ms: chargedMs, provider_ask_at: null }
  expect(await storedRecord(world, id)).toMatchObject({ provider_ms: 40_000, ...costs, ...charges })
  const what = expect.stringMatching(/^Time given back for a session with Agent/) as string
  const note = 'Our voice provider measured less time than we charged.'
  const line = { number: Number(before?.number) + 1, changeSeconds: creditedMs / 1000, sessionId: id }
  expect(await balance()).toMatchObject({ ...line, what, note })
})

it('near or longer records change nothing, and no word is kept', tags('D91'), async () => {
  const near = await talk(30)
  const long = await talk(30)
  const before = await balance()
  await sendRecord(world, recordOf(near.conversationId, near.chargedMs / 1000 - 2))
  await sendRecord(world, recordOf(long.conversationId, 60))
  expect(await storedRecord(world, near.id)).toMatchObject({ provider_ms: near.chargedMs - 2000, credited_ms: 0 })
  expect(await storedRecord(world, long.id)).toMatchObject({ provider_ms: 60_000, credited_ms: 0 })
  expect(await balance()).toEqual(before)
  expect(await tablesWith(world, 'wordmark')).toEqual([])
  expect(fs.readFileSync(world.logFile, 'utf8')).not.toContain('wordmark')
})

it('records that are not ours, unreadable or too large are ignored', tags('D91'), async () => {
  const { id, conversationId } = await talk(20)
  const replies = [
    await sendRecord(world, recordOf('conv_of_another_installation', 5)),
    await sendRecord(world, recordOf(conversationId, 5), { type: 'post_call_audio' }),
    await sendRecord(world, recordOf(conversationId, 5, { status: 'processing' })),
    await sendRecord(world, 'nonsense'),
    await sendRecord(world, { padding: 'x'.repeat(2 * 1024 * 1024) }),
    await sendRecord(world, { padding: 'x'.repeat(9 * 1024 * 1024) }),
  ]
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200, 413])
  expect(await storedRecord(world, id)).toMatchObject(untouched)
})

it('a record waits for our own settlement, and for a conversation that began', tags('D91'), async () => {
  const live = await startHeardTalk(person, agentId)
  expect((await sendRecord(world, recordOf(live.conversationId, 0))).status).toBe(200)
  expect(await storedRecord(world, live.id)).toMatchObject(untouched)
  await endTalk(person, live.id)
  await sendRecord(world, recordOf(live.conversationId, 0))
  expect(await storedRecord(world, live.id)).toMatchObject({ provider_ms: 0, credited_ms: 0 })
  const { id } = await person.client.call(voice.startConversation, { body: { agentId } })
  await endTalk(person, id)
  expect((await storedRecord(world, id)).provider_ask_at).toBeNull()
})

const isDue = (id: string, asks = 0) =>
  world.sql(
    'update voice_session set provider_ask_at = now(), provider_asks = $2 where id = $1 and provider_ms is null',
    [id, asks],
  )
const asks = async (id: string) => (await storedRecord(world, id)).provider_asks

it('a record is requested until it is final, at growing intervals, for a day', async () => {
  const { id } = await talk(20)
  expect((await storedRecord(world, id)).provider_ask_at).not.toBeNull()
  const waitsS: unknown[] = []
  for (const before of [0, 1, 2, 24, 25]) {
    await isDue(id, before)
    await askForRecords(world.services)
    await expect.poll(() => asks(id)).toBe(before + 1)
    const [row] = await world.sql<{ wait_s: number | null }>(
      'select extract(epoch from provider_ask_at - now())::float8 as wait_s from voice_session where id = $1',
      [id],
    )
    waitsS.push(row?.wait_s == null ? null : Math.round(row.wait_s / 60) * 60)
  }
  expect(waitsS).toEqual([60, 600, 3600, 3600, null])
  expect(await storedRecord(world, id)).toMatchObject({ ...untouched, provider_asks: 26 })
})

it('a requested record is stored like one from a webhook', async () => {
  await world.control({ voiceService: { processingSeconds: 0, webhooks: 'drop' } })
  const { id, chargedMs } = await talk(30)
  const toldMs = async () => {
    await isDue(id)
    await askForRecords(world.services)
    return (await storedRecord(world, id)).provider_ms
  }
  // Not more than the few seconds that the conversation took; our times were moved.
  await expect.poll(toldMs, { timeout: 60_000, interval: 200 }).not.toBeNull()
  const stored = await storedRecord(world, id)
  expect(stored.credited_ms).toBe(chargedMs - Number(stored.provider_ms))
  expect(stored).toMatchObject({ provider_ask_at: null, provider_cost_credits: expect.any(Number) })
  await world.control({ voiceService: { processingSeconds: 86_400, webhooks: 'deliver' } })
})

it('a webhook reports after a conversation what the provider measured', async () => {
  await world.control({ voiceService: { processingSeconds: 0, webhooks: 'duplicate' } })
  const { id, conversationId } = await startHeardTalk(person, agentId)
  await endTalk(person, id)
  await expect.poll(async () => (await storedRecord(world, id)).provider_ms, { timeout: 8000 }).not.toBeNull()
  const { call_duration_secs: seconds } = (await providerRecord(world, conversationId)).metadata
  const stored = { provider_ms: seconds * 1000, credited_ms: 0, provider_asks: 0 }
  expect(await storedRecord(world, id)).toMatchObject(stored)
  await world.control({ voiceService: { processingSeconds: 86_400, webhooks: 'deliver' } })
})

it('differences are logged and counted every hour', tags('D91'), async () => {
  await world.control({ advance: 'PT1S' })
  const metrics = async () => (await world.visitor().request<string>('GET', '/metrics')).body
  await expect.poll(metrics).toContain('luna_voice_differences{kind="longer"} 1')
  expect(await metrics()).toContain('luna_voice_differences{kind="untold"} 1')
  expect(await metrics()).toContain('luna_voice_differences{kind="credited"} 2')
  const logged = fs.readFileSync(world.logFile, 'utf8').split('\n')
  const text = "1 conversation more than 2 seconds longer in the voice provider's record: not charged"
  expect(logged.some((line) => line.includes('"level":40') && line.includes(text))).toBe(true)
})

it('the audit warns of differences before its verdict on the books', tags('D91'), () => {
  const env = { PATH: '/usr/bin:/bin', DATABASE_URL: world.databaseUrl }
  const output = execFileSync(process.execPath, ['server/audit.ts'], { env, encoding: 'utf8' })
  expect(output).toMatch(
    /^Warning, last 7 days: 1 conversation more than 2 seconds longer .*: not charged\. [0-9a-f-]{36}$/m,
  )
  expect(output).toMatch(/\nIn order: \d+ checks, nothing broken\.\n$/)
})
