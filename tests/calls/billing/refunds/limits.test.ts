import { describe, expect, it } from 'vitest'
import { adjustPoolMinutes, adjustUserMinutes, userTransactions } from '#contract/admin/users.ts'
import { setOrganizationStatus } from '#contract/admin/organizations.ts'
import { creditConversation } from '#contract/admin/customers.ts'
import { forgiveDebt, refundLimits, refundTransaction } from '#contract/billing/refunds.ts'
import { grantBrandedApp } from '#contract/organizations/app/branded-app-settings.ts'
import { worthOfMinutes } from '#server/billing/refunds/limits.ts'
import {
  addAgent,
  organization,
  ownWorld,
  platformAdmin,
  promoteToAdmin,
  registered,
  staffMember,
  subscriber,
  type TestPerson,
} from '#tests/calls.ts'
import { buy, waitForEvents } from '../../../kit/billing/refunds.ts'
import { addPastSession } from '../../../kit/conversations/past-conversations.ts'
import { firm } from '../../../kit/organizations/pools.ts'

const world = await ownWorld()
const sam = await staffMember(world, 'support')
const finn = await staffMember(world, 'finance')

async function credit(by: TestPerson, id: string, minutes: number, key: string = crypto.randomUUID()) {
  const body = { minutes, reason: 'Made good', key }
  const reply = await by.client.try(adjustUserMinutes, { params: { id }, body })
  return [reply.status, reply.body.code ?? null]
}

async function refund(by: TestPerson, id: string, amount: number) {
  const body = { amount, reason: 'Asked by mail', key: crypto.randomUUID() }
  const reply = await by.client.try(refundTransaction, { params: { id }, body })
  return [reply.status, reply.body.code ?? null]
}

const made = [200, null]
const aboveLimit = [403, 'above_limit']

describe('support gives at most the limit, by default 50 dollars', () => {
  it('values minutes by the smallest package, rounded up to the cent', () => {
    expect([60_000, 1000, 200 * 60_000, -60_000].map(worthOfMinutes)).toEqual([25, 1, 5000, -25])
  })

  it('credits up to 200 minutes to a person within 24 hours, however they are split; finance has no limit', async () => {
    const person = await registered(world)
    expect(await credit(sam, person.id, 200.01)).toEqual(aboveLimit)
    const key = crypto.randomUUID()
    expect(await credit(sam, person.id, 120, key)).toEqual(made)
    expect(await credit(sam, person.id, 80)).toEqual(made)
    expect(await credit(sam, person.id, 0.01)).toEqual(aboveLimit)
    // The same form again is the same credit, and taking minutes away is none.
    expect(await credit(sam, person.id, 120, key)).toEqual(made)
    expect(await credit(sam, person.id, -200)).toEqual(made)
    expect(await credit(finn, person.id, 500)).toEqual(made)
    const [row] = await world.sql('select purchased_ms / 60000 as minutes from account where user_id = $1', [person.id])
    expect(Number(row?.['minutes'])).toBe(500)
    await world.control({ advance: 'P1DT1M' })
    expect(await credit(sam, person.id, 200)).toEqual(made)
  })

  it('makes parallel credits wait for each other', async () => {
    const person = await registered(world)
    const replies = await Promise.all([1, 2, 3].map(() => credit(sam, person.id, 150)))
    expect(replies.filter(([status]) => status === 200)).toHaveLength(1)
  })

  it('counts refunds and credits together, for people and pools', async () => {
    const person = await subscriber(world)
    await buy(world, person, 'navigate')
    const list = await finn.client.call(userTransactions, { params: { id: person.id } })
    const bought = list.find(({ amount }) => amount === 45)?.id ?? ''
    expect(await refund(sam, bought, 40)).toEqual(made)
    expect(await credit(sam, person.id, 41)).toEqual(aboveLimit)
    expect(await credit(sam, person.id, 40)).toEqual(made)
    expect(await refund(sam, bought, 0.01)).toEqual(aboveLimit)
    expect(await refund(finn, bought, 5)).toEqual(made)

    const firm = await organization(world)
    const body = { minutes: 201, reason: 'Made good', key: crypto.randomUUID() }
    const reply = await sam.client.try(adjustPoolMinutes, { params: { id: String(firm.id) }, body })
    expect([reply.status, reply.body.code]).toEqual(aboveLimit)
  })

  it('follows the setting, and holds for debts', async () => {
    const person = await registered(world)
    const [debt] = await world.sql<{ id: string }>(
      `insert into debt (account_id, user_id, stripe_dispute_id, amount_cents, created_at)
       select id, user_id, 'dp_' || id, 3000, now() from account where user_id = $1 returning id`,
      [person.id],
    )
    await world.sql(
      "insert into platform_setting (setting_key, setting_value, updated_at) values ('supportLimitDollars', '20', now())",
    )
    const forgive = (by: TestPerson) =>
      by.client.try(forgiveDebt, { params: { id: debt?.id ?? '' }, body: { reason: 'Good will' } })
    expect(await credit(sam, person.id, 81)).toEqual(aboveLimit)
    expect(await forgive(sam)).toMatchObject({ status: 403, body: { code: 'above_limit' } })
    expect(await forgive(finn)).toMatchObject({ status: 200, body: { status: 'forgiven' } })
    expect(await sam.client.call(refundLimits, { query: {} })).toEqual({
      support: 20,
      secondPersonAbove: 200,
      refundedElsewhere: 0,
    })
    await world.sql('delete from platform_setting')
  })

  it('says the limits to staff who read money: 401 to a stranger, 403 to others', async () => {
    expect(await sam.client.call(refundLimits, { query: {} })).toMatchObject({ support: 50, secondPersonAbove: 200 })
    expect((await world.visitor().try(refundLimits, { query: {} })).status).toBe(401)
    expect((await (await registered(world)).client.try(refundLimits, { query: {} })).status).toBe(403)
    expect((await (await staffMember(world, 'content')).client.try(refundLimits, { query: {} })).status).toBe(403)
    expect((await (await staffMember(world, 'read_only')).client.try(refundLimits, { query: {} })).status).toBe(200)
    const unknown = await sam.client.try(refundLimits, { query: { transactionId: crypto.randomUUID() } })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'transaction_not_found'])
  })
})

