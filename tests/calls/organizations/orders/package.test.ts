import { currentUser } from '#contract/identity/current-user.ts'
import { registerWaitingOrganization } from '#contract/organizations/registration.ts'
import { createOrganizationPayment, registrationStatus } from '#contract/organizations/payment.ts'
import * as kit from '#tests/calls.ts'
import { rowOf } from '../../../kit/organizations/organization-registrations.ts'

const { describe, eventsWorkedOff, expect, it, join, payWithCard, tags, unpaidOrganization } = kit

const world = await kit.ownWorld()

const chosen = {
  contactName: 'Olive Owner',
  industry: 'consulting',
  companySize: '11-50',
  agentPurpose: 'Answers our clients.',
  plannedUsers: '8',
  userCount: 5,
  agentType: 'single',
  numberOfAgents: 1,
  minutePackage: 'growth',
} as const

const order = ({ client }: Pick<kit.TestPerson, 'client'>, { id }: { id: number }, more: object = {}) =>
  client.try(registerWaitingOrganization, { params: { organizationId: String(id) }, body: { ...chosen, ...more } })

const open = ({ client }: kit.TestPerson, registrationId: string) =>
  client.try(createOrganizationPayment, { body: { registrationId } })

async function pay(person: kit.TestPerson, registrationId: string): Promise<void> {
  await payWithCard(world, (await open(person, registrationId)).body.clientSecret)
  await eventsWorkedOff(world)
}

const stateOf = async ({ id }: kit.UnpaidOrganization) =>
  (
    await world.sql(
      `select name, slug, subscription_status, max_users, account.monthly_ms + account.purchased_ms as pool_ms
       from organization join account on account.organization_id = organization.id where organization.id = $1`,
      [id],
    )
  )[0]

const waiting = { subscription_status: 'inactive', pool_ms: 0 }
const paid = { subscription_status: 'active', max_users: 5, pool_ms: 1000 * 60_000 }

describe('a package for an organization that waits for one', tags('D130'), () => {
  it('opens this organization once, with its people, slug and agents, and creates no other', async () => {
    const firm = await unpaidOrganization(world, { primaryColor: '#112233' })
    const { id, name, slug, owner } = firm
    const { client, email } = owner
    const colleague = await kit.registered(world)
    await join(world, colleague, id)
    const agentId = await kit.addAgent(world)
    await kit.assign(world, { ...firm, accountId: '' }, agentId)
    const { status, body } = await order(owner, firm)
    expect([status, body.amounts]).toEqual([201, { oneTime: 750, monthly: 149, today: 899 }])
    expect(await stateOf(firm)).toMatchObject(waiting)
    const stored = { for_organization_id: id, organization_id: null, organization_name: name, contact_email: email }
    expect(await rowOf(world, body.id)).toMatchObject(stored)

    await pay(owner, body.id)
    expect(await stateOf(firm)).toEqual({ name, slug, ...paid })
    const after = { status: 'paid', organization_id: id, admin_state: 'attached' }
    expect(await rowOf(world, body.id)).toMatchObject(after)
    const told = { status: 'paid', details: { organizationName: name, next: null } }
    expect(await client.call(registrationStatus, { params: { id: body.id } })).toMatchObject(told)
    expect(await world.sql('select id from organization where created_by = $1', [owner.id])).toEqual([{ id }])
    const rowsOf = (columns: string) => world.sql(`select ${columns} where organization_id = $1 order by 1`, [id])
    expect(await rowsOf('role, user_id from organization_user')).toEqual([
      { role: 'admin', user_id: owner.id },
      { role: 'member', user_id: colleague.id },
    ])
    expect(await rowsOf('agent_id from organization_agent')).toEqual([{ agent_id: agentId }])
    expect(await rowsOf('user_id from agent_request')).toEqual([{ user_id: owner.id }])
    expect(await colleague.client.call(currentUser)).toMatchObject({ hasAccess: true, organizationCredits: 1000 })
    expect(await client.call(currentUser)).toMatchObject({ organizationId: id, isOrganizationUnpaid: false })
    expect(await kit.mailedSubjects(world, email)).toContain(`${name} is open`)
    const again = await order(owner, firm)
    expect([again.status, again.body.code]).toEqual([409, 'not_waiting'])
  })

  it('leaves people with access elsewhere in their context, until it is paid', tags('D180'), async () => {
    const firm = await unpaidOrganization(world)
    const payer = await kit.subscriber(world)
    await join(world, payer, firm.id, 'admin')
    const { body } = await order(payer, firm)
    expect(await payer.client.call(currentUser)).toMatchObject({ organizationId: null, hasAccess: true })
    await pay(payer, body.id)
    expect(await payer.client.call(currentUser)).toMatchObject({ organizationId: firm.id, hasAccess: true })
  })

  it('replaces those that were ordered before or at once, which can no longer be paid', async () => {
    const firm = await unpaidOrganization(world)
    const { owner } = firm
    const ordersOf = () =>
      world.sql('select id, status from business_registration where for_organization_id = $1 order by status', [
        firm.id,
      ])
    const replies = await Promise.all(Array.from({ length: 4 }, () => order(owner, firm)))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const states = ['awaiting_payment', 'expired', 'expired', 'expired']
    expect((await ordersOf()).map(({ status }) => status)).toEqual(states)
    const first = String((await ordersOf())[0]?.id)
    const { clientSecret } = (await open(owner, first)).body
    const second = (await order(owner, firm, { minutePackage: 'starter' })).body.id
    await payWithCard(world, clientSecret)
    await eventsWorkedOff(world)
    expect((await open(owner, first)).body.code).toBe('registration_expired')
    expect(await stateOf(firm)).toMatchObject(waiting)
    await pay(owner, second)
    expect(await stateOf(firm)).toMatchObject({ subscription_status: 'active', max_users: 5 })
    expect((await ordersOf()).map(({ status }) => status)).toEqual(['expired', 'expired', 'expired', 'expired', 'paid'])
    expect((await ordersOf()).at(-1)?.id).toBe(second)
  })

  it('takes effect when it was paid without a report, and another one is refused', async () => {
    const firm = await unpaidOrganization(world)
    const { clientSecret } = (await open(firm.owner, (await order(firm.owner, firm)).body.id)).body
    await kit.losingEvents(world, () => payWithCard(world, clientSecret))
    const again = await order(firm.owner, firm)
    expect([again.status, again.body.code]).toEqual([409, 'not_waiting'])
    expect(await stateOf(firm)).toMatchObject(paid)
  })

  it('is ordered by platform admins as well, and not for an organization that was opened', tags('D120'), async () => {
    const [firm, other] = [await unpaidOrganization(world), await kit.organization(world)]
    expect((await order(other.owner, firm)).status).toBe(404)
    expect((await order(other.owner, other)).body.code).toBe('not_waiting')
    expect((await order(await kit.platformAdmin(world), firm)).status).toBe(201)
    const { id } = (await order(firm.owner, firm)).body
    await world.sql("update organization set subscription_status = 'active' where id = $1", [firm.id])
    const reply = await open(firm.owner, id)
    expect([reply.status, reply.body.code]).toEqual([409, 'already_paid'])
  })
})
