import { describe, expect, it } from 'vitest'
import fs from 'node:fs'
import { VoiceClient } from '@luna/fake-elevenlabs/testing/voice-client.ts'
import * as adminAgents from '#contract/agents/admin-agents.ts'
import { criteria } from '#contract/agents/quality.ts'
import * as versions from '#contract/agents/versions.ts'
import { testAgent } from '#contract/conversations/agent-tests.ts'
import * as voice from '#contract/conversations/voice.ts'
import { askForRecords } from '#server/conversations/provider-records.flow.ts'
import { VoiceUnavailable } from '#server/voice-provider/elevenlabs/requests.ts'
import { moveTalkClock, ownWorld, passTalkTime, platformAdmin, startHeardTalk, subscriber } from '#tests/calls.ts'
import { recordOf, sendRecord, storedRecord, talkFor } from '../../../kit/conversations/provider-records.ts'

const world = await ownWorld()
moveTalkClock(world, 0)
const ada = await platformAdmin(world)
await ada.client.call(voice.giveVoiceConsent, { body: {} })
const person = await subscriber(world)

let count = 0
const create = async (systemPrompt = 'You help.') =>
  (
    await ada.client.call(adminAgents.createAgent, {
      body: { name: `Judged ${++count}`, description: 'D', category: 'Systems', systemPrompt, firstMessage: 'Hello.' },
    })
  ).id

type Results = Partial<Record<string, unknown>>
const itemOf = ([id, result]: [string, unknown]) => ({ criteria_id: id, result, rationale: 'wordmark is private' })
const mapped = (results: Results) => ({
  analysis: {
    call_successful: 'success',
    transcript_summary: 'wordmark',
    evaluation_criteria_results: Object.fromEntries(Object.entries(results).map((one) => [one[0], itemOf(one)])),
  },
})
const all = { goal_met: 'success', stayed_in_role: 'failure', no_invented_facts: 'unknown' }

/** Returns success, failure and unknown of each criterion in their order, for all versions, newest first. */
async function counts(id: string): Promise<number[][][]> {
  const found = await ada.client.call(versions.agentVersions, { params: { id }, query: {} })
  return found.versions.map((version) => version.counts.map((one) => [one.success, one.failure, one.unknown]))
}
const none = criteria.map(() => [0, 0, 0])
const once = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

