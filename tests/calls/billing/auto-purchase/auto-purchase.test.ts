import { describe, expect, it } from 'vitest'
import * as account from '#contract/billing/account.ts'
import * as contract from '#contract/billing/auto-purchase.ts'
import type { ProblemBody } from '#contract/call.ts'
import { packageTiers, packages } from '#contract/billing/prices.ts'
import { openHold, settleHold } from '#server/ledger/ledger.ts'
import { watchBalance } from '#server/billing/auto-purchase/watch-balance.flow.ts'
import { mailsTo, ownWorld, registered, setBalance, subscriber, type TestPerson } from '#tests/calls.ts'
import {
  accountOf,
  attemptsOf,
  automaticPayments,
  balanceMinutes,
  lowSubscriber,
  spendTo,
  stateOf,
  storedState,
  setAutoPurchase,
} from '../../../kit/billing/auto-purchases.ts'

const world = await ownWorld()

const untouched = { enabled: false, tier: 'uplift', threshold: 9, monthlyCap: 100, spentThisMonth: 0, problem: null }

describe('GET /api/account/auto-purchase', () => {
  it('is closed to strangers', async () => {
    expect((await world.visitor().try(contract.autoPurchase)).status).toBe(401)
  })

  it('is off, with uplift, 9 minutes and $100, until a person changes it (S120, S294, D46)', async () => {
    const person = await subscriber(world)
    expect(await stateOf(person)).toMatchObject({ ...untouched, chargesNow: false, card: { last4: '4242' } })
    const me = await person.client.call(account.accountUser)
    expect(me).toMatchObject({ autoPurchaseEnabled: false, autoPurchaseThreshold: 9 })
    expect(await storedState(world, person)).toBeUndefined()
  })

  it('says in advance whether switching it on would charge at once (D45, D46)', async () => {
    const person = await lowSubscriber(world, 9)
    expect(await stateOf(person)).toMatchObject({ enabled: false, chargesNow: true })
    const cardless = await registered(world)
    expect(await stateOf(cardless)).toMatchObject({ chargesNow: false, card: null })
  })
})

describe('PATCH /api/account/auto-purchase', () => {
  it('is closed to strangers', async () => {
    expect((await world.visitor().try(contract.changeAutoPurchase, { body: { enabled: true } })).status).toBe(401)
  })

  it('saves each change separately, and GET /api/account/user returns them (S173, S174, S238)', async () => {
    const person = await subscriber(world)
    expect(await setAutoPurchase(person, { enabled: true })).toMatchObject({ ...untouched, enabled: true })
    for (const tier of packageTiers)
      expect(await setAutoPurchase(person, { tier })).toMatchObject({ enabled: true, tier })
    for (const threshold of [1, 50]) expect(await setAutoPurchase(person, { threshold })).toMatchObject({ threshold })
    expect(await setAutoPurchase(person, { monthlyCap: 500 })).toMatchObject({
      monthlyCap: 500,
      tier: 'ascend',
      threshold: 50,
    })
    const me = await person.client.call(account.accountUser)
    expect(me).toMatchObject({ autoPurchaseEnabled: true, autoPurchaseTier: 'ascend', autoPurchaseThreshold: 50 })
    expect(await setAutoPurchase(person, { enabled: false })).toMatchObject({ enabled: false, threshold: 50 })
    expect(await attemptsOf(world, person)).toEqual([])
  })

  it.each([
    [{ threshold: 0 }, 'invalid_input', 'threshold'],
    [{ threshold: 51 }, 'invalid_input', 'threshold'],
    [{ threshold: 9.5 }, 'invalid_input', 'threshold'],
    [{ threshold: '9' }, 'invalid_input', 'threshold'],
    [{ threshold: null }, 'invalid_input', 'threshold'],
    [{ tier: 'starter' }, 'invalid_tier', 'tier'],
    [{ tier: 'scale' }, 'invalid_tier', 'tier'],
    [{ enabled: 'yes' }, 'invalid_input', 'enabled'],
    [{ monthlyCap: 500.01 }, 'invalid_input', 'monthlyCap'],
    [{ monthlyCap: 24.99 }, 'invalid_cap', 'monthlyCap'],
    [{ monthlyCap: 0 }, 'invalid_cap', 'monthlyCap'],
    [{ monthlyCap: -25 }, 'invalid_input', 'monthlyCap'],
    [{ monthlyCap: 90, tier: 'ascend' }, 'invalid_cap', 'monthlyCap'],
  ])('refuses %j and changes nothing, not even the valid fields (S192, S238, D46)', async (wrong, code, field) => {
    const person = await subscriber(world)
    await setAutoPurchase(person, { threshold: 7 })
    const body = { enabled: true, ...wrong }
    const reply = await person.client.request<ProblemBody>('PATCH', '/api/account/auto-purchase', body)
    expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, code, field])
    expect(await stateOf(person)).toMatchObject({ ...untouched, threshold: 7 })
  })

  it('requires a saved card to be switched on, but not to be prepared (D46)', async () => {
    const person = await registered(world)
    const reply = await person.client.try(contract.changeAutoPurchase, { body: { enabled: true, threshold: 5 } })
    expect([reply.status, reply.body.code]).toEqual([409, 'no_saved_card'])
    expect(await stateOf(person)).toMatchObject(untouched)
    expect(await setAutoPurchase(person, { tier: 'launch' })).toMatchObject({ enabled: false, tier: 'launch' })
  })

  it("changes only the person's own settings", async () => {
    const [one, other] = [await subscriber(world), await subscriber(world)]
    await setAutoPurchase(one, { enabled: true, threshold: 3 })
    expect(await stateOf(other)).toMatchObject(untouched)
  })
})

