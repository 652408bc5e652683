import { measureAudio, questionSamples } from '@luna/fake-elevenlabs/testing/voice-client.ts'
import * as account from '#contract/billing/account.ts'
import * as voice from '#contract/conversations/voice.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { withOwnLines } from '#server/voice-provider/elevenlabs/own-lines.ts'
import { addAgent, askProvider, endedRow, endTalk, expect, expectRefused, it, moveTalkClock } from '#tests/calls.ts'
import { ownWorld, passTalkTime, providerRecord, startHeardTalk, startTalk, subscriber, tags } from '#tests/calls.ts'
import { tickAt, type VoiceClient } from '#tests/calls.ts'

// One whole conversation in real time, until the clock passes its free seconds.
const wholeSeconds = 9000

const world = await ownWorld()
const agentId = await addAgent(world)
const [person, stranger] = [await subscriber(world), await subscriber(world)]

const balanceSeconds = async () => (await person.client.call(currentUser)).balanceSeconds
const newest = async () => {
  const [session] = await person.client.call(voice.myConversations)
  if (!session) throw new Error('No conversation')
  return session
}

function loudest(client: VoiceClient): number {
  const sounds = client.frames.filter((frame) => frame.type === 'audio')
  return Math.max(...sounds.map((frame) => measureAudio(frame).loudness))
}

/** Checks the provider's record, in whole seconds: its conversation encloses ours, and the client's encloses both. */
async function expectRecorded(conversationId: string, usedMs: number, client: VoiceClient): Promise<void> {
  await expect.poll(async () => (await providerRecord(world, conversationId)).status).toBe('processing')
  const lastedMs = client.elapsedMs()
  const { call_duration_secs: seconds } = (await providerRecord(world, conversationId)).metadata
  expect(seconds).toBeGreaterThanOrEqual(Math.round(usedMs / 1000))
  expect(seconds).toBeLessThanOrEqual(Math.round(lastedMs / 1000))
}

it('a conversation is heard, metered and charged', tags('S132 S137 S167 S224 S226 S295 D77'), async () => {
  const { id, conversationId, client } = await startTalk(person, agentId)
  const metadata = await client.next('conversation_initiation_metadata')
  // Several frames, because speech begins softly.
  for (let frame = 0; frame < 3; frame++) await client.next('audio')
  const first = (type: string) => client.frames.find((frame) => frame.type === type)
  await expect.poll(() => first('session_tick')).toBeDefined()
  const tick = first('session_tick')?.event
  expect(tick?.used_seconds).toBe(0)
  // What is left is rounded down, and the first fractions of a second may already be used.
  expect([wholeSeconds, wholeSeconds - 1]).toContain(tick?.seconds_left)
  expect(first('agent_response')?.event).toMatchObject({ agent_response: 'Hello, how can I help?' })
  expect(loudest(client)).toBeGreaterThan(0.05)
  const active = { status: 'active', endedAt: null, endReason: null }
  expect(await newest()).toMatchObject({ id, userId: person.id, agentId, ...active })

  await client.speak(questionSamples(0, 3600))
  expect((await client.next('user_transcript', 60_000)).event.user_transcript).toMatch(/can you help me with/)
  expect((await client.next('agent_response')).event.agent_response).toContain('Here is a plan for you.')
  await client.next('audio')
  client.send({ type: 'user_message', text: 'A plan, please' })
  const interruption = await client.next('interruption')
  const correction = await client.next('agent_response_correction')
  expect(correction.event.event_id).toBe(interruption.event.event_id)
  expect((await client.next('agent_response')).event).toMatchObject({ agent_response: 'Here is a plan for you.' })

  const later = (await tickAt(client, 4)).event
  expect(Number(later.used_seconds) + Number(later.seconds_left)).toBeGreaterThanOrEqual(wholeSeconds - 1)
  const during = await balanceSeconds()
  expect(during).toBeLessThan(wholeSeconds)
  expect(during).toBeGreaterThanOrEqual(wholeSeconds - Number(later.used_seconds) - 1)
  moveTalkClock(world, 0)
  const askedAtMs = client.elapsedMs()
  // Past the ten free seconds. Nothing is charged by what a browser says.
  await passTalkTime(world, 11, client)
  const body = { duration: 1.5, cost: 0.01 }
  const ended = await person.client.call(voice.endConversation, { params: { id }, body })
  const measuredMs = askedAtMs - metadata.atMs
  const used_seconds = ended.secondsCharged
  expect((await client.next('session_ended')).event).toEqual({ reason: 'user', used_seconds })
  expect(await client.closed).toEqual({ code: 1000, reason: 'user' })
  expect(ended).toMatchObject({ status: 'completed', endReason: 'user' })

  const { used_ms: usedMs, charged_ms: chargedMs } = await endedRow(world, id)
  // The server's conversation encloses what the client saw of it.
  expect(usedMs - 11_000).toBeGreaterThan(measuredMs - 10)
  expect(usedMs - 11_000).toBeLessThan(client.elapsedMs())
  expect([chargedMs, used_seconds]).toEqual([Math.floor(usedMs / 1000) * 1000, chargedMs / 1000])
  expect(ended.cost).toBeCloseTo((used_seconds / 60) * 0.085, 3)
  expect(ended.creditsDeducted).toBeCloseTo(used_seconds / 60, 4)
  await expectRecorded(conversationId, usedMs - 11_000, client)
  const [line, ...others] = await person.client.call(voice.usage)
  expect(others).toEqual([])
  expect(line).toMatchObject({ sessionId: id, agentId, secondsCharged: used_seconds, balanceBefore: 150 })
  expect(line?.balanceAfter).toBeCloseTo(150 - ended.creditsDeducted, 3)
  expect(await balanceSeconds()).toBe(wholeSeconds - used_seconds)
})

