import { describe, expect, it, vi } from 'vitest'
import { createOrganizationPayment, registrationStatus } from '#contract/organizations/payment.ts'
import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { watchBalance } from '#server/billing/auto-purchase/watch-balance.flow.ts'
import { processPaymentEvent } from '#server/billing/bookings/payment-events.flow.ts'
import { bookPayment, bookInvoice } from '#server/billing/bookings/book-payment.flow.ts'
import { atProvider, changeAtProvider, ownWorld, payWithCard, registered } from '#tests/calls.ts'
import { rowOf } from '../../../kit/organizations/organization-registrations.ts'
import {
  openPayment,
  organizationsOf,
  paidOrganization,
  type Registered,
  registeredOrganization,
} from '../../../kit/organizations/paid-organizations.ts'
import { losingEvents, passTime } from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()

const statusOf = async ({ client, id }: Registered) =>
  (await client.call(registrationStatus, { params: { id } })).status

describe('the first payment (D103)', () => {
  it('creates the organization and its admin (S438, S439, S450)', async () => {
    const order = await paidOrganization(world)
    const [organization] = await organizationsOf(world, order)
    expect(organization).toMatchObject({
      subscription_status: 'active',
      is_active: true,
      subscription_tier: 'business',
      max_users: 5,
      pool_ms: 1000 * 60_000,
    })
    const row = await rowOf(world, order.id)
    expect(row).toMatchObject({
      status: 'paid',
      organization_id: organization?.id,
      stripe_payment_intent_id: order.paymentId,
      payment_amount_cents: 105_000,
      monthly_total_cents: 36_900,
      admin_state: 'created',
    })
    const people = await world.sql(
      `select email, first_name, last_name, users.role as user_role, password_hash, member.role, member.access_level
       from organization_user as member join users on users.id = member.user_id where organization_id = $1`,
      [organization?.id],
    )
    expect(people).toEqual([
      {
        email: order.email,
        first_name: 'Olive',
        last_name: 'Owner',
        user_role: 'organization_admin',
        password_hash: null,
        role: 'admin',
        access_level: 'full',
      },
    ])
  })

  it('fills the pool, writes a receipt and files what must be built (S450, D43, D108)', async () => {
    const order = await paidOrganization(world)
    const [organization] = await organizationsOf(world, order)
    const row = await rowOf(world, order.id)
    const entries = await world.sql('select kind, ref, amount_ms from entry where account_id = $1', [
      organization?.account_id,
    ])
    expect(entries).toEqual([
      { kind: 'purchase', ref: `month:${String(row.stripe_invoice_id)}`, amount_ms: 60_000_000 },
    ])
    const receipts = await world.sql('select type, tier, amount_cents, paid_with from receipt where account_id = $1', [
      organization?.account_id,
    ])
    expect(receipts).toEqual([
      { type: 'subscription', tier: 'business', amount_cents: 141_900, paid_with: 'Visa ending in 4242' },
    ])
    const builds = await world.sql(
      'select agent_name, description, use_case, priority, status from agent_request where organization_id = $1',
      [organization?.id],
    )
    expect(builds).toEqual([
      {
        agent_name: `Custom agent 1 for ${order.organizationName}`,
        description: 'Answers our clients.',
        use_case: 'Other',
        priority: 'medium',
        status: 'received',
      },
    ])
  })

  it('does so once, whatever reports it: 64 confirmations, events and success checks at once (D36, D103)', async () => {
    const order = await registeredOrganization(world)
    const secret = await openPayment(order)
    let paymentId = ''
    await losingEvents(world, async () => {
      paymentId = await payWithCard(world, secret)
    })
    const { stripe_invoice_id: invoiceId } = await rowOf(world, order.id)
    const { data: events } = await atProvider<{
      data: { id: string; type: string; data: { object: { id: string } } }[]
    }>(world, 'events?limit=20')
    const told = events.find(({ type, data }) => type === 'payment_intent.succeeded' && data.object.id === paymentId)
    await world.sql(
      `insert into stripe_event (id, type, object_id, payload, received_at) values ($1, $2, $3, '{}', now())
       on conflict do nothing`,
      [told?.id, told?.type, paymentId],
    )
    await Promise.all(
      Array.from({ length: 16 }, () => [
        bookPayment(world.services, paymentId),
        bookInvoice(world.services, String(invoiceId)),
        processPaymentEvent(world.services, told?.id ?? ''),
        statusOf(order),
      ]).flat(),
    )
    const [organization, ...more] = await organizationsOf(world, order)
    expect(more).toEqual([])
    expect(organization?.pool_ms).toBe(60_000_000)
    const counts = await world.sql(
      `select (select count(*)::int from users where email = $1) as people,
         (select count(*)::int from subscription_payment where account_id = $2) as months,
         (select count(*)::int from agent_request where organization_id = $3) as builds`,
      [order.email, organization?.account_id, organization?.id],
    )
    expect(counts).toEqual([{ people: 1, months: 1, builds: 1 }])
  })

  it('uses the slug of the name, with -2 and -3 where it is taken, and org-{id} where nothing is left (S436)', async () => {
    const organizationName = `Slug & Söhne ${process.pid}`
    const slugs: string[] = []
    for (let i = 0; i < 3; i++) await paidOrganization(world, { organizationName })
    for (const row of await organizationsOf(world, { organizationName } as Registered)) slugs.push(row.slug)
    expect(slugs.toSorted()).toEqual(['', '-2', '-3'].map((end) => `slug-sohne-${process.pid}${end}`))
    const nameless = await paidOrganization(world, { organizationName: '日本' })
    const [organization] = await organizationsOf(world, nameless)
    expect(organization?.slug).toBe(`org-${organization?.id}`)
  })

  it('does nothing for a declined card, and can be tried again with another (S619)', async () => {
    const order = await registeredOrganization(world)
    const secret = await openPayment(order)
    await payWithCard(world, secret, 'pm_card_chargeDeclined')
    expect(await statusOf(order)).toBe('awaiting_payment')
    expect(await organizationsOf(world, order)).toEqual([])
    expect(await openPayment(order)).toBe(secret)
    await payWithCard(world, secret)
    expect(await statusOf(order)).toBe('paid')
  })

  it('creates nothing for a payment whose amount or customer differs from the registration (D37)', async () => {
    const order = await registeredOrganization(world)
    const secret = await openPayment(order)
    const { stripe_customer_id: customer } = await rowOf(world, order.id)
    await world.sql('update business_registration set stripe_customer_id = $2 where id = $1', [order.id, 'cus_other'])
    let paymentId = ''
    await losingEvents(world, async () => {
      paymentId = await payWithCard(world, secret)
    })
    await expect(bookPayment(world.services, paymentId)).rejects.toThrow(/differs in amount, currency or customer/)
    expect(await statusOf(order)).toBe('confirming')
    expect(await organizationsOf(world, order)).toEqual([])
    await world.sql('update business_registration set stripe_customer_id = $2 where id = $1', [order.id, customer])
    expect(await statusOf(order)).toBe('paid')
  })

  it('allows auto-purchase for the pool, unless the checkout said no (D109)', async () => {
    const settingsOf = async (order: Registered) => {
      const [organization] = await organizationsOf(world, order)
      return world.sql(
        'select enabled, tier, threshold_minutes, monthly_cap_cents from auto_purchase where account_id = $1',
        [organization?.account_id],
      )
    }
    const agreed = { enabled: true, tier: 'pool_growth', threshold_minutes: 30, monthly_cap_cents: 27_000 }
    expect(await settingsOf(await paidOrganization(world))).toEqual([agreed])
    const refused = await registeredOrganization(world)
    const { clientSecret, autoPurchase } = await refused.client.call(createOrganizationPayment, {
      body: { registrationId: refused.id, autoPurchase: false },
    })
    expect(autoPurchase.enabled).toBe(false)
    await payWithCard(world, clientSecret)
    expect(await statusOf(refused)).toBe('paid')
    expect(await settingsOf(refused)).toEqual([{ ...agreed, enabled: false }])
  })

  it('buys the package once when fewer than 30 minutes remain (D109, D45)', async () => {
    const order = await paidOrganization(world)
    const [organization] = await organizationsOf(world, order)
    const accountId = organization?.account_id ?? ''
    const hold = crypto.randomUUID()
    await world.sql('select ledger_hold_open($1, $2, 971 * 60000, 0, now())', [hold, accountId])
    await world.sql('select ledger_hold_settle($1, 971 * 60000, null, $2, now())', [hold, 'spent before the test'])
    await Promise.all(Array.from({ length: 8 }, () => watchBalance(world.services, accountId)))
    const bought = () =>
      world.sql('select tier, amount_cents, automatic from credit_purchase where account_id = $1', [accountId])
    await vi.waitFor(async () => expect(await bought()).not.toEqual([]), { timeout: 60_000, interval: 50 })
    expect(await bought()).toEqual([{ tier: 'pool_growth', amount_cents: 13_500, automatic: true }])
    expect((await organizationsOf(world, order))[0]?.pool_ms).toBe(1029 * 60_000)
  })

  it('cannot be opened through the calls of individuals', async () => {
    const order = await paidOrganization(world)
    const person = await registered(world)
    const reply = await person.client.try(processPaymentSuccess, { body: { paymentIntentId: order.paymentId } })
    expect([reply.status, reply.body.code]).toEqual([404, 'payment_not_found'])
  })
})