describe('a crossing of the threshold (D45)', () => {
  it('happens when it is switched on at or below the threshold: one charge, minutes, a receipt by mail, and armed above it', async () => {
    const person = await lowSubscriber(world, 5)
    expect(await setAutoPurchase(person, { enabled: true })).toMatchObject({ enabled: true })
    const [attempt, ...others] = await attemptsOf(world, person)
    expect(others).toEqual([])
    expect(attempt).toMatchObject({ status: 'paid', tier: 'uplift', amount_cents: 2500 })
    const payments = await automaticPayments(world, person)
    expect(payments).toMatchObject([{ id: attempt?.stripe_payment_intent_id, status: 'succeeded', amount: 2500 }])
    expect(payments[0]?.metadata['checkoutId']).toBe(attempt?.id)
    expect(await balanceMinutes(person)).toBe(125)
    expect(await stateOf(person)).toMatchObject({ spentThisMonth: 25, chargesNow: false, problem: null })
    const [newest] = await person.client.call(account.transactions)
    expect(newest).toMatchObject({
      amount: 25,
      creditsAdded: 120,
      description: expect.stringMatching(/^Auto-purchase/),
    })
    const mail = await receiptMail(person, newest?.receiptNumber ?? '')
    expect(mail?.text).toContain('we bought a package automatically')
    expect(mail?.text).toContain(`${world.url}/account/receipts/${newest?.id}`)
  })

  it('happens at the threshold, not above it, and is armed again above it for the next', async () => {
    const person = await subscriber(world, 'launch')
    await setAutoPurchase(person, { enabled: true, tier: 'launch' })
    await spendTo(world, person, 9.05)
    expect(await attemptsOf(world, person)).toEqual([])
    await spendTo(world, person, 9)
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'paid', amount_cents: 1500 }])
    expect(await balanceMinutes(person)).toBe(69)
    expect(await storedState(world, person)).toMatchObject({ armed: true })
    await spendTo(world, person, 2)
    expect(await attemptsOf(world, person)).toHaveLength(2)
    expect(await balanceMinutes(person)).toBe(62)
    expect(await stateOf(person)).toMatchObject({ spentThisMonth: 30 })
  })

  it('has no effect while purchases are off', async () => {
    const person = await subscriber(world)
    await spendTo(world, person, 8)
    await setAutoPurchase(person, { enabled: true, threshold: 5 })
    await setAutoPurchase(person, { enabled: false })
    await spendTo(world, person, 1)
    expect(await attemptsOf(world, person)).toEqual([])
    expect(await automaticPayments(world, person)).toEqual([])
  })

  it('is one charge, however many settlements see it at once', async () => {
    const person = await subscriber(world)
    await setAutoPurchase(person, { enabled: true })
    await setBalance(world, person.id, 9 * 60 + 32)
    const accountId = await accountOf(world, person)
    const settle = async () => {
      const hold = crypto.randomUUID()
      const { database, clock } = world.services
      const at = clock.now()
      await openHold(database.step, { id: hold, accountId, wantMs: 1000, minMs: 1000, at })
      await settleHold(database.step, { id: hold, chargeMs: 1000, userId: person.id, notes: null, at })
      await watchBalance(world.services, accountId)
    }
    await Promise.all(Array.from({ length: 64 }, settle))
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'paid' }])
    expect(await automaticPayments(world, person)).toHaveLength(1)
    expect(await balanceMinutes(person)).toBeCloseTo(120 + 9 - 32 / 60, 3)
  })

  it('is one charge, even when switched on many times at once', async () => {
    const person = await lowSubscriber(world, 5)
    const patches = Array.from({ length: 8 }, () => setAutoPurchase(person, { enabled: true }))
    await Promise.all(patches)
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'paid' }])
    expect(await balanceMinutes(person)).toBe(125)
  })

  it('happens when the threshold is raised to the balance or above it', async () => {
    const person = await subscriber(world)
    await setBalance(world, person.id, 30 * 60)
    await setAutoPurchase(person, { enabled: true })
    expect(await attemptsOf(world, person)).toEqual([])
    await setAutoPurchase(person, { threshold: 40, tier: 'navigate' })
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'paid', tier: 'navigate' }])
    expect(await balanceMinutes(person)).toBe(30 + packages.navigate.minutes)
  })
})

async function receiptMail(person: TestPerson, receiptNumber: string) {
  return expect
    .poll(async () => (await mailsTo(world, person.email)).find(({ subject }) => subject.includes(receiptNumber)), {
      timeout: 60_000,
    })
    .toBeDefined()
    .then(async () => (await mailsTo(world, person.email)).find(({ subject }) => subject.includes(receiptNumber)))
}
