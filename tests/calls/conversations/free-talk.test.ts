import * as voice from '#contract/conversations/voice.ts'
import { findUnpaidTalk } from '#server/conversations/unpaid-talk.flow.ts'
import { reconcilePayments } from '#server/billing/reconcile.flow.ts'
import { sweepOrphans } from '#server/conversations/gateway/sweeper.ts'
import { addAgent, endedRow, endTalk, expect, moveTalkClock, ownWorld, passTalkTime } from '#tests/calls.ts'
import { startHeardTalk, subscriber, tags, test, tickAt, VoiceClient } from '#tests/calls.ts'
// What a person hears is charged, however they come and go.

const world = await ownWorld()
moveTalkClock(world, 0)
const agentId = await addAgent(world)

test('silent listening with reconnects is charged in full', tags('D176'), async () => {
  const person = await subscriber(world)
  const { id, client } = await startHeardTalk(person, agentId)
  let line = client
  for (let turn = 0; turn < 4; turn++) {
    // One typed turn, then not a byte, not even answers to the provider's pings, while the agent speaks.
    line.answersPings = false
    line.send({ type: 'user_message', text: 'A plan, please' })
    await line.next('agent_response')
    await line.next('audio')
    moveTalkClock(world, 3.3)
    const { signedUrl } = await person.client.call(voice.reconnectConversation, { params: { id } })
    line = new VoiceClient(signedUrl, false)
    await line.next('conversation_initiation_metadata')
  }
  await endTalk(person, id)
  expect(await endedRow(world, id)).toMatchObject({ used_ms: 13_200, charged_ms: 13_000, free_ms: 0 })
})

test('conversations that ended without the database are settled later', tags('D75 D77'), async () => {
  const [ana, ben] = [await subscriber(world), await subscriber(world)]
  const [first, second] = [await startHeardTalk(ana, agentId), await startHeardTalk(ben, agentId)]
  const { database, live } = world.services
  const { step } = database
  // More than the ten free seconds, and less than up to the next tick.
  await Promise.all([first, second].map(({ client }) => passTalkTime(world, 6, client)))
  await Promise.all([first, second].map(({ client }) => tickAt(client, 6)))
  moveTalkClock(world, 0.5)
  database.step = Object.assign(() => Promise.reject(new Error('The database is away')), { mayWrite: true as const })
  const ends = [first, second].map(async ({ id }) => live.find(id)?.end('idle'))
  for (const { client } of [first, second]) {
    // Every attempt but the last is followed by a wait: a fifth of a second, doubled each time.
    for (const ended = () => client.kinds().includes('session_ended'); !ended(); await client.delivered()) {
      moveTalkClock(world, 12.8)
    }
    const told = await client.next('session_ended')
    expect(told.event).toEqual({ reason: 'idle', used_seconds: null })
    expect((await client.closed).code).toBe(1000)
  }
  await Promise.all(ends)
  database.step = step
  expect(await endTalk(ana, first.id)).toMatchObject({ status: 'completed', endReason: 'idle' })
  await sweepOrphans({ ...world.services, countEnded: () => {} })
  for (const { id } of [first, second]) {
    // To the end, not to the last tick before it.
    const figures = { used_ms: 12_500, charged_ms: 12_000 }
    expect(await endedRow(world, id, 100)).toMatchObject({ status: 'completed', end_reason: 'idle', ...figures })
    expect(live.find(id)).toBeUndefined()
  }
})

test('more than was charged is a finding until it is accepted', tags('D91 D176'), async () => {
  const conversations = await world.sql<{ id: string; account_id: string }>(
    'select id, account_id from voice_session order by id limit 3',
  )
  // Free, as sound, and as the provider measured, in ms.
  const figures = [
    [63_000, 0, null],
    [0, 50_000, null],
    [0, 0, 90_000],
  ] as const
  const given = 'update voice_session set free_ms = $2, sound_ms = $3, provider_ms = $4 where id = $1'
  for (const [index, { id }] of conversations.entries()) await world.sql(given, [id, ...figures[index]!])
  const metrics = async () => (await world.visitor().request<string>('GET', '/metrics')).body
  const open = () =>
    world.sql<{ kind: string; object_id: string; details: string }>(
      'select kind, object_id, details from finding where closed_at is null and accepted is null order by object_id, kind',
    )
  await findUnpaidTalk(world.services)
  // The comparison of payments leaves them alone.
  await reconcilePayments(world.services)
  const found = await open()
  const kinds = ['talk_free_time', 'talk_unpaid_sound', 'talk_provider_time']
  const wanted = kinds.map((kind, index) => [conversations[index]?.id, kind])
  expect(found.map(({ kind, object_id: id }) => [id, kind])).toEqual(wanted)
  expect(found[0]?.details).toMatch(/^1:03 were free beside the \d+:\d\d charged$/)
  expect(await metrics()).toContain('luna_talk_findings{kind="talk_free_time"} 1')
  // It is still there days later.
  await world.sql("update voice_session set ended_at = ended_at - interval '10 days'")
  await findUnpaidTalk(world.services)
  expect(await open()).toEqual(found)
  await world.sql("update finding set accepted = 'A test'")
  await findUnpaidTalk(world.services)
  expect(await open()).toEqual([])
  expect(await metrics()).toContain('luna_talk_findings{kind="talk_free_time"} 0')
})
