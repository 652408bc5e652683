import * as messages from '#contract/messages/messages.ts'
import { organizationAgents } from '#contract/organizations/agents.ts'
import * as dashboard from '#contract/organizations/dashboard.ts'
import * as kit from '#tests/calls.ts'
import { addText, talkIn } from '../../kit/conversations/past-conversations.ts'

const { addAgent, assign, describe, expect, expectRefused, it, member, organization, tags } = kit

const world = await kit.sharedWorld()
const firm = await organization(world, { minutes: 100 })
const other = await organization(world)
const [ada, ben] = [await member(world, firm.id), await member(world, firm.id)]
const [mentor, paused] = [await addAgent(world, { name: 'Mentor' }), await addAgent(world)]
for (const id of [mentor, paused]) await assign(world, firm, id)
await world.sql('update agent set is_active = false where id = $1', [paused])
const admin = await kit.platformAdmin(world)
const first = await talkIn(world, firm, ada, mentor, 90)
await talkIn(world, firm, ben, mentor, 7)
await world.sql('update organization_user set is_active = false where user_id = $1', [ben.id])
const before = await talkIn(world, firm, ben, mentor, 60)
const lastMonth = new Date(world.services.clock.now())
lastMonth.setUTCDate(0)
await world.sql('update voice_session set created_at = $2, connected_at = $2 where id = $1', [before, lastMonth])

const query = { organizationId: firm.id }
const overviewOf = ({ client }: kit.TestPerson) => client.call(dashboard.organizationOverview, { query })

describe('GET /api/organization/dashboard', () => {
  it('returns the figures of this month, and platform admins see them (S241, S384, S385, S567, D134)', async () => {
    const { id } = firm
    const figures = { totalMembers: 2, creditBalance: 97.5, activeAgents: 1, monthlyUsage: 1.5 }
    const state = { role: 'admin', subscriptionStatus: 'active' }
    expect(await overviewOf(firm.owner)).toMatchObject({ id, ...state, ...figures })
    expect(await overviewOf(admin)).toMatchObject(figures)
  })

  it("shows members counts and balance, and nothing of others' usage", tags('D123'), async () => {
    const body = await overviewOf(ada)
    expect(body).toMatchObject({ role: 'member', totalMembers: 2, activeAgents: 1 })
    expect(body).not.toHaveProperty('monthlyUsage')
  })

  it('is a 404 for people of other organizations, and without one (S317, D120)', async () => {
    await expectRefused(dashboard.organizationOverview, [other.owner, { query }, 404, 'organization_not_found'])
    const none = await kit.registered(world)
    await expectRefused(dashboard.organizationOverview, [none, {}, 404, 'organization_not_found'])
  })
})

describe('GET /api/organization/sessions', tags('S464 S572 D123 D135'), () => {
  it('returns all conversations to admins, their own to members, and never words', async () => {
    await addText(world, ada, first, ['My secret wish'])
    const own = await addAgent(world)
    await assign(world, other, own)
    await talkIn(world, other, other.owner, own, 30)
    const list = ({ client }: kit.TestPerson, limit?: number) =>
      client.call(dashboard.organizationConversations, { query: limit ? { ...query, limit } : query })
    const all = await list(firm.owner)
    // An uncharged conversation does not count (D189).
    expect(all.map(({ id }) => id)).toEqual([first, before])
    const about = { userId: ada.id, agentName: 'Mentor', durationSeconds: 90, duration: 1.5 }
    expect(all[0]).toMatchObject({ ...about, userName: 'Test Person', startedAt: expect.stringMatching(/^\d{4}-.*Z$/) })
    expect(JSON.stringify(all)).not.toContain('secret wish')
    expect(await list(firm.owner, 1)).toEqual(all.slice(0, 1))
    expect((await list(ada)).map(({ id }) => id)).toEqual([first])
    expect(await list(admin)).toEqual(all)
  })
})

describe('GET /api/organization/messages', tags('D64'), () => {
  it('returns what members wrote, only to its admins; a platform admin is not one of them', async () => {
    const body = { subject: 'Minutes', message: 'May we have more?', audience: 'organization' as const }
    const { id } = await ada.client.call(messages.sendMessage, { body })
    const inbox = ({ client }: kit.TestPerson) => client.call(dashboard.organizationMessages, { query })
    expect(await inbox(firm.owner)).toMatchObject([{ id, subject: 'Minutes', isOwn: false, isUnread: true }])
    await firm.owner.client.call(messages.markMessageRead, { params: { id } })
    expect(await inbox(firm.owner)).toMatchObject([{ id, isUnread: false }])
    expect(await inbox(admin)).toEqual([])
  })
})

it('an assigned agent shows how often people talked to it', tags('D56'), async () => {
  const list = await ada.client.call(organizationAgents, { query: {} })
  expect(list.find(({ agentId }) => agentId === mentor)?.agent.sessionCount).toBe(2)
})
