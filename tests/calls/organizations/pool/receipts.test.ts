import * as auth from '#contract/identity/auth.ts'
import { organizationBilling } from '#contract/organizations/billing.ts'
import { setTempPassword } from '#contract/organizations/payment.ts'
import { receipt } from '#contract/billing/receipts.ts'
import { describe, expect, it, mailsTo, member, organization, password, registered, sharedWorld } from '#tests/calls.ts'
import { organizationsOf, paidOrganization } from '../../../kit/organizations/paid-organizations.ts'

const world = await sharedWorld()

describe('the receipt of an organization (D43)', () => {
  it('is mailed and opens for its admins, with the organization as payer; for members and strangers it is a 404', async () => {
    const order = await paidOrganization(world)
    const [found] = await organizationsOf(world, order)
    const [row] = await world.sql<{ id: string }>('select id from receipt where account_id = $1', [found?.account_id])
    const params = { id: row?.id ?? '' }
    await expect
      .poll(
        async () => (await mailsTo(world, order.email)).some(({ text }) => text.includes(`/receipts/${params.id}`)),
        {
          timeout: 60_000,
        },
      )
      .toBe(true)

    const names = { firstName: 'Olive', lastName: 'Owner' }
    await order.client.call(setTempPassword, { body: { email: order.email, newPassword: password, ...names } })
    await order.client.call(auth.login, { body: { email: order.email, password } })
    expect(await order.client.call(receipt, { params })).toMatchObject({
      amount: 1419,
      description: 'Organization package',
      creditsAdded: 1000,
      payer: { name: order.organizationName, email: order.email },
      paidWith: 'Visa ending in 4242',
    })
    const inside = await member(world, found?.id ?? 0)
    const outside = await registered(world)
    for (const { client } of [inside, outside]) {
      const reply = await client.try(receipt, { params })
      expect([reply.status, reply.body.code]).toEqual([404, 'receipt_not_found'])
    }
    expect((await world.visitor().try(receipt, { params })).status).toBe(401)
  })
})

describe('GET /api/organizations/{id}/billing (D133)', () => {
  it('shows what was ordered and paid, only to its admins (S451, S452)', async () => {
    const order = await paidOrganization(world)
    const [found] = await organizationsOf(world, order)
    const params = { organizationId: String(found?.id) }
    const names = { firstName: 'Olive', lastName: 'Owner' }
    await order.client.call(setTempPassword, { body: { email: order.email, newPassword: password, ...names } })
    await order.client.call(auth.login, { body: { email: order.email, password } })
    const { businessRegistration, stripeBilling } = await order.client.call(organizationBilling, { params })
    expect(businessRegistration).toMatchObject({
      organizationName: order.organizationName,
      teamSize: 5,
      userAccessTier: '5-24',
      userPricing: 2.8,
      voiceMinutesPackage: 1000,
      minuteRate: 0.135,
      optimizationCost: 200,
      brandedPWASetupCost: 300,
      brandedPWAMaintenanceCost: 20,
      paymentAmount: 1050,
      monthlyTotal: 369,
      totalToStartToday: 1419,
    })
    expect(stripeBilling).toMatchObject({
      customerId: expect.stringMatching(/^cus_/),
      setupPayments: [{ id: order.paymentId, description: 'Organization Registration', amount: 1419 }],
    })
    expect(stripeBilling?.setupPayments[0]?.productBreakdown[0]).toEqual({
      name: 'Single agent',
      description: '1 × $750',
      amount: 750,
      type: 'one_time',
    })
    const inside = await member(world, found?.id ?? 0)
    const outside = await registered(world)
    expect((await inside.client.try(organizationBilling, { params })).status).toBe(403)
    expect((await outside.client.try(organizationBilling, { params })).status).toBe(404)
    expect((await world.visitor().try(organizationBilling, { params })).status).toBe(401)
  })

  it('is empty for an organization that has never paid', async () => {
    const { id, owner } = await organization(world)
    const params = { organizationId: String(id) }
    expect(await owner.client.call(organizationBilling, { params })).toEqual({
      businessRegistration: null,
      stripeBilling: null,
      plan: null,
      seats: null,
      autoPurchase: null,
      card: null,
      payments: [],
    })
  })
})
