import { setOrganizationStatus, type SettableStatus } from '#contract/admin/organizations.ts'
import { startConversation } from '#contract/conversations/voice.ts'
import { inviteMember } from '#contract/organizations/invitations.ts'
import * as subscription from '#contract/organizations/subscription.ts'
import { eventsWorkedOff } from '#tests/kit/billing/subscriptions.ts'
import { subjectsTo } from '#tests/kit/identity/accounts.ts'
import * as owned from '#tests/kit/organizations/owned-organizations.ts'
import { unpaidOrganization } from '#tests/kit/organizations/unpaid-organizations.ts'
import * as kit from '#tests/calls.ts'

const { actsOn, describe, expect, expectRefused, it, organization } = kit
const world = await kit.ownWorld()
const ada = await kit.platformAdmin(world)

type Firm = { id: number }
const inputOf = ({ id }: Firm, status: unknown) => ({ params: { id: String(id) }, body: { status } })
const set = ({ id }: Firm, status: SettableStatus) =>
  ada.client.try(setOrganizationStatus, { params: { id: String(id) }, body: { status } })

async function stateOf({ id }: Firm) {
  const rows = await world.sql('select subscription_status, is_active from organization where id = $1', [id])
  return Object.values(rows[0] ?? {})
}

/** Expects what the database and the provider say of an organization's subscription. */
async function expectState(firm: owned.Owned, status: string, atProvider: object): Promise<void> {
  expect(await stateOf(firm)).toEqual([status, true])
  expect(await owned.planAtProvider(world, firm)).toMatchObject(atProvider)
}

describe('PATCH /api/admin/organizations/{id}/status (S540, S593, D149)', () => {
  it('accepts active and canceled, recorded once for each change; all else is 400 (S430, S593, D153)', async () => {
    const firm = await organization(world)
    for (const status of ['canceled', 'canceled', 'active'] as const) {
      const body = { id: firm.id, subscriptionStatus: status, givesAccess: status === 'active' }
      expect(await set(firm, status)).toMatchObject({ status: 200, body })
      expect(await stateOf(firm)).toEqual([status, true])
    }
    const [active, canceled] = [{ subscriptionStatus: 'active' }, { subscriptionStatus: 'canceled' }]
    expect(await actsOn(ada, 'organization', firm.id)).toMatchObject([
      { action: 'organization.status', before: canceled, after: active },
      { action: 'organization.status', before: active, after: canceled },
    ])
    const refusal = { field: 'status', message: 'Please choose active or canceled' }
    await expectRefused(
      setOrganizationStatus,
      [ada, inputOf({ id: 999_999 }, 'canceled'), 404, 'organization_not_found'],
      ...['inactive', 'past_due', 'x', '', null, undefined].map((status): kit.Refusal => {
        return [ada, inputOf(firm, status), 400, refusal]
      }),
    )
    expect(await stateOf(firm)).toEqual(['active', true])
  })
})