describe('the results of conversations', () => {
  it('are counted once for the version that was talked with, however often the record comes, and without a word', async () => {
    const id = await create()
    const first = await talkFor(world, person, id, 20)
    await ada.client.call(adminAgents.changeAgent, { params: { id }, body: { systemPrompt: 'You help more.' } })
    const record = recordOf(first.conversationId, 20, mapped(all))
    await Promise.all(Array.from({ length: 8 }, () => sendRecord(world, record)))
    await sendRecord(world, recordOf(first.conversationId, 20, mapped({ ...all, goal_met: 'failure' })))
    expect(await counts(id)).toEqual([none, once])
    const second = await talkFor(world, person, id, 20)
    await ada.client.call(adminAgents.changeAgent, { params: { id }, body: { price: '1.00' } })
    const third = await talkFor(world, person, id, 20)
    for (const { conversationId } of [second, third]) await sendRecord(world, recordOf(conversationId, 20, mapped(all)))
    expect(await counts(id)).toEqual([once.map((row) => row.map((figure) => figure * 2)), once])
    const columns = await world.sql<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'agent_quality' order by 1`,
    )
    expect(columns.map(({ name }) => name)).toEqual([
      'agent_id',
      'criterion',
      'failure',
      'revision',
      'success',
      'unknown',
    ])
    const tables = await world.sql<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.tables
       where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
    )
    for (const { name } of tables) {
      expect([name, await world.sql(`select from ${name} as line where line::text like '%wordmark%'`)]).toEqual([
        name,
        [],
      ])
    }
    expect(fs.readFileSync(world.logFile, 'utf8')).not.toContain('wordmark')
  }, 30_000)

  it('may lack, come as a list alone, with unknown keys, or unreadable, without an error (B15)', async () => {
    const id = await create()
    const { conversationId, id: sessionId } = await talkFor(world, person, id, 20)
    const send = async (more: object) => (await sendRecord(world, recordOf(conversationId, 20, more))).status
    for (const more of [
      {},
      { analysis: null },
      { analysis: 'nonsense' },
      { analysis: { call_successful: 'unknown', transcript_summary: '', evaluation_criteria_results: {} } },
      { analysis: { evaluation_criteria_results: [], evaluation_criteria_results_list: {} } },
      mapped({ goal_met: 'perhaps', of_somebody_else: 'success' }),
    ])
      expect(await send(more)).toBe(200)
    expect(await storedRecord(world, sessionId)).toMatchObject({ provider_ms: 20_000 })
    expect(await counts(id)).toEqual([none])
    const list = Object.entries(all).map(itemOf)
    expect(await send({ analysis: { evaluation_criteria_results_list: list, scoped: [], newer: { key: 1 } } })).toBe(
      200,
    )
    expect(await counts(id)).toEqual([once])
    await send(mapped(all))
    expect(await counts(id)).toEqual([once])
  })

  it('come from our own question as well as from the webhook, and count once when both arrive', async () => {
    await world.control({ voiceService: { processingSeconds: 0, webhooks: 'duplicate' } })
    const id = await create()
    const { conversationId, id: sessionId, client } = await startHeardTalk(person, id)
    client.send({ type: 'user_message', text: 'How do I begin?' })
    await client.next('agent_response')
    await passTalkTime(world, 20, client)
    await person.client.call(voice.endConversation, { params: { id: sessionId }, body: {} })
    // Our question and the webhook race, and only one of them may count.
    await expect
      .poll(
        async () => {
          await world.sql("update voice_session set provider_ask_at = now() - interval '1 day' where id = $1", [
            sessionId,
          ])
          await askForRecords(world.services)
          return (await counts(id))[0]?.map((figures) => figures.reduce((sum, figure) => sum + figure, 0))
        },
        { timeout: 60_000 },
      )
      .toEqual([1, 1, 1])
    await sendRecord(world, recordOf(conversationId, 20, mapped(all)))
    expect((await counts(id))[0]?.flat().reduce((sum, figure) => sum + figure, 0)).toBe(3)
    await world.control({ voiceService: { processingSeconds: 86_400, webhooks: 'deliver' } })
  }, 30_000)

  it('count nowhere for a test, for a free conversation, and before our own settlement', async () => {
    const id = await create()
    const started = await ada.client.call(testAgent, { params: { id }, body: {} })
    const client = new VoiceClient(started.signedUrl)
    await client.opened
    await client.next('audio')
    await passTalkTime(world, 20, client)
    await ada.client.call(voice.endConversation, { params: { id: started.id }, body: {} })
    const free = await talkFor(world, person, id, 5)
    expect(free.chargedMs).toBe(0)
    const live = await startHeardTalk(person, id)
    for (const { conversationId } of [started, free, live])
      expect((await sendRecord(world, recordOf(conversationId, 20, mapped(all)))).status).toBe(200)
    expect(await counts(id)).toEqual([none])
    await passTalkTime(world, 20, live.client)
    await person.client.call(voice.endConversation, { params: { id: live.id }, body: {} })
    await sendRecord(world, recordOf(live.conversationId, 20, mapped(all)))
    expect(await counts(id)).toEqual([once])
  }, 30_000)

  it('count for the words that the provider had, when a later save has not reached it', async () => {
    const id = await create()
    const provider = world.services.voice
    const { updateAgent } = provider
    provider.updateAgent = async () => {
      throw new VoiceUnavailable('away')
    }
    await ada.client.call(adminAgents.changeAgent, { params: { id }, body: { systemPrompt: 'Not there yet.' } })
    const { conversationId } = await talkFor(world, person, id, 20)
    provider.updateAgent = updateAgent
    await sendRecord(world, recordOf(conversationId, 20, mapped(all)))
    expect(await counts(id)).toEqual([none, once])
  }, 20_000)
})
