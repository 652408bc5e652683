import { describe, expect, it } from 'vitest'
import { currentUser } from '#contract/identity/current-user.ts'
import { registerWaitingOrganization } from '#contract/organizations/registration.ts'
import { createOrganizationPayment, registrationStatus } from '#contract/organizations/payment.ts'
import {
  addAgent,
  ownWorld,
  payWithCard,
  platformAdmin,
  queuedMails,
  registered,
  subscriber,
  type TestPerson,
} from '#tests/calls.ts'
import { assign, join, organization } from '../../../kit/organizations/organizations.ts'
import { rowOf } from '../../../kit/organizations/organization-registrations.ts'
import { eventsWorkedOff } from '../../../kit/billing/subscriptions.ts'
import { unpaidOrganization, type UnpaidOrganization } from '../../../kit/organizations/unpaid-organizations.ts'

const world = await ownWorld()

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

const order = ({ client }: Pick<TestPerson, 'client'>, { id }: { id: number }, more: object = {}) =>
  client.try(registerWaitingOrganization, { params: { organizationId: String(id) }, body: { ...chosen, ...more } })

async function pay({ client }: TestPerson, registrationId: string): Promise<void> {
  const { clientSecret } = await client.call(createOrganizationPayment, { body: { registrationId } })
  await payWithCard(world, clientSecret)
  await eventsWorkedOff(world)
}

const stateOf = async ({ id }: UnpaidOrganization) =>
  (
    await world.sql(
      `select name, slug, subscription_status, max_users, account.monthly_ms + account.purchased_ms as pool_ms
       from organization join account on account.organization_id = organization.id where organization.id = $1`,
      [id],
    )
  )[0]

