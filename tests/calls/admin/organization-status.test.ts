import { describe, expect, it } from 'vitest'
import { setOrganizationStatus, type SettableStatus } from '#contract/admin/organizations.ts'
import { inviteMember } from '#contract/organizations/invitations.ts'
import * as subscription from '#contract/organizations/subscription.ts'
import * as voice from '#contract/conversations/voice.ts'
import { actsOn, addAgent, ownWorld, platformAdmin, queuedMails, registered, type TestPerson } from '#tests/calls.ts'
import { assign, member, organization } from '../../kit/organizations/organizations.ts'
import { endedRow, moveTalkClock, passTalkTime, startHeardTalk } from '../../kit/conversations/conversations.ts'
import {
  type Owned,
  ownedOrganization,
  passMonth,
  planAtProvider,
  poolCard,
} from '../../kit/organizations/owned-organizations.ts'
import { eventsWorkedOff } from '../../kit/billing/subscriptions.ts'
import { unpaidOrganization } from '../../kit/organizations/unpaid-organizations.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

const set = ({ client }: Pick<TestPerson, 'client'>, { id }: { id: number }, status: SettableStatus) =>
  client.try(setOrganizationStatus, { params: { id: String(id) }, body: { status } })

async function stateOf({ id }: { id: number }) {
  const [row] = await world.sql<{ subscription_status: string; is_active: boolean }>(
    'select subscription_status, is_active from organization where id = $1',
    [id],
  )
  return [row?.subscription_status, row?.is_active]
}

async function subjectsTo({ owner }: Owned): Promise<string[]> {
  return (await queuedMails(world, owner.email)).map(({ subject }) => subject)
}

const open = ({ client }: TestPerson, agentId: string) => client.try(voice.startConversation, { body: { agentId } })

describe('PATCH /api/admin/organizations/{id}/status (S540, S593, D149)', () => {
  it('accepts active and canceled; everything else is 400 (S430, S593)', async () => {
    const firm = await organization(world)
    for (const status of ['canceled', 'active'] as const) {
      expect(await set(ada, firm, status)).toMatchObject({
        status: 200,
        body: { id: firm.id, subscriptionStatus: status, givesAccess: status === 'active' },
      })
      expect(await stateOf(firm)).toEqual([status, true])
    }
    const path = `/api/admin/organizations/${firm.id}/status`
    for (const status of ['inactive', 'past_due', 'x', '', null, undefined]) {
      const reply = await ada.client.request('PATCH', path, { status })
      expect(reply).toMatchObject({
        status: 400,
        body: { field: 'status', message: 'Please choose active or canceled' },
      })
    }
    expect(await stateOf(firm)).toEqual(['active', true])
    const unknown = await set(ada, { id: 999_999 }, 'canceled')
    expect([unknown.status, unknown.body.code]).toEqual([404, 'organization_not_found'])
  })

  it('is only for platform admins (S540)', async () => {
    const firm = await organization(world)
    for (const person of [await registered(world), await member(world, firm.id), firm.owner]) {
      const reply = await set(person, firm, 'canceled')
      expect([reply.status, reply.body.code]).toEqual([403, 'forbidden'])
    }
    expect((await set({ client: world.visitor() }, firm, 'canceled')).status).toBe(401)
    expect(await stateOf(firm)).toEqual(['active', true])
  })

  it('is recorded once for each change (D153)', async () => {
    const firm = await organization(world)
    for (const status of ['canceled', 'canceled', 'active'] as const) await set(ada, firm, status)
    expect(await actsOn(ada, 'organization', firm.id)).toMatchObject([
      {
        action: 'organization.status',
        before: { subscriptionStatus: 'canceled' },
        after: { subscriptionStatus: 'active' },
      },
      {
        action: 'organization.status',
        before: { subscriptionStatus: 'active' },
        after: { subscriptionStatus: 'canceled' },
      },
    ])
  })
})

