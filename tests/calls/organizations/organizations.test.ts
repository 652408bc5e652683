import * as agents from '#contract/agents/agents.ts'
import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as organizations from '#contract/organizations/organizations.ts'
import { createPaymentIntent } from '#contract/billing/purchases.ts'
import { addAgent, describe, expect, it, ownWorld, registered, subscriber, type TestPerson } from '#tests/calls.ts'
import { assign, join, member, organization, switchTo } from '../../kit/organizations/organizations.ts'

const world = await ownWorld()

const contextOf = (person: TestPerson) => person.client.call(organizations.userOrganization)
const meOf = (person: TestPerson) => person.client.call(currentUser)

async function signInAgain({ email, id }: TestPerson): Promise<TestPerson> {
  const client = world.visitor()
  await client.call(auth.login, { body: { email, password: 'correct-horse-7' } })
  return { client, email, id }
}

describe('the context in which a person works (D122, S321)', () => {
  it('is the only organization of a member, with its pool in the header and access through it (S122, S151, D9)', async () => {
    const firm = await organization(world, { minutes: 42 })
    const person = await member(world, firm.id)
    expect(await contextOf(person)).toMatchObject({
      isMember: true,
      organization: { id: firm.id, slug: firm.slug, isActive: true, subscriptionStatus: 'active' },
      role: 'member',
      memberships: [{ id: firm.id, slug: firm.slug, role: 'member' }],
      offersPersonal: false,
    })
    expect(await meOf(person)).toMatchObject({
      hasAccess: true,
      hasOrganizationAccess: true,
      subscriptionStatus: null,
      organizationId: firm.id,
      organizationName: expect.any(String),
      organizationRole: 'member',
      organizationCredits: 42,
      creditBalance: 0,
    })
  })

  it('is at first the oldest active membership, later the last used one, kept per browser', async () => {
    const [first, second] = [await organization(world), await organization(world)]
    const person = await member(world, first.id)
    await join(world, person, second.id, 'guest')
    await world.sql('update organization_user set joined_at = now() where organization_id = $1', [second.id])
    expect((await contextOf(person)).organization?.id).toBe(first.id)
    await switchTo(person, second.id)
    expect(await contextOf(person)).toMatchObject({ organization: { id: second.id }, role: 'guest' })
    const elsewhere = await signInAgain(person)
    expect((await contextOf(elsewhere)).organization?.id).toBe(second.id)
    await switchTo(elsewhere, first.id)
    expect((await contextOf(person)).organization?.id).toBe(second.id)
  })

  it('gives access where any context does: an organization that waits for its payment takes nothing away (D180)', async () => {
    const [ended, open] = [await organization(world), await organization(world)]
    const person = await member(world, ended.id)
    await join(world, person, open.id)
    await world.sql('update organization_user set joined_at = now() where organization_id = $1', [open.id])
    await world.sql("update organization set subscription_status = 'inactive' where id = $1", [ended.id])
    expect(await meOf(person)).toMatchObject({ organizationId: open.id, hasAccess: true, isOrganizationUnpaid: false })
    // Even before the one that was used last, and for a person who pays for themselves.
    await switchTo(person, ended.id)
    const elsewhere = await signInAgain(person)
    expect(await meOf(elsewhere)).toMatchObject({ organizationId: open.id, hasAccess: true })
    const payer = await subscriber(world)
    await join(world, payer, ended.id, 'admin')
    expect(await meOf(payer)).toMatchObject({ organizationId: null, hasAccess: true })
    expect(await world.sql('select 1 from organization_context where user_id = $1', [payer.id])).toEqual([])
  })

  it('stays the chosen one, which alone gives access (D180)', async () => {
    const firm = await organization(world)
    const payer = await subscriber(world)
    await join(world, payer, firm.id, 'admin')
    await switchTo(payer, firm.id)
    await world.sql("update organization set subscription_status = 'canceled' where id = $1", [firm.id])
    expect(await meOf(payer)).toMatchObject({
      organizationId: firm.id,
      hasAccess: false,
      hasOrganizationAccess: false,
      organizationCredits: 500,
    })
    const body = { tier: 'uplift', organizationId: firm.id } as const
    const bought = await payer.client.try(createPaymentIntent, { body })
    expect([bought.status, bought.body.code]).toEqual([409, 'organization_inactive'])
    expect(await world.sql("select 1 from checkout where user_id = $1 and status = 'open'", [payer.id])).toEqual([])
    await switchTo(payer, null)
    expect(await meOf(payer)).toMatchObject({ organizationId: null, hasAccess: true })
  })

  it('is Personal only for people with something of their own, and stays so at the next sign-in', async () => {
    const firm = await organization(world)
    const [plain, payer] = [await member(world, firm.id), await subscriber(world)]
    await join(world, payer, firm.id)
    const refused = await plain.client.try(organizations.switchOrganization, { body: { organizationId: null } })
    expect([refused.status, refused.body.code]).toEqual([409, 'no_personal_context'])
    await switchTo(payer, null)
    expect(await contextOf(payer)).toMatchObject({ isMember: false, organization: null, offersPersonal: true })
    expect(await meOf(payer)).toMatchObject({
      hasAccess: true,
      hasOrganizationAccess: false,
      organizationCredits: null,
    })
    expect((await contextOf(await signInAgain(payer))).isMember).toBe(false)
    await switchTo(payer, firm.id)
    expect((await contextOf(payer)).isMember).toBe(true)
  })

  it('is never an organization to which the person does not belong, or no longer does', async () => {
    const firm = await organization(world)
    const person = await registered(world)
    for (const organizationId of [firm.id, 4711]) {
      const reply = await person.client.try(organizations.switchOrganization, { body: { organizationId } })
      expect([reply.status, reply.body.code]).toEqual([404, 'organization_not_found'])
    }
    expect(await world.sql('select * from organization_context where user_id = $1', [person.id])).toEqual([])
    const former = await member(world, firm.id)
    await switchTo(former, firm.id)
    await world.sql('update organization_user set is_active = false where user_id = $1', [former.id])
    expect(await contextOf(former)).toMatchObject({ isMember: false, memberships: [] })
    expect(await meOf(former)).toMatchObject({ hasAccess: false, organizationName: null })
  })

  it('is refused to a stranger', async () => {
    const visitor = world.visitor()
    expect((await visitor.try(organizations.userOrganization)).status).toBe(401)
    const body = { organizationId: null }
    expect((await visitor.try(organizations.switchOrganization, { body })).status).toBe(401)
  })
})

