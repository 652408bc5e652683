import { deleteAccount } from '#contract/departure/departure.ts'
import * as nextSteps from '#contract/results/next-steps.ts'
import { organizationStepCounts } from '#contract/results/step-counts.ts'
import { readPersonalData } from '#server/departure/personal-data.ts'
import { findPerson } from '#server/identity/users.ts'
import { deleteGoneProposals } from '#server/results/next-steps/next-steps.ts'
import { addAgent, addPastSession, addText, expect, expectRefused, expectWrong, fillSteps, it } from '#tests/calls.ts'
import { member, organization, password, registered, sharedWorld, subscriber, tags, talkIn } from '#tests/calls.ts'
import { type TestPerson } from '#tests/calls.ts'

const world = await sharedWorld()
const agentId = await addAgent(world, { name: 'Coach of steps' })
const other = await subscriber(world)

const unknownId = '0199b1c2-1111-7222-8333-444455556666'
const add = (person: TestPerson, title: string, dueOn?: string) =>
  person.client.call(nextSteps.addNextStep, { body: { title, ...(dueOn && { dueOn }) } })
const change = (person: TestPerson, id: string, body: object) =>
  person.client.call(nextSteps.changeNextStep, { params: { id }, body })
const list = (person: TestPerson, query: object = {}) => person.client.call(nextSteps.nextSteps, { query })
const titles = async (person: TestPerson, query: object = {}) =>
  (await list(person, query)).map(({ title }) => title).join()

/** Adds a proposal as a conversation leaves it that ended some minutes ago. */
async function proposed(person: TestPerson, title: string, minutesAgo: number) {
  const session = await addPastSession(world, person, agentId, 30)
  await age(person, minutesAgo)
  const [row] = await world.sql<{ id: string }>(
    `insert into next_step (user_id, session_id, agent_id, title, proposed_as, state, origin, at_second, created_at)
     values ($1, $2, $3, $4, lower($4), 'proposed', 'tool', 7, now()) returning id`,
    [person.id, session, agentId, title],
  )
  return { id: row?.id ?? '', session }
}

const age = (person: TestPerson, minutes: number) =>
  world.sql('update voice_session set ended_at = ended_at - make_interval(mins => $2) where user_id = $1', [
    person.id,
    minutes,
  ])

it('people write down steps of their own, also without access', async () => {
  const person = await registered(world)
  const words = { title: 'Call Anna', dueOn: '2026-11-27', note: 'About the plan.' }
  const body = { ...words, title: '  Call   Anna ', note: ' About the plan. ' }
  const added = await person.client.call(nextSteps.addNextStep, { body })
  const none = { sessionId: null, agentId: null, agentName: null, atSecond: null, doneAt: null }
  expect(added).toMatchObject({ ...words, ...none, state: 'open' })
  const row = await world.sql('select user_id, due_on::text, origin from next_step where id = $1', [added.id])
  expect(row).toEqual([{ user_id: person.id, due_on: '2026-11-27', origin: 'person' }])
  expect([await list(person), await list(other)]).toEqual([[added], []])
  const wrong = {
    title: [undefined, '   ', 'a'.repeat(121), 'Two\nlines'],
    dueOn: ['Friday', '2026-02-30'],
    note: ['a'.repeat(1001)],
  }
  await expectWrong(nextSteps.addNextStep, person, { body: words }, wrong)
  await fillSteps(world, person, 499)
  await expectRefused(nextSteps.addNextStep, [person, { body: { title: 'One more' } }, 409, 'too_many_steps'])
  expect(await list(person)).toHaveLength(500)
})

