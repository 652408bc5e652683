import { describe, expect, it } from 'vitest'
import * as nextSteps from '#contract/results/next-steps.ts'
import { addNextStep } from '#server/results/next-steps/spoken-steps.flow.ts'
import { answerTool } from '#server/results/tools.flow.ts'
import type { ToolCall } from '#server/conversations/services.ts'
import { addAgent, endedRow, sharedWorld, startTalk, subscriber, type Talk, type TestPerson } from '#tests/calls.ts'

const world = await sharedWorld()
const agentId = await addAgent(world)

async function talkWith(person: TestPerson): Promise<Talk> {
  const talk = await startTalk(person, agentId)
  await talk.client.next('agent_response')
  return talk
}

const stepsOf = (person: TestPerson) => person.client.call(nextSteps.nextSteps, { query: {} })

describe('what the tool refuses', () => {
  async function callOf(person: TestPerson, parameters: unknown): Promise<ToolCall> {
    const { id, client } = await talkWith(person)
    client.close()
    await endedRow(world, id)
    const conversation = { id, userId: person.id, organizationId: null, agentId, isTest: false, timeZone: 'UTC' }
    return { name: 'add_next_step', parameters, conversation, atSecond: 3 }
  }

  it('takes ten steps of a conversation, and answers the agent in words', async () => {
    const person = await subscriber(world)
    const call = await callOf(person, {})
    for (let count = 1; count <= 10; count++) {
      const answer = await addNextStep(world.services, { ...call, parameters: { title: `Step ${count}` } })
      expect(answer).toMatchObject({ isError: false, notice: { type: 'step_noted' } })
    }
    const eleventh = await addNextStep(world.services, { ...call, parameters: { title: 'Step 11' } })
    expect(eleventh).toEqual({ result: expect.stringContaining('Only 10 steps') as string, isError: true })
    expect(await stepsOf(person)).toHaveLength(10)
  })

  it('takes a step once, however it is written', async () => {
    const person = await subscriber(world)
    const call = await callOf(person, {})
    for (const title of ['Call Anna', 'Call Anna.', '“call  ANNA”!']) {
      expect(await addNextStep(world.services, { ...call, parameters: { title } })).toMatchObject({ isError: false })
    }
    await addNextStep(world.services, { ...call, parameters: { title: 'Call Anne' } })
    expect((await stepsOf(person)).map(({ title }) => title)).toEqual(['Call Anna', 'Call Anne'])
  })

  it('takes only a title, and a day that is real and not over', async () => {
    const person = await subscriber(world)
    const call = await callOf(person, {})
    for (const parameters of [null, 'title', {}, { title: 7 }, { title: ' \n ' }]) {
      expect(await addNextStep(world.services, { ...call, parameters })).toMatchObject({ isError: true })
    }
    const wild = {
      title: `  Call\nAnna ${'a'.repeat(200)}`,
      due: 'Friday',
      note: `\u0000 Two\r\nlines\u0007 ${'n'.repeat(2000)}`,
      more: {},
    }
    await addNextStep(world.services, { ...call, parameters: wild })
    await addNextStep(world.services, { ...call, parameters: { title: 'Too late', due: '2020-01-01' } })
    const steps = await stepsOf(person)
    expect(steps).toMatchObject([{ dueOn: null }, { title: 'Too late', dueOn: null }])
    expect(steps[0]?.title).toHaveLength(120)
    expect(steps[0]?.note).toHaveLength(1000)
    expect(steps[0]?.note).toMatch(/^Two lines n+$/)
  })

  it('stores nothing for a full list', async () => {
    const person = await subscriber(world)
    const call = await callOf(person, { title: 'One more' })
    await world.sql(
      `insert into next_step (user_id, title, state, origin, created_at)
       select $1, 'Step ' || place, 'open', 'person', now() from generate_series(1, 500) as place`,
      [person.id],
    )
    expect(await addNextStep(world.services, call)).toMatchObject({ isError: true })
    expect(await stepsOf(person)).toHaveLength(500)
  })

  it('knows no other tools', async () => {
    const person = await subscriber(world)
    const call = await callOf(person, {})
    expect(await answerTool(world.services, { ...call, name: 'delete_everything' })).toEqual({
      result: 'There is no tool named delete_everything.',
      isError: true,
    })
  })
})
