import { organizationStepCounts } from '#contract/results/step-counts.ts'
import { addAgent, describe, expect, it, registered, sharedWorld, type TestPerson } from '#tests/calls.ts'
import { member, organization, type TestOrganization } from '../../kit/organizations/organizations.ts'
import { talkIn } from '../../kit/conversations/past-conversations.ts'

const world = await sharedWorld()
const agentId = await addAgent(world)

const september = { query: { month: '2026-09' } }
const read = ({ owner }: TestOrganization) => owner.client.call(organizationStepCounts, september)

/** Lets a person take a step from a conversation of September 2026. */
async function take(firm: TestOrganization, person: TestPerson, state: 'open' | 'done' | 'proposed'): Promise<void> {
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

describe('GET /api/organization/next-steps (D184)', () => {
  it('counts what at least three people took, and shows no title and nobody', async () => {
    const firm = await organization(world, { minutes: 500 })
    const [ada, ben, cem] = [await member(world, firm.id), await member(world, firm.id), await member(world, firm.id)]
    expect(await read(firm)).toEqual({ month: '2026-09', counted: null })
    await take(firm, ada, 'open')
    await take(firm, ada, 'done')
    await take(firm, ben, 'open')
    await take(firm, cem, 'proposed')
    expect((await read(firm)).counted).toBeNull()
    await take(firm, cem, 'open')
    const answer = await read(firm)
    expect(answer.counted).toEqual({ open: 3, done: 1, people: 3 })
    expect(JSON.stringify(answer)).not.toMatch(/Anna/)
    expect((await firm.owner.client.call(organizationStepCounts, { query: { month: '2026-10' } })).counted).toBeNull()
  })

  it('is for admins of the organization only', async () => {
    const firm = await organization(world, { minutes: 500 })
    const path = `/api/organization/next-steps?month=2026-09&organizationId=${firm.id}`
    const others = [world.visitor(), (await member(world, firm.id)).client, (await registered(world)).client]
    const replies = await Promise.all(others.map((client) => client.request('GET', path)))
    expect(replies.map(({ status }) => status)).toEqual([401, 403, 404])
  })
})