describe('access through an organization ends with it (D9, D129)', () => {
  const access = async (change: string): Promise<boolean> => {
    const firm = await organization(world)
    const person = await member(world, firm.id)
    await world.sql(`update organization set ${change} where id = $1`, [firm.id])
    return (await meOf(person)).hasAccess
  }
  it.each([
    ["subscription_status = 'past_due', past_due_since = now() - interval '6 days'", true],
    ["subscription_status = 'past_due', past_due_since = now() - interval '8 days'", false],
    ["subscription_status = 'canceled'", false],
    ["subscription_status = 'inactive'", false],
    ['is_active = false', false],
  ])('%s: %s', async (change, expected) => {
    expect(await access(change)).toBe(expected)
  })
})

describe('the agents that people of an organization see (D53, D124, D125)', () => {
  it('are the assigned ones of their rank, public or not, and no others (S199)', async () => {
    const firm = await organization(world)
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
    const seen = async (person: TestPerson) => new Set((await person.client.call(agents.agents)).map(({ id }) => id))
    const as = async (
      accessLevel: 'standard' | 'premium' | 'full' | 'admin-only',
      role: 'member' | 'guest' = 'member',
    ) => seen(await member(world, firm.id, { role, accessLevel }))
    expect(await as('standard')).toEqual(new Set([standard]))
    expect(await as('premium')).toEqual(new Set([standard, premium]))
    expect(await as('full')).toEqual(new Set([standard, premium, full]))
    // A plain member with admin-only is treated as full, and a guest as standard, whatever is stored.
    expect(await as('admin-only')).toEqual(new Set([standard, premium, full]))
    expect(await as('full', 'guest')).toEqual(new Set([standard]))
    expect(await seen(firm.owner)).toEqual(new Set([standard, premium, full, adminOnly]))
    const list = await firm.owner.client.call(agents.agents)
    expect(list.every(({ isUnlocked }) => isUnlocked)).toBe(true)
    const stranger = await registered(world)
    expect(await seen(stranger)).toContain(publicOne)
    expect(await seen(stranger)).not.toContain(standard)
    expect((await stranger.client.try(agents.agentPage, { params: { agentId: standard } })).status).toBe(404)
    expect((await firm.owner.client.try(agents.agentPage, { params: { agentId: standard } })).status).toBe(200)
    // The access row decides which organizations may have a private agent.
    await world.sql('update private_agent_access set is_active = false where agent_id = $1', [standard])
    expect(await seen(firm.owner)).toEqual(new Set([premium, full, adminOnly]))
  })
})
