import * as agentTests from '#contract/conversations/agent-tests.ts'
import * as voice from '#contract/conversations/voice.ts'
import * as nextSteps from '#contract/results/next-steps.ts'
import { analyseAgain } from '#contract/results/recap.ts'
import type { ToolCall } from '#server/conversations/services.ts'
import { dateIn } from '#server/conversations/talk-time.ts'
import { addNextStep } from '#server/results/next-steps/next-steps.flow.ts'
import { answerTool } from '#server/results/tools.flow.ts'
import { addAgent, endedRow, expect, expectRefused, fillSteps, finishRecords, holdLock, it } from '#tests/calls.ts'
import { moveTalkClock, platformAdmin, providerRecord, readyRecap, recapOf, sharedWorld } from '#tests/calls.ts'
import { startTalk, subscriber, type TestPerson, typedTalk, VoiceClient } from '#tests/calls.ts'

const world = await sharedWorld()
const agentId = await addAgent(world)

const anna = 'Remind me to call Anna'
const annaOnFriday = 'Remind me to call Anna on Friday'
const stepsOf = (person: TestPerson) => person.client.call(nextSteps.nextSteps, { query: {} })

/** Begins a conversation of a new person, or goes on with one of an agent's tests. */
async function talk(person?: TestPerson, signedUrl?: string) {
  const by = person ?? (await subscriber(world))
  const started =
    signedUrl === undefined ? await startTalk(by, agentId) : { id: '', client: new VoiceClient(signedUrl) }
  const { id, client } = started
  if (signedUrl !== undefined) {
    await client.opened
    client.send({ type: 'conversation_initiation_client_data' })
  }
  await client.next('agent_response')
  /** Says a sentence and waits for the answer after the tool. Returns what the agent said. */
  const say = async (text: string) => {
    client.send({ type: 'user_message', text })
    return String((await client.next('agent_response')).event.agent_response)
  }
  const close = async (ended = id) => {
    client.close()
    await endedRow(world, ended)
  }
  return { person: by, id, client, say, close }
}

function nextFriday(): string {
  const day = new Date(`${dateIn('UTC')(world.services.clock.now())}T00:00:00Z`)
  do day.setUTCDate(day.getUTCDate() + 1)
  while (day.getUTCDay() !== 5)
  return day.toISOString().slice(0, 10)
}

it('a step is proposed at once, and only once, with the day that was said (B6)', async () => {
  const { person, id, client, say, close } = await talk()
  client.send({ type: 'user_message', text: annaOnFriday })
  const noted = { title: 'Call Anna', due_on: nextFriday(), state: 'proposed' }
  expect((await client.next('step_noted')).event).toMatchObject(noted)
  expect((await client.next('agent_response')).event.agent_response).toContain('Noted')
  // The conversation goes on, and the step is there.
  const step = { title: 'Call Anna', dueOn: nextFriday(), state: 'proposed', sessionId: id, agentId }
  expect(await stepsOf(person)).toMatchObject([step])
  await say(annaOnFriday)
  expect(await stepsOf(person)).toHaveLength(1)
  expect(client.kinds()).not.toContain('client_tool_call')
  await close()
})

it('the agent says when a step is not saved within 0.9 s (B6)', async () => {
  const { client, close } = await talk()
  const lock = await holdLock(world, 'lock table next_step')
  moveTalkClock(world, 0)
  client.send({ type: 'user_message', text: anna })
  await lock.awaited()
  moveTalkClock(world, 0.9)
  expect((await client.next('agent_response')).event.agent_response).not.toContain('Noted')
  await lock.release()
  expect((await client.next('step_noted')).event).toMatchObject({ title: 'Call Anna' })
  await close()
})

