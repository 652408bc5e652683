import * as hours from '#contract/results/hours-saved.ts'
import { mostSavedMinutes, savedChoices } from '#contract/results/hours-saved-rules.ts'
import { hoursSaved } from '#contract/results/hours-saved-total.ts'
import { countHoursSaved } from '#server/results/hours-saved/total.flow.ts'
import { settleConversation } from '#server/conversations/voice-sessions.ts'
import { addAgent, addPastSession, expect, expectRefused, expectWrong, it, member, openTalk } from '#tests/calls.ts'
import { organization, ownWorld, passMidnight, platformAdmin, registered, subscriber, tags } from '#tests/calls.ts'
import { talkIn, type TestOrganization, type TestPerson } from '#tests/calls.ts'

const world = await ownWorld()
const [mentor, coach] = [await addAgent(world, { name: 'Mentor' }), await addAgent(world, { name: 'Coach' })]
const [person, admin] = [await subscriber(world, 'ascend'), await platformAdmin(world)]
await passMidnight(world)

const answer = (id: string, savedMinutes: number, by = person) =>
  by.client.call(hours.answerSavedTime, { params: { id }, body: { savedMinutes } })
const refused = (id: string, code: string, by = person) =>
  expectRefused(hours.answerSavedTime, [by, { params: { id }, body: { savedMinutes: 60 } }, 409, code])
const minutesOf = (sessionId: string) =>
  world.sql('select user_id, saved_minutes from saved_time where session_id = $1', [sessionId])
const beginAt = (id: string, at: string) =>
  world.sql('update voice_session set created_at = $2, connected_at = $2 where id = $1', [id, at])

it('an answer belongs to its person', async () => {
  const firm = await organization(world, { minutes: 100 })
  const colleague = await member(world, firm.id)
  const id = await talkIn(world, firm, colleague, coach, 60)
  await answer(id, 15, colleague)
  const params = { id }
  for (const by of [firm.owner, person, admin]) {
    const change = { params, body: { savedMinutes: 60 } }
    await expectRefused(hours.answerSavedTime, [by, change, 404, 'session_not_found'])
    for (const call of [hours.savedTimeOf, hours.removeSavedTime])
      await expectRefused(call, [by, { params }, 404, 'session_not_found'])
  }
  expect(await minutesOf(id)).toEqual([{ user_id: colleague.id, saved_minutes: 15 }])
})

it('an answer is given, changed and removed, and final after seven days', tags('D56 D189'), async () => {
  const id = await addPastSession(world, person, coach, 60)
  const params = { id }
  const before = await person.client.call(hours.savedTimeOf, { params })
  expect(before).toEqual({ savedMinutes: null, answerableUntil: expect.stringMatching(/Z$/) })
  for (const savedMinutes of [...savedChoices, mostSavedMinutes, 90]) {
    expect(await answer(id, savedMinutes)).toEqual({ ...before, savedMinutes })
    expect(await minutesOf(id)).toEqual([{ user_id: person.id, saved_minutes: savedMinutes }])
  }
  const wrong = { savedMinutes: [-1, 481, 7.5, '15', null] }
  await expectWrong(hours.answerSavedTime, person, { params, body: {} }, wrong)
  for (const _again of [1, 2]) expect(await person.client.call(hours.removeSavedTime, { params })).toEqual(before)
  await answer(id, 30)
  const at = new Date(world.services.clock.now().getTime() - 7.1 * 24 * 60 * 60_000).toISOString()
  await beginAt(id, at)
  await world.sql('update voice_session set ended_at = $2 where id = $1', [id, at])
  await refused(id, 'answer_too_late')
  expect(await minutesOf(id)).toMatchObject([{ saved_minutes: 30 }])
  await person.client.call(hours.removeSavedTime, { params })
  expect(await minutesOf(id)).toEqual([{ user_id: person.id, saved_minutes: null }])
  // Free, running and test conversations are not asked about.
  const free = await addPastSession(world, person, coach, 9)
  const running = await openTalk(world, person, coach, 61.5)
  for (const other of [free, running.id]) {
    const none = { savedMinutes: null, answerableUntil: null }
    expect(await person.client.call(hours.savedTimeOf, { params: { id: other } })).toEqual(none)
    await refused(other, 'answer_not_asked')
    expect(await minutesOf(other)).toEqual([])
  }
  await settleConversation(world.services.database.step, { ...running, reason: 'user' })
  await world.sql('update voice_session set is_test = true where id = $1', [running.id])
  await refused(running.id, 'answer_not_asked')
  await world.sql('update voice_session set is_test = false where id = $1', [running.id])
})

