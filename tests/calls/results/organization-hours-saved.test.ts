import { describe, expect, it } from 'vitest'
import * as hours from '#contract/results/hours-saved.ts'
import { addAgent, member, organization, ownWorld, type TestOrganization, type TestPerson } from '#tests/calls.ts'
import { talkIn } from '../../kit/conversations/past-conversations.ts'

const world = await ownWorld()
const mentor = await addAgent(world, { name: 'Mentor' })
const coach = await addAgent(world, { name: 'Coach' })

/** Lets a person talk in September 2026 and say what it saved them. */
async function say(firm: TestOrganization, person: TestPerson, agentId: string, savedMinutes: number): Promise<string> {
  const id = await talkIn(world, firm, person, agentId, 60)
  await person.client.call(hours.answerSavedTime, { params: { id }, body: { savedMinutes } })
  await world.sql(
    `update voice_session set created_at = '2026-09-10T10:00:00Z', connected_at = '2026-09-10T10:00:00Z' where id = $1`,
    [id],
  )
  return id
}

async function team(): Promise<{ firm: TestOrganization; people: TestPerson[] }> {
  const firm = await organization(world, { minutes: 500 })
  const people: TestPerson[] = []
  for (let count = 0; count < 4; count += 1) people.push(await member(world, firm.id))
  return { firm, people }
}

const september = { query: { month: '2026-09' } }
const read = ({ owner }: TestOrganization) => owner.client.call(hours.organizationHoursSaved, september)

describe('GET /api/organization/hours-saved (D135)', () => {
  it('shows nothing of fewer than three people, then a sum, and grows only when three have answered again', async () => {
    const { firm, people } = await team()
    const [ada, ben, cem, dan] = people as [TestPerson, TestPerson, TestPerson, TestPerson]
    expect(await read(firm)).toEqual({
      month: '2026-09',
      conversations: 0,
      counted: null,
      hasWaiting: false,
      agents: null,
      agentsFrom: '2026-10-10T00:00:00.000Z',
    })
    await say(firm, ada, coach, 30)
    await say(firm, ben, coach, 480)
    await say(firm, ada, mentor, 15)
    expect(await read(firm)).toMatchObject({ conversations: 3, counted: null, hasWaiting: true, agents: null })
    await say(firm, cem, mentor, 0)
    const sum = { savedMinutes: 525, answers: 4, people: 3 }
    expect(await read(firm)).toMatchObject({ conversations: 4, counted: sum, hasWaiting: false })
    await say(firm, dan, mentor, 60)
    expect(await read(firm)).toMatchObject({ conversations: 5, counted: sum, hasWaiting: true })
    await say(firm, ada, mentor, 60)
    await say(firm, ben, mentor, 60)
    const after = await read(firm)
    expect(after).toMatchObject({ conversations: 7, counted: { savedMinutes: 705, answers: 7, people: 4 } })
    // Only Ada and Ben answered about the coach.
    expect(after.agents).toEqual([{ agentId: null, agentName: null, savedMinutes: 705, answers: 7 }])
    expect(JSON.stringify(after)).not.toContain(ada.id)
  })

  it('names agents only after the month, when no answer can change', async () => {
    const { firm, people } = await team()
    for (const agentId of [coach, mentor]) {
      for (const person of people.slice(0, 3)) await say(firm, person, agentId, agentId === coach ? 15 : 60)
    }
    const now = world.services.clock.now()
    expect((await read(firm)).agents).toEqual([
      { agentId: mentor, agentName: 'Mentor', savedMinutes: 180, answers: 3 },
      { agentId: coach, agentName: 'Coach', savedMinutes: 45, answers: 3 },
    ])
    await world.sql('update voice_session set created_at = $1, connected_at = $1 where organization_id = $2', [
      now,
      firm.id,
    ])
    const query = { month: now.toISOString().slice(0, 7) }
    const present = await firm.owner.client.call(hours.organizationHoursSaved, { query })
    expect(present).toMatchObject({ counted: { savedMinutes: 225, answers: 6 }, agents: null })
  })

  it('is for its own admins', async () => {
    const { firm, people } = await team()
    for (const person of people.slice(0, 3)) await say(firm, person, coach, 60)
    expect((await read(firm)).counted).toMatchObject({ savedMinutes: 180 })
    const path = `/api/organization/hours-saved?month=2026-09&organizationId=${firm.id}`
    expect((await world.visitor().request('GET', path)).status).toBe(401)
    expect((await people[0]?.client.request('GET', path))?.status).toBe(403)
    const other = await organization(world, { minutes: 10 })
    expect((await other.owner.client.request('GET', path)).status).toBe(404)
    expect(await read(other)).toMatchObject({ conversations: 0, counted: null })
  })
})