it('lists open steps by day, then those that are done, by state and agent', async () => {
  const person = await subscriber(world)
  await add(person, 'No day')
  await add(person, 'Later', '2026-12-24')
  await add(person, 'Sooner', '2026-11-27')
  await change(person, (await add(person, 'Finished')).id, { state: 'done' })
  const { id } = await proposed(person, 'Proposed', 1)
  expect(await titles(person)).toBe('Proposed,Sooner,Later,No day,Finished')
  expect(await titles(person, { state: 'open' })).toBe('Sooner,Later,No day')
  expect(await titles(person, { state: 'done' })).toBe('Finished')
  expect([await titles(person, { agentId }), await titles(person, { agentId: unknownId })]).toEqual(['Proposed', ''])
  await change(person, id, { state: 'dismissed' })
  expect([await titles(person, { agentId }), await titles(person, { state: 'dismissed' })]).toEqual(['', 'Proposed'])
  await expectRefused(nextSteps.nextSteps, [person, { query: { state: 'lost' } }, 400, { field: 'state' }])
})

it('changes what is given of a step, for nobody else', async () => {
  const person = await registered(world)
  const { id } = await add(person, 'Call Anna', '2026-11-27')
  const note = 'Ask for the price'
  const noted = { title: 'Call Anna', dueOn: '2026-11-27', note, state: 'open' }
  expect(await change(person, id, { note })).toMatchObject(noted)
  expect(await change(person, id, { dueOn: null })).toMatchObject({ ...noted, dueOn: null })
  const title = 'Write to Anna'
  expect(await change(person, id, { title })).toMatchObject({ title, note })
  const done = { title, state: 'done', doneAt: expect.stringMatching(/Z$/) as string }
  expect(await change(person, id, { state: 'done' })).toMatchObject(done)
  expect(await change(person, id, { state: 'open' })).toMatchObject({ state: 'open', doneAt: null })
  const [params, body] = [{ id }, { state: 'done' }]
  await expectRefused(
    nextSteps.changeNextStep,
    [person, { params, body: { state: 'proposed' } }, 400, { field: 'state' }],
    [other, { params, body }, 404, 'next_step_not_found'],
    [person, { params: { id: unknownId }, body }, 404, {}],
    [person, { params: { id: 'not-an-id' }, body }, 404, {}],
  )
  await expectRefused(nextSteps.deleteNextStep, [other, { params }, 404, {}])
  expect(await list(person)).toMatchObject([{ id, state: 'open' }])
  await person.client.call(nextSteps.deleteNextStep, { params })
  await expectRefused(nextSteps.deleteNextStep, [person, { params }, 404, {}])
  expect(await world.sql('select state from next_step where id = $1', [id])).toEqual([])
})

it('accepted proposals stay without the words, also dismissed', tags('D184'), async () => {
  const person = await subscriber(world)
  const { id, session } = await proposed(person, 'Call Anna', 2)
  const never = await proposed(person, 'Write to Bo', 2)
  const agent = { agentId, agentName: 'Coach of steps', atSecond: 7 }
  const listed = await list(person, { sessionId: session })
  expect(listed).toMatchObject([{ id, state: 'proposed', sessionId: session, ...agent }])
  await change(person, id, { state: 'open' })
  await change(person, never.id, { state: 'dismissed' })
  await age(person, 60)
  expect(await titles(person)).toBe('Call Anna')
  expect(await change(person, id, { state: 'dismissed' })).toMatchObject({ state: 'dismissed', sessionId: session })
  const { clock, database } = world.services
  await database.write((tx) => deleteGoneProposals(tx, new Date(clock.now().getTime() - 600_000)))
  expect(await titles(person, { state: 'dismissed' })).toBe('Call Anna')
  const rows = await world.sql('select id, proposed_as from next_step where user_id = $1', [person.id])
  expect(rows).toEqual([{ id, proposed_as: null }])
  const about = await findPerson(database.read, person.id)
  expect(JSON.stringify(about && (await readPersonalData(database.readLong, about)))).toContain('Call Anna')
  expect(await change(person, id, { state: 'open' })).toMatchObject({ state: 'open' })
  expect(await titles(person)).toBe('Call Anna')
})

