import * as messages from '#contract/messages/messages.ts'
import { addAgents, organizationAgents } from '#contract/organizations/agents.ts'
import * as dashboard from '#contract/organizations/dashboard.ts'
import { grantBrandedApp, saveBrandedApp } from '#contract/organizations/app/branded-app-settings.ts'
import { invitations, inviteMember, revokeInvitation } from '#contract/organizations/invitations.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as kit from '#tests/calls.ts'
import { addAgent, describe, expect, expectRefused, it, member, organization, tags } from '#tests/calls.ts'
import { talkIn } from '../../kit/conversations/past-conversations.ts'

const world = await kit.sharedWorld()
const firm = await organization(world, { minutes: 100 })
const [ada, ben] = [await member(world, firm.id), await member(world, firm.id)]
const [mentor, paused] = [await kit.assignedAgent(world, firm), await kit.assignedAgent(world, firm)]
await world.sql('update agent set is_active = false where id = $1', [paused])
const admin = await kit.platformAdmin(world)
await talkIn(world, firm, ada, mentor, 90)
await talkIn(world, firm, ben, mentor, 7)
await world.sql('update organization_user set is_active = false where user_id = $1', [ben.id])
const before = await talkIn(world, firm, ben, mentor, 60)
const lastMonth = new Date(world.services.clock.now())
lastMonth.setUTCDate(0)
await world.sql('update voice_session set created_at = $2, connected_at = $2 where id = $1', [before, lastMonth])

const overviewOf = ({ client }: kit.TestPerson) =>
  client.call(dashboard.organizationOverview, { query: { organizationId: firm.id } })

it('the dashboard has the figures of this month (S241, S317, S384, S385, S567)', tags('D120 D123 D134'), async () => {
  const figures = { totalMembers: 2, creditBalance: 97.5, activeAgents: 1, monthlyUsage: 1.5 }
  const state = { id: firm.id, role: 'admin', subscriptionStatus: 'active' }
  expect(await overviewOf(firm.owner)).toMatchObject({ ...state, ...figures })
  expect(await overviewOf(admin)).toMatchObject(figures)
  // Members see counts and balance, and nothing of others' usage.
  const own = await overviewOf(ada)
  expect(own).toMatchObject({ role: 'member', totalMembers: 2, activeAgents: 1 })
  expect(own).not.toHaveProperty('monthlyUsage')
  // Conversations that were charged are counted at the agent (D56).
  const agents = await ada.client.call(organizationAgents, { query: {} })
  expect(agents.find(({ agentId }) => agentId === mentor)?.agent.sessionCount).toBe(2)
  const none = await kit.registered(world)
  await expectRefused(dashboard.organizationOverview, [none, {}, 404, 'organization_not_found'])
})

const stepsOf = async ({ client }: kit.TestPerson) => {
  const { checklist } = await client.call(dashboard.organizationOverview, { query: {} })
  return checklist && Object.fromEntries(checklist.map(({ step, isDone }) => [step, isDone]))
}

describe('the checklist of a new organization', tags('D120 D126 D140'), () => {
  it('follows its data, and ends when everything is done', async () => {
    const firm = await organization(world)
    const { id, owner } = firm
    const { client } = owner
    const [closed, open] = [await addAgent(world), await addAgent(world)]
    const expectSteps = async (steps: object) => expect(await stepsOf(owner)).toEqual(steps)
    await expectSteps({ agents: false, people: false, talk: false })
    // Invited people would find an agent for admins as little as none.
    await client.call(addAgents, { query: {}, body: { agentIds: [closed], accessLevel: 'admin-only' } })
    await expectSteps({ agents: false, people: false, talk: false })
    await client.call(addAgents, { query: {}, body: { agentIds: [open], accessLevel: 'standard' } })
    await expectSteps({ agents: true, people: false, talk: false })
    await client.call(inviteMember, { query: {}, body: { email: `checked${id}@firm.test` } })
    await expectSteps({ agents: true, people: true, talk: false })
    const [sent] = await client.call(invitations, { query: {} })
    await client.call(revokeInvitation, { params: { id: sent?.id ?? '' }, query: {} })
    await expectSteps({ agents: true, people: false, talk: false })
    const colleague = await member(world, id)
    await expectSteps({ agents: true, people: true, talk: false })
    expect(await stepsOf(colleague)).toBeUndefined()
    await admin.client.call(grantBrandedApp, { params: { organizationId: String(id) }, body: { isGranted: true } })
    await expectSteps({ agents: true, people: true, app: false, talk: false })
    await client.call(saveBrandedApp, { query: {}, body: { isActive: true } })
    await expectSteps({ agents: true, people: true, app: true, talk: false })
    await talkIn(world, firm, colleague, open, 30)
    expect(await stepsOf(owner)).toBeUndefined()
  })

  it.each(['owner', 'platform'])('is hidden from every admin by the %s, once', async (by) => {
    const { id, owner } = await organization(world)
    const second = await member(world, id, { role: 'admin' })
    const dismissedAt = () => world.sql('select checklist_dismissed_at from organization where id = $1', [id])
    expect(await stepsOf(second)).toBeDefined()
    const input = { query: { organizationId: id } }
    await (by === 'owner' ? owner : admin).client.call(dashboard.dismissChecklist, input)
    expect([await stepsOf(owner), await stepsOf(second)]).toEqual([undefined, undefined])
    const first = await dismissedAt()
    expect(first).toEqual([{ checklist_dismissed_at: expect.any(Date) }])
    await second.client.call(dashboard.dismissChecklist, input)
    expect(await dismissedAt()).toEqual(first)
  })
})

