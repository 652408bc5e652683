import { addAgents } from '#contract/organizations/agents.ts'
import { grantBrandedApp, saveBrandedApp } from '#contract/organizations/app/branded-app-settings.ts'
import { dismissChecklist, organizationOverview } from '#contract/organizations/dashboard.ts'
import { invitations, inviteMember, revokeInvitation } from '#contract/organizations/invitations.ts'
import * as kit from '#tests/calls.ts'
import { talkIn } from '../../kit/conversations/past-conversations.ts'

const { addAgent, describe, expect, it, member, organization, tags } = kit

const world = await kit.sharedWorld()
const admin = await kit.platformAdmin(world)

const stepsOf = async ({ client }: kit.TestPerson) => {
  const { checklist } = await client.call(organizationOverview, { query: {} })
  return checklist && Object.fromEntries(checklist.map(({ step, isDone }) => [step, isDone]))
}

describe('the checklist of a new organization', tags('D120 D126 D140'), () => {
  it('follows its data, has the app once it may be published, and ends when everything is done', async () => {
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

  it('is hidden from every admin by any of them or by the platform; a repeat changes nothing', async () => {
    for (const by of ['owner', 'platform']) {
      const { id, owner } = await organization(world)
      const second = await member(world, id, { role: 'admin' })
      const dismissedAt = () => world.sql('select checklist_dismissed_at from organization where id = $1', [id])
      expect(await stepsOf(second)).toBeDefined()
      const { client } = by === 'owner' ? owner : admin
      const input = { query: { organizationId: id } }
      expect(await client.call(dismissChecklist, input)).toEqual({ success: true })
      expect([await stepsOf(owner), await stepsOf(second)]).toEqual([undefined, undefined])
      const first = await dismissedAt()
      expect(first).toEqual([{ checklist_dismissed_at: expect.any(Date) }])
      await second.client.call(dismissChecklist, input)
      expect(await dismissedAt()).toEqual(first)
    }
  })
})