describe('the months after the first', () => {
  it('add the minutes of the package, and what is left stays (D103, S671)', async () => {
    const order = await paidOrganization(world)
    await passTime(world, 'P32D')
    const [organization] = await organizationsOf(world, order)
    expect(organization?.pool_ms).toBe(2 * 60_000_000)
    const months = await world.sql(
      'select amount_cents from subscription_payment where account_id = $1 order by created_at',
      [organization?.account_id],
    )
    expect(months).toEqual([{ amount_cents: 141_900 }, { amount_cents: 36_900 }])
  })

  it('that fail make it past_due, and their end canceled; the pool stays (D129, S485)', async () => {
    const order = await paidOrganization(world)
    const { stripe_customer_id: customer, stripe_subscription_id: subscription } = await rowOf(world, order.id)
    const card = await changeAtProvider<{ id: string }>(world, 'payment_methods/pm_card_chargeCustomerFail/attach', {
      customer: String(customer),
    })
    await changeAtProvider(world, `subscriptions/${String(subscription)}`, { default_payment_method: card.id })
    await passTime(world, 'P32D')
    expect((await organizationsOf(world, order))[0]).toMatchObject({
      subscription_status: 'past_due',
      pool_ms: 60_000_000,
    })
    await passTime(world, 'P30D')
    expect((await organizationsOf(world, order))[0]).toMatchObject({
      subscription_status: 'canceled',
      is_active: true,
      pool_ms: 60_000_000,
    })
  })
})
