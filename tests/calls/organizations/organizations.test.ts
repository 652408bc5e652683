import * as agents from '#contract/agents/agents.ts'
import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { organizationAgents } from '#contract/organizations/agents.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import * as organizations from '#contract/organizations/organizations.ts'
import { createPaymentIntent } from '#contract/billing/purchases.ts'
import * as kit from '#tests/calls.ts'

const { addAgent, assign, describe, expect, expectRefused, it, join, member, organization, switchTo, tags } = kit

const world = await kit.sharedWorld()

const contextOf = ({ client }: kit.TestPerson) => client.call(organizations.userOrganization)
const meOf = ({ client }: kit.TestPerson) => client.call(currentUser)

async function signInAgain({ email, id }: kit.TestPerson): Promise<kit.TestPerson> {
  const client = world.visitor()
  await client.call(auth.login, { body: { email, password: kit.password } })
  return { client, email, id }
}

const setStatus = (status: string, { id }: kit.TestOrganization) =>
  world.sql('update organization set subscription_status = $1 where id = $2', [status, id])

/** Makes this membership the latest one. */
const joinLast = async (person: kit.TestPerson, { id }: kit.TestOrganization, role?: 'guest') => {
  await join(world, person, id, role)
  await world.sql('update organization_user set joined_at = now() where organization_id = $1', [id])
}

describe('the context in which a person works', tags('D122 S321'), () => {
  it('is the only organization of a member, with its pool and access through it (S122, S151, D9)', async () => {
    const firm = await organization(world, { minutes: 42 })
    const { id, slug } = firm
    const person = await member(world, id)
    expect(await contextOf(person)).toMatchObject({
      isMember: true,
      organization: { id, slug, isActive: true, subscriptionStatus: 'active' },
      role: 'member',
      memberships: [{ id, slug, role: 'member' }],
      offersPersonal: false,
    })
    expect(await meOf(person)).toMatchObject({
      hasAccess: true,
      hasOrganizationAccess: true,
      subscriptionStatus: null,
      organizationId: id,
      organizationName: firm.name,
      organizationRole: 'member',
      organizationCredits: 42,
      creditBalance: 0,
    })
  })

  it('is at first the oldest active membership, later the last used one, kept per browser', async () => {
    const [first, second] = [await organization(world), await organization(world)]
    const person = await member(world, first.id)
    await joinLast(person, second, 'guest')
    expect((await contextOf(person)).organization?.id).toBe(first.id)
    await switchTo(person, second.id)
    expect(await contextOf(person)).toMatchObject({ organization: { id: second.id }, role: 'guest' })
    const elsewhere = await signInAgain(person)
    expect((await contextOf(elsewhere)).organization?.id).toBe(second.id)
    await switchTo(elsewhere, first.id)
    expect((await contextOf(person)).organization?.id).toBe(second.id)
  })

  it('gives access where any context does; an organization that waits takes nothing away', tags('D180'), async () => {
    const [ended, open] = [await organization(world), await organization(world)]
    const person = await member(world, ended.id)
    await joinLast(person, open)
    await setStatus('inactive', ended)
    expect(await meOf(person)).toMatchObject({ organizationId: open.id, hasAccess: true, isOrganizationUnpaid: false })
    // Even before the one that was used last, and for a person who pays for themselves.
    await switchTo(person, ended.id)
    const elsewhere = await signInAgain(person)
    expect(await meOf(elsewhere)).toMatchObject({ organizationId: open.id, hasAccess: true })
    const payer = await kit.subscriber(world)
    await join(world, payer, ended.id, 'admin')
    expect(await meOf(payer)).toMatchObject({ organizationId: null, hasAccess: true })
    expect(await world.sql('select 1 from organization_context where user_id = $1', [payer.id])).toEqual([])
    expect((await contextOf(payer)).offersPersonal).toBe(true)
    // The chosen one alone gives access.
    await switchTo(payer, ended.id)
    await setStatus('canceled', ended)
    const without = { hasAccess: false, hasOrganizationAccess: false, organizationCredits: 500 }
    expect(await meOf(payer)).toMatchObject({ organizationId: ended.id, ...without })
    const body = { tier: 'uplift', organizationId: ended.id }
    await expectRefused(createPaymentIntent, [payer, { body }, 409, 'organization_inactive'])
    expect(await world.sql("select 1 from checkout where user_id = $1 and status = 'open'", [payer.id])).toEqual([])
  })

  it('is Personal only for people with something of their own, and stays so at the next sign-in', async () => {
    const firm = await organization(world)
    const [plain, payer] = [await member(world, firm.id), await kit.subscriber(world)]
    await join(world, payer, firm.id)
    const personal = { body: { organizationId: null } }
    await expectRefused(organizations.switchOrganization, [plain, personal, 409, 'no_personal_context'])
    await switchTo(payer, null)
    expect(await contextOf(payer)).toMatchObject({ isMember: false, organization: null, offersPersonal: true })
    const own = { hasAccess: true, hasOrganizationAccess: false, organizationCredits: null }
    expect(await meOf(payer)).toMatchObject(own)
    expect((await contextOf(await signInAgain(payer))).isMember).toBe(false)
    await switchTo(payer, firm.id)
    expect((await contextOf(payer)).isMember).toBe(true)
  })

  it('is never an organization to which the person does not belong, or no longer does', async () => {
    const firm = await organization(world)
    const person = await kit.registered(world)
    for (const organizationId of [firm.id, 999_999_999]) {
      const input = { body: { organizationId } }
      await expectRefused(organizations.switchOrganization, [person, input, 404, 'organization_not_found'])
    }
    expect(await world.sql('select * from organization_context where user_id = $1', [person.id])).toEqual([])
    const former = await member(world, firm.id)
    await switchTo(former, firm.id)
    await world.sql('update organization_user set is_active = false where user_id = $1', [former.id])
    expect(await contextOf(former)).toMatchObject({ isMember: false, memberships: [] })
    expect(await meOf(former)).toMatchObject({ hasAccess: false, organizationName: null })
  })

  it('gives access only while the organization does', tags('D9 D129 D130'), async () => {
    const firm = await organization(world)
    const person = await member(world, firm.id)
    for (const [change, expected] of [
      ["subscription_status = 'past_due', past_due_since = now() - interval '6 days'", true],
      ["subscription_status = 'past_due', past_due_since = now() - interval '8 days'", false],
      ["subscription_status = 'active', past_due_since = null", true],
      ["subscription_status = 'canceled'", false],
      ["subscription_status = 'inactive'", false],
      ["subscription_status = 'active', is_active = false", false],
    ] as const) {
      await world.sql(`update organization set ${change} where id = $1`, [firm.id])
      const { givesAccess } = await firm.owner.client.call(organizationOverview, { query: {} })
      expect([change, (await meOf(person)).hasAccess, givesAccess]).toEqual([change, expected, expected])
    }
  })
})

