import { describe, expect, it } from 'vitest'
import * as account from '#contract/billing/account.ts'
import * as admin from '#contract/billing/refunds.ts'
import * as adminActs from '#contract/audit/acts.ts'
import * as adminUsers from '#contract/admin/users.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as minutes from '#contract/ledger/minutes.ts'
import { actsOn, hired, ownWorld, platformAdmin, registered, subscriber, type TestPerson } from '#tests/calls.ts'
import { organization } from '../../kit/organizations/organizations.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

interface Input {
  minutes: number
  reason?: string
  key?: string
}

function adjust(id: string, { reason = 'Made good', key = crypto.randomUUID(), ...input }: Input, by = ada) {
  return by.client.try(adminUsers.adjustUserMinutes, { params: { id }, body: { reason, key, ...input } })
}

const balanceOf = async ({ client }: TestPerson) => (await client.call(currentUser)).creditBalance

describe('POST /api/admin/users/:id/credits (D153 [S])', () => {
  it('gives and takes minutes as ledger entries that the person sees, with the reason in the record', async () => {
    const person = await subscriber(world)
    expect(await adjust(person.id, { minutes: 12.5 })).toMatchObject({ status: 200, body: { creditBalance: 162.5 } })
    expect(await adjust(person.id, { minutes: -40 })).toMatchObject({ status: 200, body: { creditBalance: 122.5 } })
    expect(await balanceOf(person)).toBe(122.5)
    const lines = await person.client.call(minutes.minutes, { query: {} })
    expect(lines.slice(0, 2)).toMatchObject([
      { what: 'Correction', change: -40, balanceAfter: 122.5 },
      { what: 'Correction', change: 12.5, balanceBefore: 150 },
    ])
    expect(JSON.stringify(lines)).not.toContain('Made good')
    expect(await actsOn(ada, 'user', person.id)).toMatchObject([
      {
        action: 'credits.adjust',
        before: { minutes: 162.5 },
        after: { minutes: 122.5, change: -40 },
        reason: 'Made good',
      },
      { before: { minutes: 150 }, after: { minutes: 162.5, change: 12.5 } },
    ])
  })

  it('never goes below 0, not even with two at once', async () => {
    const person = await subscriber(world)
    const reply = await adjust(person.id, { minutes: -150.01 })
    expect([reply.status, reply.body.code, reply.body.field]).toEqual([409, 'balance_too_low', 'minutes'])
    const both = await Promise.all([adjust(person.id, { minutes: -100 }), adjust(person.id, { minutes: -100 })])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await balanceOf(person)).toBe(50)
    expect(await actsOn(ada, 'user', person.id)).toHaveLength(1)
  })

  it('is made once however often it is sent with its key, at any time (D153)', async () => {
    const person = await registered(world)
    const input = { minutes: 5, key: crypto.randomUUID() }
    await Promise.all([adjust(person.id, input), adjust(person.id, input)])
    await world.control({ advance: 'P2D' })
    expect(await adjust(person.id, input)).toMatchObject({ status: 200, body: { creditBalance: 5 } })
    expect(await actsOn(ada, 'user', person.id)).toHaveLength(1)
    // The same reason at the same moment: with another key it is another correction.
    expect(await adjust(person.id, { minutes: 5 })).toMatchObject({ status: 200, body: { creditBalance: 10 } })
  })

  it('refuses a key that was used with other minutes, and changes nothing (D153)', async () => {
    const person = await registered(world)
    const key = crypto.randomUUID()
    expect((await adjust(person.id, { minutes: 5, key })).status).toBe(200)
    for (const minutes of [6, -5]) {
      const reply = await adjust(person.id, { minutes, key })
      expect([reply.status, reply.body.code, reply.body.field]).toEqual([409, 'key_used', 'minutes'])
    }
    expect(await balanceOf(person)).toBe(5)
    expect(await actsOn(ada, 'user', person.id)).toHaveLength(1)
  })

  it.each([
    [{ minutes: 0 }, 'minutes'],
    [{ minutes: 10_000.01 }, 'minutes'],
    [{ minutes: -10_001 }, 'minutes'],
    [{ minutes: 1.001 }, 'minutes'],
    [{ reason: ' ' }, 'reason'],
    [{ reason: 'x'.repeat(501) }, 'reason'],
    [{ reason: undefined }, 'reason'],
    // Without a key a second click would be a second correction.
    [{ key: undefined }, 'key'],
    [{ key: 'now' }, 'key'],
  ])('refuses %j (400)', async (wrong, field) => {
    const body = { minutes: 1, reason: 'x', key: crypto.randomUUID(), ...wrong }
    const reply = await ada.client.request('POST', `/api/admin/users/${ada.id}/credits`, body)
    expect(reply).toMatchObject({ status: 400, body: { field } })
    expect(await balanceOf(ada)).toBe(0)
  })

  it('is for platform admins: strangers 401, others 403, unknown people 404', async () => {
    const person = await registered(world)
    expect(
      (await world.visitor().request('POST', `/api/admin/users/${person.id}/credits`, { minutes: 1 })).status,
    ).toBe(401)
    expect((await adjust(person.id, { minutes: 1 }, person)).status).toBe(403)
    expect((await adjust(crypto.randomUUID(), { minutes: 1 })).status).toBe(404)
    expect(await balanceOf(person)).toBe(0)
  })
})

