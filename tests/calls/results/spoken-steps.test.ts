import { describe, expect, it } from 'vitest'
import pg from 'pg'
import { VoiceClient } from '@luna/fake-elevenlabs/testing/voice-client.ts'
import * as agentTests from '#contract/conversations/agent-tests.ts'
import * as voice from '#contract/conversations/voice.ts'
import * as nextSteps from '#contract/results/next-steps.ts'
import { analyseAgain } from '#contract/results/recap.ts'
import { dateIn } from '#server/conversations/talk-time.ts'
import { addAgent, platformAdmin, sharedWorld, subscriber, type TestPerson } from '#tests/calls.ts'
import { endedRow, moveTalkClock, providerRecord, startTalk, type Talk } from '../../kit/conversations/conversations.ts'
import { finishRecords, readyRecap, recapOf, typedTalk } from '../../kit/results/recaps.ts'

const world = await sharedWorld()
const agentId = await addAgent(world)

/** Says a sentence and waits for the answer after the tool. Returns what the agent said. */
async function say(client: VoiceClient, text: string): Promise<string> {
  client.send({ type: 'user_message', text })
  return String((await client.next('agent_response')).event.agent_response)
}

async function talkWith(person: TestPerson): Promise<Talk> {
  const talk = await startTalk(person, agentId)
  await talk.client.next('agent_response')
  return talk
}

const stepsOf = (person: TestPerson) => person.client.call(nextSteps.nextSteps, { query: {} })

function nextFriday(): string {
  const day = new Date(`${dateIn('UTC')(world.services.clock.now())}T00:00:00Z`)
  do day.setUTCDate(day.getUTCDate() + 1)
  while (day.getUTCDay() !== 5)
  return day.toISOString().slice(0, 10)
}

