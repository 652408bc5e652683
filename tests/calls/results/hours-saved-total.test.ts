import * as hours from '#contract/results/hours-saved.ts'
import { hoursSaved } from '#contract/results/hours-saved-total.ts'
import { countHoursSaved } from '#server/results/hours-saved/total.flow.ts'
import { addAgent, expect, it, ownWorld, subscriber, type TestPerson } from '#tests/calls.ts'
import { addPastSession } from '../../kit/conversations/past-conversations.ts'

const world = await ownWorld()
const agentId = await addAgent(world)

async function say(person: TestPerson, savedMinutes: number): Promise<void> {
  const id = await addPastSession(world, person, agentId, 30)
  await person.client.call(hours.answerSavedTime, { params: { id }, body: { savedMinutes } })
}

async function total() {
  await countHoursSaved(world.services)
  return (await world.visitor().call(hoursSaved)).total
}

async function documentOf(path: string): Promise<string> {
  return (await fetch(`${world.url}${path}`, { headers: { accept: 'text/html' } })).text()
}

it('the public figure is the sum of what people said, from ten answers of three people on', async () => {
  const people = [await subscriber(world, 'ascend'), await subscriber(world, 'ascend')] as const
  expect((await world.visitor().call(hoursSaved)).total).toBeNull()
  for (const person of people) for (let count = 0; count < 6; count += 1) await say(person, 60)
  // Twelve answers, but of two people.
  expect(await total()).toBeNull()
  const team = await subscriber(world, 'ascend')
  await say(team, 480)
  await world.sql("update users set role = 'admin' where id = $1", [team.id])
  // Luna's own team does not count.
  expect(await total()).toBeNull()
  const third = await subscriber(world, 'ascend')
  await say(third, 15)
  // Answers wait for the next count.
  expect((await world.visitor().call(hoursSaved)).total).toBeNull()
  expect(await total()).toEqual({ savedMinutes: 735, answers: 13, countedAt: expect.stringMatching(/Z$/) })
  await world.sql('delete from saved_time where user_id = $1', [people[0].id])
  expect(await total()).toBeNull()
})

it('visitors get the figure along with the pages that show it, and nothing in place of a missing one', async () => {
  await world.sql('delete from saved_time_total')
  for (const path of ['/', '/hours-saved']) {
    const page = await documentOf(path)
    expect(page).toContain('GET /api/hours-saved')
    expect(page).toContain('{&quot;total&quot;:null}')
  }
  await world.sql('insert into saved_time_total values (true, 2475, 63, 20, now())')
  for (const path of ['/', '/hours-saved']) expect(await documentOf(path)).toContain('41 h 15 min')
})
