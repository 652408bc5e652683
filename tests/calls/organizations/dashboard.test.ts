import * as messages from '#contract/messages/messages.ts'
import * as organizationAgents from '#contract/organizations/agents.ts'
import * as organizationDashboard from '#contract/organizations/dashboard.ts'
import { addAgent, describe, expect, it, ownWorld, platformAdmin, registered, type TestPerson } from '#tests/calls.ts'
import { assign, member, organization } from '../../kit/organizations/organizations.ts'
import { addText, talkIn } from '../../kit/conversations/past-conversations.ts'

const world = await ownWorld()
const firm = await organization(world, { minutes: 100 })
const other = await organization(world)
const ada = await member(world, firm.id)
const ben = await member(world, firm.id)
const mentor = await addAgent(world, { name: 'Mentor' })
const paused = await addAgent(world)
for (const id of [mentor, paused]) await assign(world, firm, id)
await world.sql('update agent set is_active = false where id = $1', [paused])
const admin = await platformAdmin(world)

const named = () => ({ query: { organizationId: firm.id } })

describe('GET /api/organization/dashboard', () => {
  it('returns the figures of the four cards (S241, S385, S567, D134)', async () => {
    await talkIn(world, firm, ada, mentor, 90)
    await talkIn(world, firm, ben, mentor, 7)
    await world.sql('update organization_user set is_active = false where user_id = $1', [ben.id])
    const { status, body } = await firm.owner.client.try(organizationDashboard.organizationOverview, { query: {} })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: firm.id,
      role: 'admin',
      subscriptionStatus: 'active',
      totalMembers: 2,
      creditBalance: 98.5,
      activeAgents: 1,
      monthlyUsage: 1.5,
    })
    await world.sql('update organization_user set is_active = true where user_id = $1', [ben.id])
  })

  it.each([
    ["subscription_status = 'active'", true],
    ["subscription_status = 'inactive'", false],
    ["subscription_status = 'canceled'", false],
    ["subscription_status = 'past_due', past_due_since = now() - interval '8 days'", false],
  ])('says whether its people may talk: %s, %s (D129, D130)', async (change, givesAccess) => {
    const changed = await organization(world)
    await world.sql(`update organization set ${change} where id = $1`, [changed.id])
    const shown = await changed.owner.client.call(organizationDashboard.organizationOverview, { query: {} })
    expect(shown).toMatchObject({ id: changed.id, givesAccess, creditBalance: 500 })
  })

  it('leaves out conversations before this month', async () => {
    const before = await firm.owner.client.call(organizationDashboard.organizationOverview, { query: {} })
    const id = await talkIn(world, firm, ben, mentor, 60)
    const lastMonth = new Date(world.services.clock.now())
    lastMonth.setUTCDate(0)
    await world.sql('update voice_session set created_at = $2, connected_at = $2 where id = $1', [id, lastMonth])
    const after = await firm.owner.client.call(organizationDashboard.organizationOverview, { query: {} })
    expect(after.monthlyUsage).toBe(before.monthlyUsage)
    expect(after.creditBalance).toBe(before.creditBalance - 1)
  })

  it("shows members counts and balance, and nothing of others' usage (D123)", async () => {
    const body = await ada.client.call(organizationDashboard.organizationOverview, { query: {} })
    expect(body).toMatchObject({ role: 'member', totalMembers: 3, activeAgents: 1 })
    expect(body).not.toHaveProperty('monthlyUsage')
  })

  it('is a 404 for people of other organizations, closed to strangers, and open to platform admins (S317, S384, D120)', async () => {
    const ask = async (client: TestPerson['client']) =>
      (await client.try(organizationDashboard.organizationOverview, named())).status
    expect(await ask(world.visitor())).toBe(401)
    expect(await ask((await registered(world)).client)).toBe(404)
    expect(await ask(other.owner.client)).toBe(404)
    expect(await ask(admin.client)).toBe(200)
    const none = await registered(world)
    expect((await none.client.try(organizationDashboard.organizationOverview, { query: {} })).status).toBe(404)
  })
})

describe('GET /api/organization/sessions', () => {
  it('returns all conversations to admins, their own to members, and never words (S572, D123, D135)', async () => {
    const secret = await talkIn(world, firm, ada, mentor, 61)
    await addText(world, ada, secret, ['My secret wish'])
    await talkIn(world, other, other.owner, await assigned(), 30)
    const all = await firm.owner.client.call(organizationDashboard.organizationConversations, { query: {} })
    // An uncharged conversation does not count (D189).
    expect(all).toHaveLength(3)
    expect(all[0]).toMatchObject({ id: secret, userId: ada.id, agentName: 'Mentor', durationSeconds: 61 })
    expect(all[0]?.userName).not.toBe('')
    expect(JSON.stringify(all)).not.toContain('secret wish')
    const few = await firm.owner.client.call(organizationDashboard.organizationConversations, { query: { limit: 2 } })
    expect(few.map(({ id }) => id)).toEqual(all.slice(0, 2).map(({ id }) => id))
    const own = await ada.client.call(organizationDashboard.organizationConversations, { query: {} })
    expect(own).toHaveLength(2)
    expect(new Set(own.map(({ userId }) => userId))).toEqual(new Set([ada.id]))
    const seen = await admin.client.call(organizationDashboard.organizationConversations, named())
    expect(seen).toHaveLength(3)
  })

  it('is closed to everybody else', async () => {
    const ask = async (client: TestPerson['client']) =>
      (await client.try(organizationDashboard.organizationConversations, named())).status
    expect(await ask(world.visitor())).toBe(401)
    expect(await ask(other.owner.client)).toBe(404)
  })
})

describe('GET /api/organization/messages', () => {
  it('returns what members wrote, only to its admins; a platform admin is not one of them (D64)', async () => {
    const body = { subject: 'Minutes', message: 'May we have more?', audience: 'organization' as const }
    const sent = await ada.client.call(messages.sendMessage, { body })
    const inbox = await firm.owner.client.call(organizationDashboard.organizationMessages, { query: {} })
    expect(inbox).toEqual([expect.objectContaining({ id: sent.id, subject: 'Minutes', isOwn: false, isUnread: true })])
    await firm.owner.client.call(messages.markMessageRead, { params: { id: sent.id } })
    const [read] = await firm.owner.client.call(organizationDashboard.organizationMessages, { query: {} })
    expect(read?.isUnread).toBe(false)
    expect(await admin.client.call(organizationDashboard.organizationMessages, named())).toEqual([])
    expect((await ada.client.try(organizationDashboard.organizationMessages, { query: {} })).status).toBe(403)
    expect((await other.owner.client.try(organizationDashboard.organizationMessages, named())).status).toBe(404)
    expect((await world.visitor().try(organizationDashboard.organizationMessages, named())).status).toBe(401)
  })
})

it('an assigned agent shows how often people talked to it (D56)', async () => {
  const list = await ada.client.call(organizationAgents.organizationAgents, { query: {} })
  const count = (
    await world.sql<{ count: number }>(
      "select count(*)::integer as count from voice_session where agent_id = $1 and status = 'completed' and used_ms >= 10000",
      [mentor],
    )
  )[0]?.count
  expect(list.find(({ agentId }) => agentId === mentor)?.agent.sessionCount).toBe(count)
  expect(count).toBeGreaterThan(0)
})

async function assigned(): Promise<string> {
  const id = await addAgent(world)
  await assign(world, other, id)
  return id
}