describe('a step that is said in a conversation', () => {
  it('is proposed at once, and only once, with the day that was said (B6)', async () => {
    const person = await subscriber(world)
    const { id, client } = await talkWith(person)
    client.send({ type: 'user_message', text: 'Remind me to call Anna on Friday' })
    const { event } = await client.next('step_noted')
    expect(event).toMatchObject({ title: 'Call Anna', due_on: nextFriday(), state: 'proposed' })
    expect((await client.next('agent_response')).event.agent_response).toContain('Noted')
    // The conversation goes on, and the step is there.
    const [step] = await stepsOf(person)
    expect(step).toMatchObject({ title: 'Call Anna', dueOn: nextFriday(), state: 'proposed', sessionId: id, agentId })
    await say(client, 'Remind me to call Anna on Friday')
    expect(await stepsOf(person)).toHaveLength(1)
    expect(client.kinds()).not.toContain('client_tool_call')
    client.close()
    await endedRow(world, id)
  })

  it('that could not be saved within 0.9 s lets the agent say so, and is shown when it is (B6)', async () => {
    const person = await subscriber(world)
    const { id, client } = await talkWith(person)
    const blocker = new pg.Client({ connectionString: world.databaseUrl })
    await blocker.connect()
    await blocker.query('begin')
    await blocker.query('lock table next_step')
    moveTalkClock(world, 0)
    client.send({ type: 'user_message', text: 'Remind me to call Anna' })
    await expect.poll(() => world.sql("select from pg_stat_activity where wait_event_type = 'Lock'")).not.toEqual([])
    moveTalkClock(world, 0.9)
    expect((await client.next('agent_response')).event.agent_response).not.toContain('Noted')
    await blocker.query('rollback')
    await blocker.end()
    expect((await client.next('step_noted')).event).toMatchObject({ title: 'Call Anna' })
    client.close()
    await endedRow(world, id)
  })

  it('has no day unless one was said, and takes one that is said later (B7)', async () => {
    const person = await subscriber(world)
    const { id, client } = await talkWith(person)
    await say(client, 'Remind me to call Anna')
    expect(await stepsOf(person)).toMatchObject([{ title: 'Call Anna', dueOn: null }])
    await say(client, 'Remind me to call Anna on Friday')
    expect(await stepsOf(person)).toMatchObject([{ title: 'Call Anna', dueOn: nextFriday() }])
    client.close()
    await endedRow(world, id)
  })

  it('keeps what the person has changed of it when it is said again', async () => {
    const person = await subscriber(world)
    const { id, client } = await talkWith(person)
    await say(client, 'Remind me to call Anna')
    const [step] = await stepsOf(person)
    const params = { id: step?.id ?? '' }
    await person.client.call(nextSteps.changeNextStep, { params, body: { title: 'Write to Anna', dueOn: null } })
    await say(client, 'Remind me to call Anna on Friday')
    expect(await stepsOf(person)).toMatchObject([{ id: step?.id, title: 'Write to Anna', dueOn: null }])
    client.close()
    await endedRow(world, id)
  })

  it('is noted when the browser is gone, and is in the recap afterward (B6)', async () => {
    const person = await subscriber(world)
    const { id, client } = await talkWith(person)
    client.send({ type: 'user_message', text: 'Remind me to call Anna on Friday' })
    await client.delivered()
    client.vanish()
    await expect.poll(() => stepsOf(person)).toMatchObject([{ title: 'Call Anna', state: 'proposed', sessionId: id }])
    await person.client.call(voice.endConversation, { params: { id }, body: {} })
    expect(await stepsOf(person)).toMatchObject([{ title: 'Call Anna', state: 'proposed' }])
    expect((await recapOf(person, id)).proposals).toMatchObject([
      { title: 'Call Anna', dueOn: nextFriday(), state: 'proposed' },
    ])
  })

  it('is proposed once, though the analysis finds it as well (B6)', async () => {
    await finishRecords(world)
    const person = await subscriber(world)
    const { id } = await typedTalk(person, agentId, [
      'Remind me to call Anna',
      'I will call Anna.',
      'I will write to Bo.',
    ])
    const { proposals } = await readyRecap(person, id)
    expect(proposals.map(({ title }) => title).toSorted()).toEqual(['Call Anna', 'Write to Bo'])
    expect(await world.sql('select origin from next_step where user_id = $1 order by origin', [person.id])).toEqual([
      { origin: 'analysis' },
      { origin: 'tool' },
    ])
    // The analysis has found both.
    expect(await world.sql('select from analysed_step where session_id = $1', [id])).toHaveLength(2)
  })

  it('keeps what the person has changed when the conversation is analyzed again (B7)', async () => {
    await finishRecords(world)
    const person = await subscriber(world)
    const { id } = await typedTalk(person, agentId, ['Remind me to call Anna', 'I will write to Bo.'])
    const { proposals } = await readyRecap(person, id)
    await person.client.call(voice.keepTranscript, { params: { id } })
    const changes = {
      'Call Anna': { title: 'Phone A.', dueOn: '2027-03-05', state: 'open' as const },
      'Write to Bo': { title: 'Send a card', note: 'The blue one' },
    }
    for (const [title, body] of Object.entries(changes)) {
      const step = proposals.find((each) => each.title === title)
      await person.client.call(nextSteps.changeNextStep, { params: { id: step?.id ?? '' }, body })
    }
    const again = await person.client.call(analyseAgain, { params: { id } })
    expect(again.proposals.map(({ title }) => title).toSorted()).toEqual(['Phone A.', 'Send a card'])
    expect((await stepsOf(person)).toSorted((a, b) => a.title.localeCompare(b.title))).toMatchObject([
      { title: 'Phone A.', dueOn: '2027-03-05', state: 'open' },
      { title: 'Send a card', note: 'The blue one', dueOn: null, state: 'proposed' },
    ])
  })

  it('belongs to the day of the person, not of the server', async () => {
    const person = await subscriber(world)
    const started = await person.client.call(voice.startConversation, {
      body: { agentId, timeZone: 'Pacific/Kiritimati' },
    })
    const client = new VoiceClient(started.signedUrl)
    await client.opened
    client.send({ type: 'conversation_initiation_client_data' })
    await client.next('agent_response')
    const { conversation_initiation_client_data: given } = await providerRecord(world, started.conversationId)
    const today = dateIn('Pacific/Kiritimati')(world.services.clock.now())
    expect(JSON.stringify(given.dynamic_variables)).toContain(`day, ${today}`)
    expect(await world.sql('select time_zone from users where id = $1', [person.id])).toEqual([
      { time_zone: 'Pacific/Kiritimati' },
    ])
    client.close()
    await endedRow(world, started.id)
  })

  it('is noted in a zone that the server does not know, which counts as none', async () => {
    const person = await subscriber(world)
    for (const timeZone of ['Etc/Unknown', 'Mars/Olympus', 'x'.repeat(100)]) {
      const started = await person.client.request('POST', '/api/sessions', { agentId, timeZone })
      expect(started.status).toBe(201)
      await person.client.call(voice.endConversation, { params: { id: String(started.body.id) }, body: {} })
    }
    expect(await world.sql('select time_zone from users where id = $1', [person.id])).toEqual([{ time_zone: null }])
    const wrong = await person.client.request('POST', '/api/sessions', { agentId, timeZone: 7 })
    expect(wrong).toMatchObject({ status: 400, body: { field: 'timeZone' } })
  })

  it('is the person’s own at once if they have chosen so, and takes the day that is said later', async () => {
    const person = await subscriber(world)
    await person.client.call(nextSteps.changeNextStepSettings, { body: { acceptSpoken: true } })
    const { id, client } = await talkWith(person)
    await say(client, 'Remind me to call Anna')
    expect(client.frames.find(({ type }) => type === 'step_noted')?.event).toMatchObject({ state: 'open' })
    expect(await stepsOf(person)).toMatchObject([{ title: 'Call Anna', state: 'open', sessionId: id, dueOn: null }])
    await say(client, 'Remind me to call Anna on Friday')
    expect(await stepsOf(person)).toMatchObject([{ title: 'Call Anna', state: 'open', dueOn: nextFriday() }])
    client.close()
    await endedRow(world, id)
  })

  it('is not stored in a test of an agent', async () => {
    const admin = await platformAdmin(world)
    await admin.client.call(voice.giveVoiceConsent, { body: { version: voice.voiceNotice.version } })
    const started = await admin.client.call(agentTests.testAgent, { params: { id: agentId }, body: {} })
    const client = new VoiceClient(started.signedUrl)
    await client.opened
    client.send({ type: 'conversation_initiation_client_data' })
    await client.next('agent_response')
    expect(await say(client, 'Remind me to call Anna')).toContain('Noted')
    expect(await world.sql('select from next_step where user_id = $1', [admin.id])).toEqual([])
    client.close()
    await endedRow(world, started.id)
  })
})
