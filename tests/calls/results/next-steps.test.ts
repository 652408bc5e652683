import * as nextSteps from '#contract/results/next-steps.ts'
import { readPersonalData } from '#server/departure/personal-data.ts'
import { findPerson } from '#server/identity/users.ts'
import { deleteGoneProposals } from '#server/results/next-steps/next-steps.ts'
import { addAgent, describe, expect, it, registered, sharedWorld, subscriber, type TestPerson } from '#tests/calls.ts'
import { addPastSession, addText } from '../../kit/conversations/past-conversations.ts'

const world = await sharedWorld()
const agentId = await addAgent(world, { name: 'Coach of steps' })

const unknownId = '0199b1c2-1111-7222-8333-444455556666'

function add(person: TestPerson, title: string, dueOn?: string) {
  return person.client.call(nextSteps.addNextStep, { body: { title, ...(dueOn && { dueOn }) } })
}

function change(person: TestPerson, id: string, body: object) {
  return person.client.request('PATCH', `/api/user/next-steps/${id}`, body)
}

async function titles(person: TestPerson, query: object = {}): Promise<string[]> {
  return (await person.client.call(nextSteps.nextSteps, { query })).map(({ title }) => title)
}

/** Adds a proposal as a conversation leaves it that ended some minutes ago. */
async function proposed(
  person: TestPerson,
  title: string,
  minutesAgo: number,
): Promise<{ id: string; session: string }> {
  const session = await addPastSession(world, person, agentId, 30)
  await world.sql('update voice_session set ended_at = ended_at - make_interval(mins => $2) where id = $1', [
    session,
    minutesAgo,
  ])
  const [row] = await world.sql<{ id: string }>(
    `insert into next_step (user_id, session_id, agent_id, title, proposed_as, state, origin, at_second, created_at)
     values ($1, $2, $3, $4, lower($4), 'proposed', 'tool', 7, now()) returning id`,
    [person.id, session, agentId, title],
  )
  return { id: row?.id ?? '', session }
}

describe('a person’s own list', () => {
  it('takes what they write down, also without access, and is empty for everybody else', async () => {
    const [person, other] = [await registered(world), await subscriber(world)]
    const added = await person.client.call(nextSteps.addNextStep, {
      body: { title: '  Call   Anna ', dueOn: '2026-11-27', note: ' About the plan. ' },
    })
    expect(added).toMatchObject({ title: 'Call Anna', dueOn: '2026-11-27', note: 'About the plan.', state: 'open' })
    expect(added).toMatchObject({ sessionId: null, agentId: null, agentName: null, atSecond: null, doneAt: null })
    const [row] = await world.sql(
      'select user_id, title, due_on::text, note, state, origin from next_step where id = $1',
      [added.id],
    )
    expect(row).toEqual({
      user_id: person.id,
      title: 'Call Anna',
      due_on: '2026-11-27',
      note: 'About the plan.',
      state: 'open',
      origin: 'person',
    })
    expect(await person.client.call(nextSteps.nextSteps, { query: {} })).toEqual([added])
    expect(await other.client.call(nextSteps.nextSteps, { query: {} })).toEqual([])
    expect((await world.visitor().try(nextSteps.nextSteps, { query: {} })).status).toBe(401)
    expect((await world.visitor().try(nextSteps.addNextStep, { body: { title: 'Mine' } })).status).toBe(401)
  })

  it.each([
    [{}, 'title'],
    [{ title: '   ' }, 'title'],
    [{ title: 'a'.repeat(121) }, 'title'],
    [{ title: 'Two\nlines' }, 'title'],
    [{ title: 'Call Anna', dueOn: 'Friday' }, 'dueOn'],
    [{ title: 'Call Anna', dueOn: '2026-02-30' }, 'dueOn'],
    [{ title: 'Call Anna', note: 'a'.repeat(1001) }, 'note'],
  ])('refuses %j', async (body, field) => {
    const person = await registered(world)
    expect(await person.client.request('POST', '/api/user/next-steps', body)).toMatchObject({
      status: 400,
      body: { field },
    })
    expect(await titles(person)).toEqual([])
  })

  it('lists open steps by day, then those that are done, and finds them by state and agent', async () => {
    const person = await subscriber(world)
    await add(person, 'No day')
    await add(person, 'Later', '2026-12-24')
    await add(person, 'Sooner', '2026-11-27')
    const done = await add(person, 'Finished')
    await change(person, done.id, { state: 'done' })
    const { id } = await proposed(person, 'Proposed', 1)
    expect(await titles(person)).toEqual(['Proposed', 'Sooner', 'Later', 'No day', 'Finished'])
    expect(await titles(person, { state: 'open' })).toEqual(['Sooner', 'Later', 'No day'])
    expect(await titles(person, { state: 'done' })).toEqual(['Finished'])
    expect(await titles(person, { agentId })).toEqual(['Proposed'])
    expect(await titles(person, { agentId: unknownId })).toEqual([])
    await change(person, id, { state: 'dismissed' })
    expect(await titles(person, { agentId })).toEqual([])
    expect(await titles(person, { state: 'dismissed' })).toEqual(['Proposed'])
    expect((await person.client.request('GET', '/api/user/next-steps?state=lost')).status).toBe(400)
  })

  it('changes what is given, and nothing else', async () => {
    const person = await registered(world)
    const { id } = await add(person, 'Call Anna', '2026-11-27')
    expect(await change(person, id, { note: 'Ask for the price' })).toMatchObject({
      status: 200,
      body: { title: 'Call Anna', dueOn: '2026-11-27', note: 'Ask for the price', state: 'open' },
    })
    expect(await change(person, id, { dueOn: null })).toMatchObject({ body: { title: 'Call Anna', dueOn: null } })
    expect(await change(person, id, { title: 'Write to Anna' })).toMatchObject({
      body: { title: 'Write to Anna', note: 'Ask for the price' },
    })
    const { body } = await change(person, id, { state: 'done' })
    expect(body).toMatchObject({ state: 'done', title: 'Write to Anna' })
    expect(body.doneAt).not.toBeNull()
    expect(await change(person, id, { state: 'open' })).toMatchObject({ body: { state: 'open', doneAt: null } })
    expect(await change(person, id, { state: 'proposed' })).toMatchObject({ status: 400, body: { field: 'state' } })
  })

  it('belongs to its person alone: to others a step does not exist', async () => {
    const [person, other] = [await registered(world), await subscriber(world)]
    const { id } = await add(person, 'Mine')
    expect((await world.visitor().request('PATCH', `/api/user/next-steps/${id}`, { state: 'done' })).status).toBe(401)
    expect((await world.visitor().request('DELETE', `/api/user/next-steps/${id}`)).status).toBe(401)
    expect(await change(other, id, { state: 'done' })).toMatchObject({
      status: 404,
      body: { code: 'next_step_not_found' },
    })
    expect((await other.client.request('DELETE', `/api/user/next-steps/${id}`)).status).toBe(404)
    expect((await change(person, unknownId, { state: 'done' })).status).toBe(404)
    expect((await change(person, 'not-an-id', { state: 'done' })).status).toBe(404)
    expect(await world.sql('select state from next_step where id = $1', [id])).toEqual([{ state: 'open' }])
    expect((await person.client.request('DELETE', `/api/user/next-steps/${id}`)).status).toBe(200)
    expect((await person.client.request('DELETE', `/api/user/next-steps/${id}`)).status).toBe(404)
    expect(await world.sql('select state from next_step where id = $1', [id])).toEqual([])
  })

  it('holds five hundred steps', async () => {
    const person = await registered(world)
    await world.sql(
      `insert into next_step (user_id, title, state, origin, created_at)
       select $1, 'Step ' || place, 'open', 'person', now() from generate_series(1, 500) as place`,
      [person.id],
    )
    expect(await person.client.request('POST', '/api/user/next-steps', { title: 'One more' })).toMatchObject({
      status: 409,
      body: { code: 'too_many_steps' },
    })
    expect(await titles(person)).toHaveLength(500)
  })
})