it('a step takes a later day, but keeps what the person changed (B7)', async () => {
  const { person, say, close } = await talk()
  await say(anna)
  expect(await stepsOf(person)).toMatchObject([{ title: 'Call Anna', dueOn: null }])
  await say(annaOnFriday)
  const [step] = await stepsOf(person)
  expect(step).toMatchObject({ title: 'Call Anna', dueOn: nextFriday() })
  const body = { title: 'Write to Anna', dueOn: null }
  await person.client.call(nextSteps.changeNextStep, { params: { id: step?.id ?? '' }, body })
  await say(annaOnFriday)
  expect(await stepsOf(person)).toMatchObject([{ id: step?.id, ...body }])
  await close()
})

it('a step is noted when the browser is gone, and is in the recap (B6)', async () => {
  const { person, id, client } = await talk()
  client.send({ type: 'user_message', text: annaOnFriday })
  await client.delivered()
  client.vanish()
  const step = { title: 'Call Anna', dueOn: nextFriday(), state: 'proposed' }
  await expect.poll(() => stepsOf(person)).toMatchObject([{ ...step, sessionId: id }])
  await person.client.call(voice.endConversation, { params: { id }, body: {} })
  expect(await stepsOf(person)).toMatchObject([step])
  expect((await recapOf(person, id)).proposals).toMatchObject([step])
})

it('a step is proposed once, though each analysis finds it as well (B6, B7)', async () => {
  await finishRecords(world)
  const person = await subscriber(world)
  const { id } = await typedTalk(person, agentId, [anna, 'I will call Anna.', 'I will write to Bo.'])
  const { proposals } = await readyRecap(person, id)
  expect(proposals.map(({ title }) => title).toSorted()).toEqual(['Call Anna', 'Write to Bo'])
  const origins = await world.sql('select origin from next_step where user_id = $1 order by origin', [person.id])
  expect(origins).toEqual([{ origin: 'analysis' }, { origin: 'tool' }])
  // The analysis has found both.
  expect(await world.sql('select from analysed_step where session_id = $1', [id])).toHaveLength(2)
  await person.client.call(voice.keepTranscript, { params: { id } })
  const changes = {
    'Call Anna': { title: 'Phone A.', dueOn: '2027-03-05', state: 'open' as const },
    'Write to Bo': { title: 'Send a card', note: 'The blue one' },
  }
  for (const [title, body] of Object.entries(changes)) {
    const params = { id: proposals.find((each) => each.title === title)?.id ?? '' }
    await person.client.call(nextSteps.changeNextStep, { params, body })
  }
  const again = await person.client.call(analyseAgain, { params: { id } })
  expect(again.proposals.map(({ title }) => title).toSorted()).toEqual(['Phone A.', 'Send a card'])
  const kept = (await stepsOf(person)).toSorted((a, b) => a.title.localeCompare(b.title))
  expect(kept).toMatchObject([changes['Call Anna'], { ...changes['Write to Bo'], dueOn: null, state: 'proposed' }])
})

it('a step belongs to the day of the person, whose unknown zones count as none', async () => {
  const person = await subscriber(world)
  const zone = () => world.sql('select time_zone from users where id = $1', [person.id])
  const start = (timeZone: string) => person.client.call(voice.startConversation, { body: { agentId, timeZone } })
  for (const timeZone of ['Etc/Unknown', 'Mars/Olympus', 'x'.repeat(100)]) {
    const { id } = await start(timeZone)
    await person.client.call(voice.endConversation, { params: { id }, body: {} })
  }
  expect(await zone()).toEqual([{ time_zone: null }])
  await expectRefused(voice.startConversation, [person, { body: { agentId, timeZone: 7 } }, 400, { field: 'timeZone' }])
  const { id, conversationId, signedUrl } = await start('Pacific/Kiritimati')
  const { close } = await talk(person, signedUrl)
  const { conversation_initiation_client_data: given } = await providerRecord(world, conversationId)
  const today = dateIn('Pacific/Kiritimati')(world.services.clock.now())
  expect(JSON.stringify(given.dynamic_variables)).toContain(`day, ${today}`)
  expect(await zone()).toEqual([{ time_zone: 'Pacific/Kiritimati' }])
  await close(id)
})