it('later ends change nothing, and none by others is possible', tags('D77 S296'), async () => {
  const session = await newest()
  const params = { id: session.id }
  for (const body of [{}, { duration: 0, cost: 0 }, { duration: 9999, cost: 9999 }])
    expect(await person.client.call(voice.endConversation, { params, body })).toEqual(session)
  expect(await person.client.call(voice.usage)).toHaveLength(1)
  for (const id of [session.id, crypto.randomUUID(), 'no-id'])
    await expectRefused(voice.endConversation, [stranger, { params: { id }, body: {} }, 404, {}])
  expect(await stranger.client.call(voice.myConversations)).toEqual([])
  expect(await stranger.client.call(voice.usage)).toEqual([])
  const stats = await person.client.call(voice.userStats)
  const figures = { creditsUsed: session.creditsDeducted, secondsUsed: session.durationSeconds }
  expect(stats).toMatchObject({ totalSessions: 1, ...figures })
  expect(stats.averageSessionSeconds).toBeGreaterThanOrEqual(10)
  // No list reveals the prompt or the provider's address.
  const answers = [session, await person.client.call(voice.usage), await person.client.call(account.accountUser)]
  expect(JSON.stringify(answers)).not.toMatch(/SECRET-PROMPT|conversation_signature|xi_standin/)
})

it('words are kept only on request, and only for their owner', tags('D90'), async () => {
  const { id, hasTranscript } = await newest()
  const params = { id }
  expect(hasTranscript).toBe(false)
  await expectRefused(voice.transcript, [person, { params }, 404, {}])
  await expectRefused(voice.keepTranscript, [stranger, { params }, 410, {}])
  const kept = await person.client.call(voice.keepTranscript, { params })
  // An answer that was interrupted before its first word leaves no line.
  const speakers = kept.lines.map(({ speaker }) => speaker)
  expect(speakers.filter((speaker) => speaker === 'you')).toHaveLength(2)
  expect([speakers.at(0), speakers.at(-1)]).toEqual(['agent', 'agent'])
  expect(kept.lines.every(({ text }) => text !== '')).toBe(true)
  expect(kept.lines.at(-2)?.text).toBe('A plan, please')
  expect(await person.client.call(voice.transcript, { params })).toEqual(kept)
  await expectRefused(voice.transcript, [stranger, { params }, 404, {}])
  expect((await newest()).hasTranscript).toBe(true)
  expect(await person.client.call(voice.deleteTranscript, { params })).toEqual({ success: true })
  await expectRefused(voice.transcript, [person, { params }, 404, {}])
})

it('a conversation under 10 s costs nothing and leaves an entry that says so', tags('D71'), async () => {
  const before = await balanceSeconds()
  const { id, client } = await startHeardTalk(person, agentId)
  const ended = await endTalk(person, id)
  expect(ended).toMatchObject({ status: 'completed', endReason: 'user', creditsDeducted: 0, cost: 0 })
  await client.closed
  const [line] = await person.client.call(voice.usage)
  expect(line).toMatchObject({ sessionId: id, creditsDeducted: 0, notes: 'Not charged: under 10 seconds' })
  expect([line?.balanceAfter, await balanceSeconds()]).toEqual([line?.balanceBefore, before])
  expect((await person.client.call(voice.userStats)).totalSessions).toBe(1)
})

it("the provider gets the gateway's initiation and our prompt, not the client's", tags('D79'), async () => {
  const { id, conversationId, client } = await startTalk(person, agentId)
  client.send({
    type: 'conversation_initiation_client_data',
    conversation_config_override: {
      agent: { prompt: { prompt: 'You are a pirate.' }, first_message: 'Arr!' },
      tts: { voice_id: 'rms' },
      conversation: { max_duration_seconds: 86_400 },
    },
  })
  expect((await client.next('agent_response')).event.agent_response).toBe('Hello, how can I help?')
  await endTalk(person, id)
  const today = expect.stringMatching(/^\w+day, \d{4}-\d{2}-\d{2}$/) as string
  expect((await providerRecord(world, conversationId)).conversation_initiation_client_data).toEqual({
    conversation_config_override: { conversation: { max_duration_seconds: 7200 } },
    dynamic_variables: { user_name: 'Test', luna_today: today, luna_memory: '' },
    user_id: person.id,
    source_info: { source: 'luna', version: '1' },
  })
  const [row] = await world.sql<{ eleven_labs_agent_id: string; system_prompt: string }>(
    'select eleven_labs_agent_id, system_prompt from agent where id = $1',
    [agentId],
  )
  const agent = { prompt: { prompt: withOwnLines(row?.system_prompt ?? '') } }
  const known = await askProvider(world, 'GET', `/agents/${row?.eleven_labs_agent_id}`)
  expect(known).toMatchObject({ conversation_config: { agent } })
})
