import { changeMember } from '#contract/organizations/members.ts'
import { changePoolAutoPurchase } from '#contract/organizations/settings.ts'
import { describe, expect, it, member, organization, sharedWorld, type TestClient } from '#tests/calls.ts'
import { paidFirm } from '../../../kit/organizations/paid-organizations.ts'

// What an organization's admins limit: a member's minutes per month, and the cost of auto-purchase for the pool.

const world = await sharedWorld()

/** Returns the people who may not set a limit of an organization, each with the refusal. */
async function outsiders(organizationId: number): Promise<[TestClient, number, string][]> {
  return [
    [world.visitor(), 401, 'unauthorized'],
    [(await organization(world)).owner.client, 404, 'organization_not_found'],
    [(await member(world, organizationId)).client, 403, 'forbidden'],
    [(await member(world, organizationId, { role: 'guest' })).client, 403, 'forbidden'],
  ]
}

describe('the limit of a member (D131)', () => {
  const limitOf = async (id: string) =>
    (
      await world.sql('select monthly_limit_minutes, role, is_active from organization_user where user_id = $1', [id])
    )[0]

  it('is set and removed only by the admins, and nothing else of the member changes', async () => {
    const firm = await organization(world)
    const { id } = await member(world, firm.id)
    const set = (client: TestClient, monthlyLimitMinutes: number | null) =>
      client.try(changeMember, {
        params: { id },
        query: { organizationId: firm.id },
        body: { monthlyLimitMinutes },
      })
    for (const [client, status, code] of await outsiders(firm.id)) {
      expect(await set(client, 5)).toMatchObject({ status, body: { code } })
      expect(await limitOf(id)).toEqual({ monthly_limit_minutes: null, role: 'member', is_active: true })
    }
    for (const minutes of [0, 100_000, null]) {
      const { status, body } = await set(firm.owner.client, minutes)
      expect([status, body]).toMatchObject([200, { id, monthlyLimitMinutes: minutes, role: 'member', isActive: true }])
      expect(await limitOf(id)).toEqual({ monthly_limit_minutes: minutes, role: 'member', is_active: true })
    }
  })

  it.each([-1, 1.5, 100_001, '5', true])('is not %j', async (monthlyLimitMinutes) => {
    const firm = await organization(world)
    const { id } = await member(world, firm.id)
    const { owner } = firm
    const reply = await owner.client.request('PATCH', `/api/organization/members/${id}`, { monthlyLimitMinutes })
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_input', field: 'monthlyLimitMinutes' } })
    expect(await limitOf(id)).toMatchObject({ monthly_limit_minutes: null })
  })
})

describe('the limit of auto-purchases (D109)', () => {
  const autoPurchaseOf = async (accountId: string) =>
    (await world.sql('select enabled, monthly_cap_cents from auto_purchase where account_id = $1', [accountId]))[0]

  it('and the switch are set only by the admins of a paid organization', async () => {
    const firm = await paidFirm(world)
    const set = (client: TestClient, body: object) =>
      client.try(changePoolAutoPurchase, { query: { organizationId: firm.id }, body })
    for (const [client, status, code] of await outsiders(firm.id)) {
      expect(await set(client, { monthlyCap: 500, enabled: false })).toMatchObject({ status, body: { code } })
      expect(await autoPurchaseOf(firm.accountId)).toEqual({ enabled: true, monthly_cap_cents: 27_000 })
    }
    for (const [body, row] of [
      [{ monthlyCap: 500 }, { enabled: true, monthly_cap_cents: 50_000 }],
      [{ enabled: false }, { enabled: false, monthly_cap_cents: 50_000 }],
      [
        { monthlyCap: 10_000, enabled: true },
        { enabled: true, monthly_cap_cents: 1_000_000 },
      ],
      [{}, { enabled: true, monthly_cap_cents: 1_000_000 }],
    ]) {
      expect(await set(firm.owner.client, body ?? {})).toMatchObject({ status: 200, body: { success: true } })
      expect(await autoPurchaseOf(firm.accountId)).toEqual(row)
    }
  })

  it('is never below the price of one auto-purchase, and only whole dollars up to the highest', async () => {
    const firm = await paidFirm(world)
    const set = (body: object) => firm.owner.client.request('PATCH', '/api/organization/refill', body)
    for (const [monthlyCap, code] of [
      [134, 'invalid_cap'],
      [0, 'invalid_cap'],
      [-1, 'invalid_input'],
      [200.5, 'invalid_input'],
      [10_001, 'invalid_input'],
      ['200', 'invalid_input'],
    ] as const) {
      expect(await set({ monthlyCap })).toMatchObject({ status: 400, body: { code, field: 'monthlyCap' } })
    }
    expect(await set({ enabled: 'no' })).toMatchObject({ status: 400, body: { field: 'enabled' } })
    expect(await autoPurchaseOf(firm.accountId)).toEqual({ enabled: true, monthly_cap_cents: 27_000 })
  })
})