describe('a canceled organization (D129, D149)', () => {
  it('ends live conversations, charged to that second, and allows no new one until it is active again', async () => {
    const [firm, agentId] = [await organization(world), await kit.addAgent(world)]
    await kit.assign(world, firm, agentId)
    const person = await kit.member(world, firm.id)
    kit.moveTalkClock(world, 0)
    const talk = await kit.startHeardTalk(person, agentId)
    await kit.passTalkTime(world, 20, talk.client)
    await set(firm, 'canceled')
    const ended = await kit.endedRow(world, talk.id)
    expect([ended.end_reason, ended.charged_ms >= 20_000, ended.charged_ms % 1000]).toEqual(['access', true, 0])
    const start = { body: { agentId } }
    expect((await person.client.try(startConversation, start)).body.code).toBe('organization_inactive')
    const invitation = { body: { email: 'late@firm.test' } }
    await expectRefused(inviteMember, [firm.owner, invitation, 409, 'organization_inactive'])
    const people = await world.sql('select is_active from organization_user where organization_id = $1', [firm.id])
    expect(people).toEqual([{ is_active: true }, { is_active: true }])
    await set(firm, 'active')
    expect((await person.client.try(startConversation, start)).status).toBe(201)
  }, 40_000)

  it('is not charged again; restored within its month it continues as before, and its admins hear of both', async () => {
    const firm = await owned.ownedOrganization(world)
    // It stays unchanged while the provider is unreachable.
    await world.control({ apiFault: { stripe: 'error' } })
    await expectRefused(setOrganizationStatus, [ada, inputOf(firm, 'canceled'), 503, 'payment_unavailable'])
    await world.control({ apiFault: { stripe: null } })
    expect([await stateOf(firm), await actsOn(ada, 'organization', firm.id)]).toEqual([['active', true], []])
    await set(firm, 'canceled')
    // What the provider says of the paid month does not open it again.
    await eventsWorkedOff(world)
    await expectState(firm, 'canceled', { status: 'active', cancel_at_period_end: true })
    expect(await subjectsTo(world, firm.owner)).toContain(`Access for ${firm.name} has ended`)
    await set(firm, 'active')
    await expectState(firm, 'active', { status: 'active', cancel_at_period_end: false })
    expect(await subjectsTo(world, firm.owner)).toContain(`Access for ${firm.name} is restored`)
    await owned.passMonth(world, firm)
    await expectState(firm, 'active', { status: 'active' })
  }, 40_000)

  it('cannot be reopened by its own admins, who are offered neither resuming nor paying again', async () => {
    const firm = await owned.ownedOrganization(world)
    await set(firm, 'canceled')
    const expectSwitchedOff = async () => {
      for (const call of [subscription.resumeOrganizationSubscription, subscription.reactivateOrganization])
        await expectRefused(call, [firm.owner, firm, 409, 'switched_off'])
    }
    await expectSwitchedOff()
    await owned.passMonth(world, firm)
    await expectState(firm, 'canceled', { status: 'canceled' })
    await expectSwitchedOff()
    // Restored after its month, it has access without a payment, whatever the provider says of the old one.
    await set(firm, 'active')
    await eventsWorkedOff(world)
    expect(await stateOf(firm)).toEqual(['active', true])
    const ended = (await subjectsTo(world, firm.owner)).filter((one) => one === `Access for ${firm.name} has ended`)
    expect(ended).toHaveLength(1)
  }, 40_000)

  it('keeps an end that its own admins had requested before', async () => {
    const firm = await owned.ownedOrganization(world)
    await firm.owner.client.call(subscription.cancelOrganizationSubscription, firm)
    for (const status of ['canceled', 'active'] as const) await set(firm, status)
    await expectState(firm, 'active', { cancel_at_period_end: true })
    await owned.passMonth(world, firm)
    expect(await stateOf(firm)).toEqual(['canceled', true])
  }, 40_000)

  it('owes nothing that a bank refused: an overdue subscription ends at once', async () => {
    const firm = await owned.ownedOrganization(world)
    await owned.poolCard(world, firm, 'pm_card_chargeCustomerFail')
    await owned.passMonth(world, firm)
    expect(await stateOf(firm)).toEqual(['past_due', true])
    await set(firm, 'canceled')
    await eventsWorkedOff(world)
    await expectState(firm, 'canceled', { status: 'canceled' })
  }, 40_000)
})

it('an organization that a platform admin sets active has access, unpaid or archived (D130, D149)', async () => {
  const [unpaid, archived] = [await unpaidOrganization(world), await organization(world)]
  expect(await set(unpaid, 'active')).toMatchObject({ body: { subscriptionStatus: 'active', givesAccess: true } })
  const path = `/api/organization/dashboard?organizationId=${unpaid.id}`
  const { body } = await unpaid.owner.client.request('GET', path)
  expect(body).toMatchObject({ subscriptionStatus: 'active', isActive: true })
  await world.sql('update organization set is_active = false where id = $1', [archived.id])
  expect(await set(archived, 'active')).toMatchObject({ body: { isActive: true, givesAccess: true } })
})