it("a month adds up the person's answers in their time zone", async () => {
  const talker = await subscriber(world, 'ascend')
  const monthOf = (month: string, timeZone = 'UTC', by = talker) =>
    by.client.call(hours.ownHoursSaved, { query: { month, timeZone } })
  const talkAt = async (at: string, seconds = 60) => {
    const id = await addPastSession(world, talker, coach, seconds)
    await beginAt(id, at)
    return id
  }
  const [first, second] = [await talkAt('2026-09-03T10:00:00Z'), await talkAt('2026-09-20T10:00:00Z')]
  await talkAt('2026-09-21T10:00:00Z')
  // Too short to be charged, so there is no question.
  await talkAt('2026-09-22T10:00:00Z', 5)
  // Half past eleven at night in Greenwich is October in India.
  const late = await talkAt('2026-09-30T23:30:00Z')
  const none = { answers: 0, savedMinutes: null, rows: [] }
  expect(await monthOf('2026-09')).toEqual({ month: '2026-09', conversations: 4, ...none })
  await answer(first, 0, talker)
  await answer(second, 75, talker)
  await answer(late, 60, talker)
  const found = await monthOf('2026-09')
  expect(found).toMatchObject({ conversations: 4, answers: 3, savedMinutes: 135 })
  const rows = found.rows.map(({ sessionId, savedMinutes }) => `${sessionId} ${savedMinutes}`)
  expect(rows).toEqual([`${late} 60`, `${second} 75`, `${first} 0`])
  const startedAt = '2026-09-30T23:30:00.000Z'
  expect(found.rows[0]).toMatchObject({ agentId: coach, agentName: 'Coach', startedAt })
  expect(await monthOf('2026-09', 'Asia/Kolkata')).toMatchObject({ answers: 2, savedMinutes: 75 })
  expect(await monthOf('2026-10', 'Asia/Kolkata')).toMatchObject({ conversations: 1, savedMinutes: 60 })
  const ofOther = await monthOf('2026-09', 'UTC', await registered(world))
  expect(ofOther).toMatchObject({ conversations: 0, savedMinutes: null })
  for (const month of ['2026-13', '2026', '1999-01', 'November']) {
    const query = { month, timeZone: 'UTC' }
    await expectRefused(hours.ownHoursSaved, [person, { query }, 400, { field: 'month' }])
  }
})

/** Returns an organization with three people more, and what they say of conversations in September 2026. */
async function team() {
  const firm = await organization(world)
  const people = [await member(world, firm.id), await member(world, firm.id), await member(world, firm.id)] as const
  const say = async (by: TestPerson, agentId: string, savedMinutes: number) => {
    const id = await talkIn(world, firm, by, agentId, 60)
    await answer(id, savedMinutes, by)
    await beginAt(id, '2026-09-10T10:00:00Z')
  }
  return { firm, people, say }
}
const read = ({ owner }: TestOrganization, month = '2026-09') =>
  owner.client.call(hours.organizationHoursSaved, { query: { month } })