describe('a package for an organization that waits for one (D130)', () => {
  it('opens this organization once, with its people, slug and agents, and creates no other', async () => {
    const firm = await unpaidOrganization(world, { primaryColor: '#112233' })
    const { client, email } = firm.owner
    const colleague = await registered(world)
    await join(world, colleague, firm.id)
    const agentId = await addAgent(world)
    await assign(world, { ...firm, accountId: '' }, agentId)
    const { status, body } = await order(firm.owner, firm)
    expect([status, body.amounts]).toEqual([201, { oneTime: 750, monthly: 149, today: 899 }])
    expect(await stateOf(firm)).toMatchObject({ subscription_status: 'inactive', pool_ms: 0 })
    expect(await rowOf(world, body.id)).toMatchObject({
      for_organization_id: firm.id,
      organization_id: null,
      organization_name: firm.name,
      contact_email: email,
    })

    await pay(firm.owner, body.id)
    expect(await stateOf(firm)).toEqual({
      name: firm.name,
      slug: firm.slug,
      subscription_status: 'active',
      max_users: 5,
      pool_ms: 1000 * 60_000,
    })
    expect(await rowOf(world, body.id)).toMatchObject({
      status: 'paid',
      organization_id: firm.id,
      admin_state: 'attached',
    })
    expect(await client.call(registrationStatus, { params: { id: body.id } })).toMatchObject({
      status: 'paid',
      details: { organizationName: firm.name, next: null },
    })
    expect(await world.sql('select id from organization where created_by = $1', [firm.owner.id])).toHaveLength(1)
    expect(
      await world.sql('select user_id, role from organization_user where organization_id = $1 order by role', [
        firm.id,
      ]),
    ).toEqual([
      { user_id: firm.owner.id, role: 'admin' },
      { user_id: colleague.id, role: 'member' },
    ])
    expect(await world.sql('select agent_id from organization_agent where organization_id = $1', [firm.id])).toEqual([
      { agent_id: agentId },
    ])
    expect(await colleague.client.call(currentUser)).toMatchObject({ hasAccess: true, organizationCredits: 1000 })
    expect(await client.call(currentUser)).toMatchObject({ organizationId: firm.id, isOrganizationUnpaid: false })
    const builds = await world.sql('select user_id, organization_id from agent_request where organization_id = $1', [
      firm.id,
    ])
    expect(builds).toEqual([{ user_id: firm.owner.id, organization_id: firm.id }])
    expect((await queuedMails(world, email)).map(({ subject }) => subject)).toContain(`${firm.name} is open`)

    const again = await order(firm.owner, firm)
    expect([again.status, again.body.code]).toEqual([409, 'not_waiting'])
  })

  it('leaves people with access elsewhere in their context, until it is paid (D180)', async () => {
    const firm = await unpaidOrganization(world)
    const payer = await subscriber(world)
    await join(world, payer, firm.id, 'admin')
    const { status, body } = await order(payer, firm)
    expect(status).toBe(201)
    expect(await payer.client.call(currentUser)).toMatchObject({ organizationId: null, hasAccess: true })
    await pay(payer, body.id)
    expect(await payer.client.call(currentUser)).toMatchObject({ organizationId: firm.id, hasAccess: true })
  })

  it('replaces one that was ordered before, which can no longer be paid', async () => {
    const firm = await unpaidOrganization(world)
    const { client } = firm.owner
    const first = (await order(firm.owner, firm)).body.id
    const { clientSecret } = await client.call(createOrganizationPayment, { body: { registrationId: first } })
    const second = (await order(firm.owner, firm, { minutePackage: 'starter' })).body.id
    await payWithCard(world, clientSecret)
    await eventsWorkedOff(world)
    const reopened = await client.try(createOrganizationPayment, { body: { registrationId: first } })
    expect(reopened.body.code).toBe('registration_expired')
    expect(await stateOf(firm)).toMatchObject({ subscription_status: 'inactive', pool_ms: 0 })
    await pay(firm.owner, second)
    expect(await stateOf(firm)).toMatchObject({ subscription_status: 'active', max_users: 5 })
    const rows = await world.sql('select id, status from business_registration where for_organization_id = $1', [
      firm.id,
    ])
    expect(new Set(rows.map(({ id, status }) => `${id} ${status}`))).toEqual(
      new Set([`${first} expired`, `${second} paid`]),
    )
  })

  it('that was paid without a report takes effect, and another one is refused', async () => {
    const firm = await unpaidOrganization(world)
    const { id } = (await order(firm.owner, firm)).body
    const { clientSecret } = await firm.owner.client.call(createOrganizationPayment, { body: { registrationId: id } })
    await world.control({ webhooks: 'drop' })
    await payWithCard(world, clientSecret)
    const again = await order(firm.owner, firm)
    await world.control({ webhooks: 'deliver' })
    expect([again.status, again.body.code]).toEqual([409, 'not_waiting'])
    expect(await stateOf(firm)).toMatchObject({ subscription_status: 'active', pool_ms: 1000 * 60_000 })
  })

  it('is stored once however many are ordered at the same moment', async () => {
    const firm = await unpaidOrganization(world)
    const replies = await Promise.all(Array.from({ length: 4 }, () => order(firm.owner, firm)))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const rows = await world.sql(
      'select status from business_registration where for_organization_id = $1 order by status',
      [firm.id],
    )
    expect(rows.map(({ status }) => status)).toEqual(['awaiting_payment', 'expired', 'expired', 'expired'])
  })

  it('can no longer be paid once a platform admin has opened the organization', async () => {
    const firm = await unpaidOrganization(world)
    const { id } = (await order(firm.owner, firm)).body
    await world.sql("update organization set subscription_status = 'active' where id = $1", [firm.id])
    const reply = await firm.owner.client.try(createOrganizationPayment, { body: { registrationId: id } })
    expect([reply.status, reply.body.code]).toEqual([409, 'already_paid'])
  })

  it('is only for its admins and platform admins (D120)', async () => {
    const [firm, other] = [await unpaidOrganization(world), await organization(world)]
    const plain = await registered(world)
    await join(world, plain, firm.id)
    const refusals = [
      [world.visitor(), 401],
      [other.owner.client, 404],
      [plain.client, 403],
    ] as const
    for (const [client, status] of refusals) expect((await order({ client }, firm)).status).toBe(status)
    expect(await world.sql('select id from business_registration where for_organization_id = $1', [firm.id])).toEqual(
      [],
    )
    expect((await order(other.owner, other)).body.code).toBe('not_waiting')
    expect((await order(await platformAdmin(world), firm)).status).toBe(201)
  })
})