it('proposals are gone with words that nobody kept', tags('D184'), async () => {
  const person = await subscriber(world)
  const { id, session } = await proposed(person, 'Call Anna', 11)
  expect(await titles(person)).toBe('')
  await expectRefused(nextSteps.changeNextStep, [person, { params: { id }, body: { state: 'open' } }, 404, {}])
  await addText(world, person, session, ['Hello', 'Remind me to call Anna'])
  expect(await titles(person)).toBe('Call Anna')
})

it("settings and a calendar address are each person's own, until it is replaced", async () => {
  const [person, stranger] = [await registered(world), await registered(world)]
  await person.client.call(nextSteps.changeNextStepSettings, { body: { acceptSpoken: true } })
  const usual = { mailReminders: true, acceptSpoken: false, hasCalendar: false }
  expect(await stranger.client.call(nextSteps.nextStepSettings)).toEqual(usual)
  await expectWrong(nextSteps.changeNextStepSettings, person, { body: {} }, { timeZone: ['Mars/Olympus'] })

  const read = (url: string) => fetch(url.replace(/^https?:\/\/[^/]+/, world.url))
  const make = async () => (await person.client.call(nextSteps.makeStepCalendar)).url
  await add(person, 'Call Anna, today', '2027-03-05')
  await add(person, 'No day')
  await add(stranger, 'Foreign', '2027-03-05')
  const url = await make()
  expect(await person.client.call(nextSteps.nextStepSettings)).toEqual({
    ...usual,
    acceptSpoken: true,
    hasCalendar: true,
  })
  const answer = await read(url)
  const file = await answer.text()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(file).toContain('SUMMARY:Call Anna\\, today\r\nTRANSP')
  expect(file).toContain('DTSTART;VALUE=DATE:20270305')
  expect(file).not.toMatch(/Foreign|No day/)
  const stored = 'select from next_step_setting where user_id = $1 and strpos($2, calendar_hash) = 0'
  expect(await world.sql(stored, [person.id, url])).toHaveLength(1)
  const newer = await make()
  expect([(await read(url)).status, (await read(newer)).status]).toEqual([404, 200])
  await person.client.call(nextSteps.removeStepCalendar)
  for (const gone of [newer, `${world.url}/api/calendars/nothing.ics`]) expect((await read(gone)).status).toBe(404)
  // It stops when its person asks for the deletion of their account.
  const last = await make()
  expect((await read(last)).status).toBe(200)
  await person.client.call(deleteAccount, { body: { currentPassword: password } })
  expect((await read(last)).status).toBe(404)
})

it('an organization sees counts of at least three people, and no title', tags('D184'), async () => {
  const firm = await organization(world)
  const [ada, ben, cem] = [await member(world, firm.id), await member(world, firm.id), await member(world, firm.id)]
  const read = (month = '2026-09') => firm.owner.client.call(organizationStepCounts, { query: { month } })
  const take = async (person: TestPerson, state: 'open' | 'done' | 'proposed') => {
    const id = await talkIn(world, firm, person, agentId, 60)
    await world.sql(
      "update voice_session set created_at = '2026-09-10T10:00:00Z', connected_at = '2026-09-10T10:00:00Z' where id = $1",
      [id],
    )
    await world.sql(
      `insert into next_step (user_id, organization_id, session_id, agent_id, title, state, origin, created_at, done_at)
       values ($1, $2, $3, $4, 'Call Anna in private', $5, 'tool', now(), case when $5 = 'done' then now() end)`,
      [person.id, firm.id, id, agentId, state],
    )
  }
  expect(await read()).toEqual({ month: '2026-09', counted: null })
  await take(ada, 'open')
  await take(ada, 'done')
  await take(ben, 'open')
  await take(cem, 'proposed')
  expect((await read()).counted).toBeNull()
  await take(cem, 'open')
  expect(await read()).toEqual({ month: '2026-09', counted: { open: 3, done: 1, people: 3 } })
  expect((await read('2026-10')).counted).toBeNull()
})