it('an organization sees sums of three people, who answered again', tags('D135'), async () => {
  const { firm, people, say } = await team()
  const [ada, ben, cem] = people
  const dan = await member(world, firm.id)
  const none = { conversations: 0, counted: null, hasWaiting: false, agents: null }
  expect(await read(firm)).toEqual({ month: '2026-09', ...none, agentsFrom: '2026-10-10T00:00:00.000Z' })
  await say(ada, coach, 30)
  await say(ben, coach, 480)
  await say(ada, mentor, 15)
  expect(await read(firm)).toMatchObject({ ...none, conversations: 3, hasWaiting: true })
  await say(cem, mentor, 0)
  const counted = { savedMinutes: 525, answers: 4, people: 3 }
  expect(await read(firm)).toMatchObject({ conversations: 4, counted, hasWaiting: false })
  await say(dan, mentor, 60)
  expect(await read(firm)).toMatchObject({ conversations: 5, counted, hasWaiting: true })
  await say(ada, mentor, 60)
  await say(ben, mentor, 60)
  const after = await read(firm)
  expect(after).toMatchObject({ conversations: 7, counted: { savedMinutes: 705, answers: 7, people: 4 } })
  // Only Ada and Ben answered about the coach.
  expect(after.agents).toEqual([{ agentId: null, agentName: null, savedMinutes: 705, answers: 7 }])
  expect(JSON.stringify(after)).not.toContain(ada.id)
  expect(await read(await organization(world))).toMatchObject(none)
})

it('agents are named only after the month, when no answer can change', tags('D135'), async () => {
  const { firm, people, say } = await team()
  for (const by of people) await say(by, coach, 15)
  for (const by of people) await say(by, mentor, 60)
  expect((await read(firm)).agents).toEqual([
    { agentId: mentor, agentName: 'Mentor', savedMinutes: 180, answers: 3 },
    { agentId: coach, agentName: 'Coach', savedMinutes: 45, answers: 3 },
  ])
  const now = world.services.clock.now()
  const moved = 'update voice_session set created_at = $1, connected_at = $1 where organization_id = $2'
  await world.sql(moved, [now, firm.id])
  const present = await read(firm, now.toISOString().slice(0, 7))
  expect(present).toMatchObject({ counted: { savedMinutes: 225, answers: 6 }, agents: null })
})

it('the public figure needs ten answers of three people, without the team', async () => {
  await world.sql('delete from saved_time')
  const say = async (by: TestPerson, savedMinutes: number) =>
    answer(await addPastSession(world, by, coach, 30), savedMinutes, by)
  const published = async () => (await world.visitor().call(hoursSaved)).total
  const total = async () => {
    await countHoursSaved(world.services)
    return published()
  }
  const [second, third, team] = [await subscriber(world), await subscriber(world), await subscriber(world)]
  expect(await published()).toBeNull()
  for (const by of [person, second]) for (let count = 0; count < 6; count += 1) await say(by, 60)
  // Twelve answers, but of two people.
  expect(await total()).toBeNull()
  await say(team, 480)
  await world.sql("update users set role = 'admin' where id = $1", [team.id])
  expect(await total()).toBeNull()
  await say(third, 15)
  // Answers wait for the next count.
  expect(await published()).toBeNull()
  expect(await total()).toEqual({ savedMinutes: 735, answers: 13, countedAt: expect.stringMatching(/Z$/) })
  await world.sql('delete from saved_time where user_id = $1', [person.id])
  expect(await total()).toBeNull()
})

it('the pages that show the figure come with it, or with none', async () => {
  const page = async (path: string) => (await fetch(world.url + path, { headers: { accept: 'text/html' } })).text()
  await world.sql('delete from saved_time_total')
  for (const path of ['/', '/hours-saved'])
    expect(await page(path)).toMatch(/GET \/api\/hours-saved[^]*\{&quot;total&quot;:null\}/)
  await world.sql('insert into saved_time_total values (true, 2475, 63, 20, now())')
  for (const path of ['/', '/hours-saved']) expect(await page(path)).toContain('41 h 15 min')
})