it('also corrects the pool of an organization (D153 [S])', async () => {
  const firm = await organization(world, { minutes: 100 })
  const adjustPool = (minutesWanted: number, by = ada, key: string = crypto.randomUUID()) =>
    by.client.try(adminUsers.adjustPoolMinutes, {
      params: { id: String(firm.id) },
      body: { minutes: minutesWanted, reason: 'Late start', key },
    })
  const key = crypto.randomUUID()
  for (const _ of [1, 2]) {
    expect(await adjustPool(50, ada, key)).toMatchObject({ status: 200, body: { creditBalance: 150 } })
  }
  expect(await adjustPool(-151)).toMatchObject({ status: 409, body: { code: 'balance_too_low' } })
  expect(await adjustPool(-150)).toMatchObject({ status: 200, body: { creditBalance: 0 } })
  expect((await adjustPool(1, firm.owner)).status).toBe(403)
  const [act] = await actsOn(ada, 'organization', firm.id)
  expect(act).toMatchObject({ action: 'credits.adjust', reason: 'Late start', after: { minutes: 0, change: -150 } })
})

it('shows what can be refunded of a person’s payments, and records the refund (D44, D153 [S])', async () => {
  const person = await subscriber(world)
  const list = () => ada.client.call(adminUsers.userTransactions, { params: { id: person.id } })
  const [bought] = (await list()).filter(({ type }) => type === 'credits')
  expect(bought).toMatchObject({ amount: 25, refundable: 25 })
  const body = { reason: 'Asked by mail', amount: 10, key: crypto.randomUUID() }
  await ada.client.call(admin.refundTransaction, { params: { id: bought?.id ?? '' }, body })
  await ada.client.call(admin.refundTransaction, { params: { id: bought?.id ?? '' }, body })
  expect((await list()).find(({ id }) => id === bought?.id)).toMatchObject({ refundable: 15 })
  expect((await person.client.call(account.transactions))[0]).toMatchObject({ amount: -10 })
  // A double click is one refund, and one act.
  expect(await actsOn(ada, 'payment', bought?.id ?? '')).toMatchObject([
    {
      action: 'payment.refund',
      reason: 'Asked by mail',
      targetName: bought?.receiptNumber,
      after: { amountCents: 1000 },
    },
  ])
})

describe('the record of admin acts (D153 [S])', () => {
  it('is readable only for platform admins', async () => {
    const person = await registered(world)
    expect((await person.client.try(adminActs.adminActs, { query: {} })).status).toBe(403)
    expect((await world.visitor().try(adminActs.adminActs, { query: {} })).status).toBe(401)
  })

  it('is searched, sorted and paged, and names the request', async () => {
    const person = await registered(world)
    const reply = await adjust(person.id, { minutes: 3, reason: 'Wolpertinger' })
    const found = await ada.client.try(adminActs.adminActs, { query: { search: 'wolpert' } })
    expect([found.headers.get('x-total-count'), found.body]).toMatchObject([
      '1',
      [{ adminEmail: ada.email, requestId: reply.headers.get('x-request-id'), targetName: person.email }],
    ])
    const times = async (sort: 'at' | '-at') =>
      (await ada.client.call(adminActs.adminActs, { query: { sort } })).map(({ at }) => Date.parse(at))
    expect(await times('at')).toEqual((await times('-at')).toReversed())
    expect(await ada.client.call(adminActs.adminActs, { query: { limit: 1, offset: 1 } })).toHaveLength(1)
  })

  it('is narrowed to days and to one person or organization, found by name or address (D153)', async () => {
    const [person, other] = [await registered(world), await registered(world)]
    const firm = await organization(world)
    await adjust(person.id, { minutes: 3 })
    await ada.client.call(adminUsers.adjustPoolMinutes, {
      params: { id: String(firm.id) },
      body: { minutes: 5, reason: 'Made good', key: crypto.randomUUID() },
    })
    const find = (query: Parameters<typeof ada.client.call<typeof adminActs.actSubjects>>[1]['query']) =>
      ada.client.call(adminActs.actSubjects, { query })
    expect(await find({ search: person.email })).toMatchObject([{ kind: 'user', id: person.id, email: person.email }])
    expect(await find({ search: firm.owner.email })).toMatchObject([{ kind: 'organization', id: String(firm.id) }])
    expect(await find({ kind: 'user', id: person.id })).toHaveLength(1)
    expect(await find({ kind: 'organization', id: person.id })).toEqual([])
    // Nobody did anything to them, so the record does not name them.
    expect(await find({ search: other.email })).toEqual([])

    const actsIn = (days: { from?: string; to?: string }) =>
      ada.client.call(adminActs.adminActs, { query: { targetKind: 'user', targetId: person.id, ...days } })
    const [act] = await actsIn({})
    const day = act!.at.slice(0, 10)
    expect(await actsIn({ from: day, to: day })).toEqual([act])
    expect(await actsIn({ to: '2020-12-31' })).toEqual([])
    expect(await actsIn({ from: '2099-01-01' })).toEqual([])

    const support = await hired(world, ada, 'support')
    for (const { client } of [person, support]) {
      expect((await client.try(adminActs.actSubjects, { query: {} })).status).toBe(403)
    }
    expect((await world.visitor().try(adminActs.actSubjects, { query: {} })).status).toBe(401)
  })

  it('can be changed by nobody, not even by the application', async () => {
    for (const change of ['update admin_act set reason = null', 'delete from admin_act', 'truncate admin_act']) {
      await expect(world.sql(change)).rejects.toThrow(/never changed or removed/)
      await expect(world.services.database.write((tx) => tx.execute(change))).rejects.toThrow(/permission denied|never/)
    }
  })
})