describe('proposals (D184)', () => {
  it('become the person’s own when they accept them, and stay without the words', async () => {
    const person = await subscriber(world)
    const { id, session } = await proposed(person, 'Call Anna', 2)
    const [listed] = await person.client.call(nextSteps.nextSteps, { query: { sessionId: session } })
    expect(listed).toMatchObject({
      id,
      state: 'proposed',
      sessionId: session,
      agentId,
      agentName: 'Coach of steps',
      atSecond: 7,
    })
    expect(await change(person, id, { state: 'open' })).toMatchObject({ status: 200, body: { state: 'open' } })
    await world.sql("update voice_session set ended_at = ended_at - interval '1 hour' where id = $1", [session])
    expect(await titles(person)).toEqual(['Call Anna'])
  })

  it('that were accepted can be dismissed and taken back without the words, and no sweep deletes them', async () => {
    const person = await subscriber(world)
    const { id, session } = await proposed(person, 'Call Anna', 2)
    const never = await proposed(person, 'Write to Bo', 2)
    await change(person, id, { state: 'open' })
    await change(person, never.id, { state: 'dismissed' })
    await world.sql("update voice_session set ended_at = ended_at - interval '1 hour' where user_id = $1", [person.id])
    expect(await change(person, id, { state: 'dismissed' })).toMatchObject({
      status: 200,
      body: { state: 'dismissed', sessionId: session },
    })
    const { clock, database } = world.services
    await database.write((tx) => deleteGoneProposals(tx, new Date(clock.now().getTime() - 600_000)))
    expect(await titles(person, { state: 'dismissed' })).toEqual(['Call Anna'])
    expect(await world.sql('select id, proposed_as from next_step where user_id = $1', [person.id])).toEqual([
      { id, proposed_as: null },
    ])
    const about = await findPerson(database.read, person.id)
    expect(JSON.stringify(about && (await readPersonalData(database.readLong, about)))).toContain('Call Anna')
    expect(await change(person, id, { state: 'open' })).toMatchObject({ status: 200, body: { state: 'open' } })
    expect(await titles(person)).toEqual(['Call Anna'])
  })

  it('are gone with words that nobody kept, for every call', async () => {
    const person = await subscriber(world)
    const { id } = await proposed(person, 'Call Anna', 11)
    expect(await titles(person)).toEqual([])
    expect((await change(person, id, { state: 'open' })).status).toBe(404)
  })

  it('stay with words that were kept', async () => {
    const person = await subscriber(world)
    const { session } = await proposed(person, 'Call Anna', 11)
    await addText(world, person, session, ['Hello', 'Remind me to call Anna'])
    expect(await titles(person)).toEqual(['Call Anna'])
  })
})