describe('the agents that people of an organization see', tags('D53 D124 D125'), () => {
  it('are the assigned ones of their rank, public or not (S199, S444, S469, S547, S570)', async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const [standard, premium, full, adminOnly, publicOne] = [
      await addAgent(world, { isPrivate: true }),
      await addAgent(world, { isPremium: true }),
      await addAgent(world, { isPrivate: true }),
      await addAgent(world),
      await addAgent(world),
    ]
    await assign(world, firm, standard, 'standard')
    await assign(world, firm, premium, 'premium')
    await assign(world, firm, full, 'full')
    await assign(world, firm, adminOnly, 'admin-only')
    const seen = async ({ client }: kit.TestPerson) => (await client.call(agents.agents)).map(({ id }) => id).toSorted()
    const expectSeen = async (person: kit.TestPerson, ids: string[]) => {
      expect(await seen(person)).toEqual(ids.toSorted())
      const assigned = await person.client.call(organizationAgents, { query: {} })
      expect(assigned.map(({ agentId }) => agentId).toSorted()).toEqual(ids.toSorted())
    }
    for (const [accessLevel, role, ids] of [
      ['standard', 'member', [standard]],
      ['premium', 'member', [standard, premium]],
      ['full', 'member', [standard, premium, full]],
      // A plain member with admin-only is treated as full, and a guest as standard, whatever is stored.
      ['admin-only', 'member', [standard, premium, full]],
      ['full', 'guest', [standard]],
    ] as const)
      await expectSeen(await member(world, firm.id, { role, accessLevel }), [...ids])
    await expectSeen(firm.owner, [standard, premium, full, adminOnly])
    expect((await firm.owner.client.call(agents.agents)).every(({ isUnlocked }) => isUnlocked)).toBe(true)
    const page = { params: { agentId: standard } }
    const stranger = await kit.registered(world)
    expect(await seen(stranger)).toContain(publicOne)
    for (const person of [stranger, other.owner]) {
      expect(await seen(person)).not.toContain(standard)
      await expectRefused(agents.agentPage, [person, page, 404, 'agent_not_found'])
    }
    expect((await firm.owner.client.try(agents.agentPage, page)).status).toBe(200)
    // The access row decides which organizations may have a private agent.
    await world.sql('update private_agent_access set is_active = false where agent_id = $1', [standard])
    expect(await seen(firm.owner)).toEqual([premium, full, adminOnly].toSorted())
  })
})