describe('time of a conversation', () => {
  it('is given back by support up to the limit, above it by others, and to nobody’s own account', async () => {
    const agentId = await addAgent(world)
    const give = async (by: TestPerson, id: string, seconds: number) => {
      const reply = await by.client.try(creditConversation, { params: { id }, body: { seconds, reason: 'Made good' } })
      return [reply.status, reply.body.code ?? null]
    }
    const [ben, pat] = [await subscriber(world), await promoteToAdmin(world, await subscriber(world))]
    const [short, long] = [
      await addPastSession(world, ben, agentId, 41),
      await addPastSession(world, ben, agentId, 1260),
    ]
    await world.sql(
      "insert into platform_setting (setting_key, setting_value, updated_at) values ('supportLimitDollars', '5', now())",
    )
    expect(await give(sam, long, 1260)).toEqual(aboveLimit)
    expect(await give(sam, short, 41)).toEqual(made)
    expect(await give(finn, long, 1260)).toEqual(made)
    expect(await give(pat, await addPastSession(world, pat, agentId, 20), 20)).toEqual([409, 'self_change'])
    await world.sql('delete from platform_setting')
  })
})

describe('nobody gives to an account of their own', () => {
  it('refuses credits and refunds to oneself and to a pool that one runs (409)', async () => {
    const selfChange = [409, 'self_change']
    const pat = await promoteToAdmin(world, await subscriber(world))
    const list = await pat.client.call(userTransactions, { params: { id: pat.id } })
    expect(await credit(pat, pat.id, 1)).toEqual(selfChange)
    expect(await refund(pat, list.find(({ refundable }) => refundable > 0)?.id ?? '', 1)).toEqual(selfChange)
    const firm = await organization(world, { owner: pat })
    const body = { minutes: 1, reason: 'Made good', key: crypto.randomUUID() }
    const pool = { params: { id: String(firm.id) }, body }
    expect(await pat.client.try(adjustPoolMinutes, pool)).toMatchObject({
      status: 409,
      body: { code: 'self_change' },
    })
    expect((await (await platformAdmin(world)).client.try(adjustPoolMinutes, pool)).status).toBe(200)
  })
})

describe('access without a payment, and an app for nothing, are gifts', () => {
  const activate = (by: TestPerson, id: number) =>
    by.client.try(setOrganizationStatus, { params: { id: String(id) }, body: { status: 'active' } })
  const grantApp = (by: TestPerson, id: number) =>
    by.client.try(grantBrandedApp, { params: { organizationId: String(id) }, body: { isGranted: true } })

  it('support gives neither, and nobody gives them to an organization that they run', async () => {
    const owner = await platformAdmin(world)
    const unpaid = await organization(world)
    for (const give of [activate, grantApp]) {
      expect(await give(sam, unpaid.id)).toMatchObject({ status: 403, body: { code: 'above_limit' } })
      const own = await organization(world, { owner })
      expect(await give(owner, own.id)).toMatchObject({ status: 409, body: { code: 'self_change' } })
      expect((await give(owner, unpaid.id)).status).toBe(200)
    }
  })

  it('support restores an organization that pays', async () => {
    const paying = await firm(world)
    const end = { params: { id: String(paying.id) }, body: { status: 'canceled' } } as const
    expect((await sam.client.try(setOrganizationStatus, end)).status).toBe(200)
    expect((await activate(sam, paying.id)).body).toMatchObject({ isActive: true })
    // A late report about the subscription would restore its state.
    const [subscription] = await world.sql<{ id: string }>(
      'select stripe_subscription_id as id from subscription where account_id = $1',
      [paying.accountId],
    )
    await waitForEvents(world, subscription!.id, /^customer\.subscription\./)
    for (const status of ['past_due', 'unpaid']) {
      await world.sql('update subscription set status = $1 where account_id = $2', [status, paying.accountId])
      expect(await activate(sam, paying.id)).toMatchObject({ status: 403, body: { code: 'above_limit' } })
      await promoteToAdmin(world, paying.owner)
      expect(await activate(paying.owner, paying.id)).toMatchObject({ status: 409, body: { code: 'self_change' } })
    }
  })
})