const unreadBy = async ({ client }: kit.TestPerson) => (await client.call(currentUser)).unreadMessages

describe("messages to a person's organization (D49, D64 [S])", () => {
  const asking = (messageType: 'minutes_request' | 'agents_request') => ({
    body: { subject: 'Request', message: 'We have none.', messageType },
  })
  const [minutes, agents] = [asking('minutes_request'), asking('agents_request')]
  const send = ({ client }: kit.TestPerson, input = minutes) => client.call(messages.sendMessage, input)
  const idsOf = async ({ client }: kit.TestPerson) => (await client.call(messages.communications)).map(({ id }) => id)

  it('reach only its admins and sender, and ask for each thing once a day', async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const [person, colleague] = [await member(world, firm.id, { role: 'guest' }), await member(world, firm.id)]
    const sent = await send(person)
    expect(sent).toMatchObject({ audience: 'organization', messageType: 'minutes_request' })
    expect([await idsOf(firm.owner), await unreadBy(firm.owner)]).toEqual([[sent.id], 1])
    expect(await idsOf(person)).toEqual([sent.id])
    const named = { params: { id: sent.id } }
    const inbox = ({ client }: kit.TestPerson) =>
      client.call(dashboard.organizationMessages, { query: { organizationId: firm.id } })
    expect(await inbox(firm.owner)).toMatchObject([{ id: sent.id, isOwn: false, isUnread: true }])
    await firm.owner.client.call(messages.markMessageRead, named)
    expect(await inbox(firm.owner)).toMatchObject([{ id: sent.id, isUnread: false }])
    expect(await inbox(admin)).toEqual([])
    for (const stranger of [colleague, other.owner]) {
      expect(await idsOf(stranger)).toEqual([])
      for (const call of [messages.markMessageRead, messages.deleteMessage])
        await expectRefused(call, [stranger, named, 404, 'message_not_found'])
    }
    await expectRefused(messages.sendMessage, [person, minutes, 429, 'minutes_requested'])
    const asked = await send(person, agents)
    expect(asked).toMatchObject({ audience: 'organization', messageType: 'agents_request' })
    expect(await idsOf(firm.owner)).toEqual([asked.id, sent.id])
    await expectRefused(messages.sendMessage, [person, agents, 429, 'agents_requested'])
    expect(await world.sql('select id from user_communication where from_user_id = $1', [person.id])).toHaveLength(2)
    const alone = await kit.registered(world)
    for (const input of [minutes, agents])
      await expectRefused(messages.sendMessage, [alone, input, 409, 'no_organization'])

    // They are answered in their thread, between admins and the person who began it.
    const body = { subject: 'Re: Request', message: 'Done.', inReplyTo: sent.id }
    const answer = await firm.owner.client.call(messages.sendMessage, { body })
    expect(answer).toMatchObject({ audience: 'organization', inReplyTo: sent.id })
    expect([await idsOf(person), await unreadBy(person)]).toEqual([[answer.id, asked.id, sent.id], 1])
    expect(await idsOf(colleague)).toEqual([])
    await world.sql("update organization_user set role = 'member' where user_id = $1", [firm.owner.id])
    expect(await idsOf(firm.owner)).toEqual([answer.id])
  })
})