it('a step is open at once for people who chose so', async () => {
  const person = await subscriber(world)
  await person.client.call(nextSteps.changeNextStepSettings, { body: { acceptSpoken: true } })
  const { id, client, say, close } = await talk(person)
  await say(anna)
  expect(client.frames.find(({ type }) => type === 'step_noted')?.event).toMatchObject({ state: 'open' })
  const step = { title: 'Call Anna', state: 'open', sessionId: id }
  expect(await stepsOf(person)).toMatchObject([{ ...step, dueOn: null }])
  await say(annaOnFriday)
  expect(await stepsOf(person)).toMatchObject([{ ...step, dueOn: nextFriday() }])
  await close()
})

it('no step is stored in a test of an agent', async () => {
  const admin = await platformAdmin(world)
  await admin.client.call(voice.giveVoiceConsent, { body: { version: voice.voiceNotice.version } })
  const started = await admin.client.call(agentTests.testAgent, { params: { id: agentId }, body: {} })
  const { say, close } = await talk(admin, started.signedUrl)
  expect(await say(anna)).toContain('Noted')
  expect(await stepsOf(admin)).toEqual([])
  await close(started.id)
})

/** Returns the person of a conversation that ended, and how the agent calls a tool in it. */
async function ended() {
  const { person, id, close } = await talk()
  await close()
  const conversation = { id, userId: person.id, organizationId: null, agentId, isTest: false, timeZone: 'UTC' }
  const call = (parameters: unknown): ToolCall => ({ name: 'add_next_step', parameters, conversation, atSecond: 3 })
  return { person, call, add: (parameters: unknown) => addNextStep(world.services, call(parameters)) }
}

it('the tool takes ten steps of a conversation, and none in a full list', async () => {
  const { person, add, call } = await ended()
  for (let count = 1; count <= 10; count++)
    expect(await add({ title: `Step ${count}` })).toMatchObject({ isError: false, notice: { type: 'step_noted' } })
  const refused = { result: expect.stringContaining('Only 10 steps') as string, isError: true }
  expect(await add({ title: 'Step 11' })).toEqual(refused)
  expect(await stepsOf(person)).toHaveLength(10)
  const unknown = await answerTool(world.services, { ...call({}), name: 'delete_everything' })
  expect(unknown).toEqual({ result: 'There is no tool named delete_everything.', isError: true })
  const other = await ended()
  await fillSteps(world, other.person, 500)
  expect(await other.add({ title: 'One more' })).toMatchObject({ isError: true })
  expect(await stepsOf(other.person)).toHaveLength(500)
})
it('the tool takes a title once, however it is written, and a day to come', async () => {
  const { person, add } = await ended()
  for (const parameters of [null, 'title', {}, { title: 7 }, { title: ' \n ' }])
    expect(await add(parameters)).toMatchObject({ isError: true })
  const note = `\u0000 Two\r\nlines\u0007 ${'n'.repeat(2000)}`
  await add({ title: `  Call\nAnna ${'a'.repeat(200)}`, due: 'Friday', note, more: {} })
  await add({ title: 'Too late', due: '2020-01-01' })
  for (const title of ['Call Anna', 'Call Anna.', '“call  ANNA”!'])
    expect(await add({ title })).toMatchObject({ isError: false })
  await add({ title: 'Call Anne' })
  const steps = await stepsOf(person)
  expect(steps.slice(1).map(({ title, dueOn }) => [title, dueOn])).toEqual([
    ['Too late', null],
    ['Call Anna', null],
    ['Call Anne', null],
  ])
  expect([steps[0]?.dueOn, steps[0]?.title.length, steps[0]?.note?.length]).toEqual([null, 120, 1000])
  expect(steps[0]?.note).toMatch(/^Two lines n+$/)
})