describe('a canceled organization (D129, D149)', () => {
  it('ends live conversations, charged to that second, and allows no new one until it is active again', async () => {
    const [firm, agentId] = [await organization(world), await addAgent(world)]
    await assign(world, firm, agentId)
    const person = await member(world, firm.id)
    moveTalkClock(world, 0)
    const talk = await startHeardTalk(person, agentId)
    await passTalkTime(world, 20, talk.client)
    await set(ada, firm, 'canceled')
    const ended = await endedRow(world, talk.id)
    expect(ended.end_reason).toBe('access')
    expect(ended.charged_ms).toBeGreaterThanOrEqual(20_000)
    expect(ended.charged_ms % 1000).toBe(0)
    expect((await open(person, agentId)).body.code).toBe('organization_inactive')
    const invited = await firm.owner.client.try(inviteMember, { query: {}, body: { email: 'late@firm.test' } })
    expect([invited.status, invited.body.code]).toEqual([409, 'organization_inactive'])
    const people = await world.sql('select is_active from organization_user where organization_id = $1', [firm.id])
    expect(people).toEqual([{ is_active: true }, { is_active: true }])
    await set(ada, firm, 'active')
    expect((await open(person, agentId)).status).toBe(201)
  }, 40_000)

  it('is not charged again; restored within its month it continues as before, and its admins are notified of both', async () => {
    const firm = await ownedOrganization(world)
    await set(ada, firm, 'canceled')
    expect(await planAtProvider(world, firm)).toMatchObject({ status: 'active', cancel_at_period_end: true })
    // What the provider says of the paid month does not open it again.
    await eventsWorkedOff(world)
    expect(await stateOf(firm)).toEqual(['canceled', true])
    expect(await subjectsTo(firm)).toContain(`Access for ${firm.name} has ended`)
    await set(ada, firm, 'active')
    expect(await planAtProvider(world, firm)).toMatchObject({ status: 'active', cancel_at_period_end: false })
    expect(await subjectsTo(firm)).toContain(`Access for ${firm.name} is restored`)
    await passMonth(world, firm)
    expect(await stateOf(firm)).toEqual(['active', true])
    expect(await planAtProvider(world, firm)).toMatchObject({ status: 'active' })
  }, 40_000)

  it('cannot be reopened by its own admins, who are offered neither resuming nor paying again', async () => {
    const firm = await ownedOrganization(world)
    await set(ada, firm, 'canceled')
    const refused = async () => {
      const calls = [subscription.resumeOrganizationSubscription, subscription.reactivateOrganization] as const
      const replies = await Promise.all(calls.map((call) => firm.owner.client.try(call, firm)))
      return replies.map(({ status, body }) => [status, body.code])
    }
    expect(await refused()).toEqual([
      [409, 'switched_off'],
      [409, 'switched_off'],
    ])
    await passMonth(world, firm)
    expect(await planAtProvider(world, firm)).toMatchObject({ status: 'canceled' })
    expect(await stateOf(firm)).toEqual(['canceled', true])
    expect(await refused()).toEqual([
      [409, 'switched_off'],
      [409, 'switched_off'],
    ])
    // Restored after its month, it has access without a payment, whatever the provider says of the old one.
    await set(ada, firm, 'active')
    await eventsWorkedOff(world)
    expect(await stateOf(firm)).toEqual(['active', true])
    expect((await subjectsTo(firm)).filter((subject) => subject === `Access for ${firm.name} has ended`)).toHaveLength(
      1,
    )
  }, 40_000)

  it('keeps an end that its own admins had requested before', async () => {
    const firm = await ownedOrganization(world)
    await firm.owner.client.call(subscription.cancelOrganizationSubscription, firm)
    await set(ada, firm, 'canceled')
    await set(ada, firm, 'active')
    expect(await planAtProvider(world, firm)).toMatchObject({ cancel_at_period_end: true })
    await passMonth(world, firm)
    expect(await stateOf(firm)).toEqual(['canceled', true])
  }, 40_000)

  it('owes nothing that a bank refused: an overdue subscription ends at once', async () => {
    const firm = await ownedOrganization(world)
    await poolCard(world, firm, 'pm_card_chargeCustomerFail')
    await passMonth(world, firm)
    expect(await stateOf(firm)).toEqual(['past_due', true])
    await set(ada, firm, 'canceled')
    expect(await planAtProvider(world, firm)).toMatchObject({ status: 'canceled' })
    await eventsWorkedOff(world)
    expect(await stateOf(firm)).toEqual(['canceled', true])
  }, 40_000)

  it('stays unchanged while the provider is unreachable (503)', async () => {
    const firm = await ownedOrganization(world)
    await world.control({ apiFault: { stripe: 'error' } })
    const reply = await set(ada, firm, 'canceled')
    await world.control({ apiFault: { stripe: null } })
    expect([reply.status, reply.body.code]).toEqual([503, 'payment_unavailable'])
    expect(await stateOf(firm)).toEqual(['active', true])
    expect(await actsOn(ada, 'organization', firm.id)).toEqual([])
  })
})

describe('an organization that a platform admin sets active (D130, D149)', () => {
  it('has access although nobody has paid', async () => {
    const firm = await unpaidOrganization(world)
    expect(await set(ada, firm, 'active')).toMatchObject({ body: { subscriptionStatus: 'active', givesAccess: true } })
    const path = `/api/organization/dashboard?organizationId=${firm.id}`
    const { body } = await firm.owner.client.request('GET', path)
    expect(body).toMatchObject({ subscriptionStatus: 'active', isActive: true })
  })

  it('is restored even after its own admins had archived it', async () => {
    const firm = await organization(world)
    await world.sql('update organization set is_active = false where id = $1', [firm.id])
    expect(await set(ada, firm, 'active')).toMatchObject({ body: { isActive: true, givesAccess: true } })
  })
})
