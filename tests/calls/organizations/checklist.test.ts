import { describe, expect, it } from 'vitest'
import { addAgents } from '#contract/organizations/agents.ts'
import { grantBrandedApp, saveBrandedApp } from '#contract/organizations/app/branded-app-settings.ts'
import { dismissChecklist, organizationOverview } from '#contract/organizations/dashboard.ts'
import { invitations, inviteMember, revokeInvitation } from '#contract/organizations/invitations.ts'
import { addAgent, member, organization, ownWorld, platformAdmin, registered, type TestPerson } from '#tests/calls.ts'
import { talkIn } from '../../kit/conversations/past-conversations.ts'

const world = await ownWorld()
const admin = await platformAdmin(world)

const stepsOf = async ({ client }: TestPerson) => {
  const { checklist } = await client.call(organizationOverview, { query: {} })
  return checklist && Object.fromEntries(checklist.map(({ step, isDone }) => [step, isDone]))
}

describe('the checklist of a new organization', () => {
  it('follows its data, has the app only once it may be published, and ends when everything is done (D126, D140)', async () => {
    const firm = await organization(world)
    const { id, owner } = firm
    const [closed, open] = [await addAgent(world), await addAgent(world)]
    expect(await stepsOf(owner)).toEqual({ agents: false, people: false, talk: false })

    // Invited people would find an agent for admins as little as none.
    await owner.client.call(addAgents, { query: {}, body: { agentIds: [closed], accessLevel: 'admin-only' } })
    expect(await stepsOf(owner)).toMatchObject({ agents: false })
    await owner.client.call(addAgents, { query: {}, body: { agentIds: [open], accessLevel: 'standard' } })
    expect(await stepsOf(owner)).toMatchObject({ agents: true })

    const { email } = await registered(world)
    await owner.client.call(inviteMember, { query: {}, body: { email } })
    expect(await stepsOf(owner)).toMatchObject({ people: true })
    const [sent] = await owner.client.call(invitations, { query: {} })
    await owner.client.call(revokeInvitation, { params: { id: sent?.id ?? '' }, query: {} })
    expect(await stepsOf(owner)).toMatchObject({ people: false })
    const colleague = await member(world, id)
    expect(await stepsOf(owner)).toEqual({ agents: true, people: true, talk: false })
    expect(await stepsOf(colleague)).toBeUndefined()

    await admin.client.call(grantBrandedApp, { params: { organizationId: String(id) }, body: { isGranted: true } })
    expect(await stepsOf(owner)).toEqual({ agents: true, people: true, app: false, talk: false })
    await owner.client.call(saveBrandedApp, { query: {}, body: { isActive: true } })
    expect(await stepsOf(owner)).toMatchObject({ app: true, talk: false })
    await talkIn(world, firm, colleague, open, 30)
    expect(await stepsOf(owner)).toBeUndefined()
  })
})

describe('POST /api/organization/checklist/dismiss', () => {
  const dismissedAt = async (id: number) =>
    (
      await world.sql<{ at: Date | null }>('select checklist_dismissed_at as at from organization where id = $1', [id])
    )[0]?.at

  it('hides it from every admin; a repeat changes nothing', async () => {
    const { id, owner } = await organization(world)
    const second = await member(world, id, { role: 'admin' })
    expect(await stepsOf(second)).toBeDefined()
    const { status, body } = await owner.client.try(dismissChecklist, { query: {} })
    expect([status, body]).toEqual([200, { success: true }])
    expect(await stepsOf(owner)).toBeUndefined()
    expect(await stepsOf(second)).toBeUndefined()
    const first = await dismissedAt(id)
    expect(first).toBeInstanceOf(Date)
    await second.client.call(dismissChecklist, { query: {} })
    expect(await dismissedAt(id)).toEqual(first)
  })

  it('is for its admins and the platform’s only (D120)', async () => {
    const { id } = await organization(world)
    const other = await organization(world)
    const query = { organizationId: id }
    const ask = async (client: TestPerson['client']) => (await client.try(dismissChecklist, { query })).status
    expect(await ask(world.visitor())).toBe(401)
    expect(await ask(other.owner.client)).toBe(404)
    expect(await ask((await registered(world)).client)).toBe(404)
    expect(await ask((await member(world, id)).client)).toBe(403)
    expect(await ask((await member(world, id, { role: 'guest' })).client)).toBe(403)
    expect(await dismissedAt(id)).toBeNull()
    expect(await ask(admin.client)).toBe(200)
    expect(await dismissedAt(id)).toBeInstanceOf(Date)
    expect(await dismissedAt(other.id)).toBeNull()
  })
})
