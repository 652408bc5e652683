import { createOrganizationPayment, organizationOrder, registrationStatus } from '#contract/organizations/payment.ts'
import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { processPaymentEvent } from '#server/billing/bookings/payment-events.flow.ts'
import { bookInvoice, bookPayment } from '#server/billing/bookings/book-payment.flow.ts'
import * as kit from '#tests/calls.ts'
import { describe, expect, expectRefused, it, organizationsOf, registeredOrganization, tags } from '#tests/calls.ts'
import { rowOf } from '../../../kit/organizations/organization-registrations.ts'

const world = await kit.ownWorld()

// First, because months of every organization here pass with its own.
it('further months add minutes; failed ones end in canceled', tags('D103 S671 D129 S485'), async () => {
  const own = await kit.paidOrganization(world)
  await kit.passTime(world, 'P32D')
  const [made] = await organizationsOf(world, own)
  expect(made?.pool_ms).toBe(2 * 60_000_000)
  const select = 'select amount_cents from subscription_payment where account_id = $1 order by created_at'
  expect(await world.sql(select, [made?.account_id])).toEqual([{ amount_cents: 141_900 }, { amount_cents: 36_900 }])
  const { stripe_customer_id: customer, stripe_subscription_id: subscription } = await rowOf(world, own.id)
  const attach = 'payment_methods/pm_card_chargeCustomerFail/attach'
  const card = await kit.changeAtProvider<{ id: string }>(world, attach, { customer: String(customer) })
  await kit.changeAtProvider(world, `subscriptions/${String(subscription)}`, { default_payment_method: card.id })
  for (const subscription_status of ['past_due', 'canceled']) {
    await kit.passTime(world, 'P31D')
    const state = { subscription_status, is_active: true, pool_ms: 2 * 60_000_000 }
    expect((await organizationsOf(world, own))[0]).toMatchObject(state)
  }
})

const statusOf = async ({ client, id }: kit.Registered) =>
  (await client.call(registrationStatus, { params: { id } })).status

/** Pays without a report of the provider. Returns the payment. */
const payUnheard = (secret: string) => kit.losingEvents(world, () => kit.payWithCard(world, secret))

const agreed = { enabled: true, tier: 'pool_growth', threshold_minutes: 30, monthly_cap_cents: 27_000 }
const settings = 'select enabled, tier, threshold_minutes, monthly_cap_cents from auto_purchase where account_id = $1'
const settingsOf = (firm: kit.OrganizationRow | undefined) => world.sql(settings, [firm?.account_id])

describe('the first payment', tags('D103'), () => {
  it('creates an organization with admin, pool, receipt and builds', tags('S438 S439 S450 D43 D108'), async () => {
    const order = await kit.paidOrganization(world)
    const [firm] = await organizationsOf(world, order)
    const made = { subscription_status: 'active', is_active: true, subscription_tier: 'business', max_users: 5 }
    expect(firm).toMatchObject({ ...made, pool_ms: 1000 * 60_000 })
    const amounts = { payment_amount_cents: 105_000, monthly_total_cents: 36_900 }
    const ids = { organization_id: firm?.id, stripe_payment_intent_id: order.paymentId }
    const row = await rowOf(world, order.id)
    expect(row).toMatchObject({ status: 'paid', admin_state: 'created', ...amounts, ...ids })
    const people = await world.sql(
      `select email, first_name, last_name, users.role as user_role, password_hash, member.role, member.access_level
       from organization_user as member join users on users.id = member.user_id where organization_id = $1`,
      [firm?.id],
    )
    const named = { email: order.email, first_name: 'Olive', last_name: 'Owner', password_hash: null }
    expect(people).toEqual([{ ...named, user_role: 'organization_admin', role: 'admin', access_level: 'full' }])
    const ofAccount = (columns: string) =>
      world.sql(`select ${columns} where account_id = $1 order by 1 limit 1`, [firm?.account_id])
    const invoice = String(row.stripe_invoice_id)
    expect([
      await ofAccount('kind, ref, amount_ms from entry'),
      await ofAccount('type, tier, amount_cents, paid_with from receipt'),
    ]).toEqual([
      [{ kind: 'purchase', ref: `month:${invoice}`, amount_ms: 60_000_000 }],
      [{ type: 'subscription', tier: 'business', amount_cents: 141_900, paid_with: 'Visa ending in 4242' }],
    ])
    const builds = await world.sql(
      'select agent_name, description, use_case, priority, status from agent_request where organization_id = $1',
      [firm?.id],
    )
    const filed = { description: 'Answers our clients.', use_case: 'Other', priority: 'medium', status: 'received' }
    expect(builds).toEqual([{ agent_name: `Custom agent 1 for ${order.organizationName}`, ...filed }])
    expect(await settingsOf(firm)).toEqual([agreed])
    const payment = { body: { paymentIntentId: order.paymentId } }
    await expectRefused(processPaymentSuccess, [await kit.registered(world), payment, 404, 'payment_not_found'])
  })

  it('does so once, for 64 confirmations, events and checks at once', tags('D36'), async () => {
    const own = await registeredOrganization(world)
    const paymentId = await payUnheard(await kit.openPayment(own))
    const { stripe_invoice_id: invoiceId } = await rowOf(world, own.id)
    type Event = { id: string; type: string; data: { object: { id: string } } }
    const { data: events } = await kit.atProvider<{ data: Event[] }>(world, 'events?limit=20')
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
        statusOf(own),
      ]).flat(),
    )
    const [made, ...more] = await organizationsOf(world, own)
    expect([more, made?.pool_ms]).toEqual([[], 60_000_000])
    for (const [rows, value] of [
      ['users where email = $1', own.email],
      ['subscription_payment where account_id = $1', made?.account_id],
      ['agent_request where organization_id = $1', made?.id],
    ] as const)
      expect(await world.sql(`select from ${rows}`, [value]), rows).toHaveLength(1)
  })

  it('uses the slug of the name, numbered where taken, or org-{id}', tags('S436'), async () => {
    const slug = `slug-sohne-${process.pid}`
    for (const end of ['', '-2']) await kit.unpaidOrganization(world, { slug: slug + end })
    const slugOf = async (organizationName: string) =>
      (await organizationsOf(world, await kit.paidOrganization(world, { organizationName })))[0]
    expect((await slugOf(`Slug & Söhne ${process.pid}`))?.slug).toBe(`${slug}-3`)
    const nameless = await slugOf('日本')
    expect(nameless?.slug).toBe(`org-${nameless?.id}`)
  })

  it('does nothing for a declined card, another amount or customer', tags('S619 D37'), async () => {
    const own = await registeredOrganization(world)
    const secret = await kit.openPayment(own)
    await kit.payWithCard(world, secret, 'pm_card_chargeDeclined')
    expect(await statusOf(own)).toBe('awaiting_payment')
    expect(await kit.openPayment(own)).toBe(secret)
    const { stripe_customer_id: customer } = await rowOf(world, own.id)
    const setCustomer = (id: unknown) =>
      world.sql('update business_registration set stripe_customer_id = $2 where id = $1', [own.id, id])
    await setCustomer('cus_other')
    const paymentId = await payUnheard(secret)
    await expect(bookPayment(world.services, paymentId)).rejects.toThrow(/differs in amount, currency or customer/)
    expect(await statusOf(own)).toBe('confirming')
    expect(await organizationsOf(world, own)).toEqual([])
    await setCustomer(customer)
    expect(await statusOf(own)).toBe('paid')
  })

  it('allows auto-purchase for the pool, unless the checkout said no', tags('D109'), async () => {
    const own = await registeredOrganization(world)
    const body = { registrationId: own.id, autoPurchase: false }
    const { clientSecret, autoPurchase } = await own.client.call(createOrganizationPayment, { body })
    expect(autoPurchase.enabled).toBe(false)
    await kit.payWithCard(world, clientSecret)
    expect(await statusOf(own)).toBe('paid')
    const [made] = await organizationsOf(world, own)
    expect(await settingsOf(made)).toEqual([{ ...agreed, enabled: false }])
  })
})

const open = ({ client, id }: kit.Registered, more: object = {}) =>
  client.try(createOrganizationPayment, { body: { registrationId: id, ...more } })

it('a paid, expired or unknown order is not named, and not opened', tags('D101 D102'), async () => {
  const [paid, late] = [await kit.paidOrganization(world), await registeredOrganization(world)]
  await kit.openPayment(late)
  const now = world.services.clock.now()
  await world.sql('update business_registration set expires_at = $2 where id = $1', [late.id, now])
  for (const [{ client, id }, status, code] of [
    [paid, 409, 'already_paid'],
    [late, 410, 'registration_expired'],
    [{ ...late, id: '42' }, 404, 'registration_not_found'],
    [{ ...late, id: '00000000-0000-4000-8000-000000000000' }, 404, 'registration_not_found'],
  ] as const) {
    await expectRefused(organizationOrder, [client, { params: { id } }, status, { code }])
    await expectRefused(createOrganizationPayment, [client, { body: { registrationId: id } }, status, code])
  }
  const nameless = { body: { registrationId: '' } }
  await expectRefused(createOrganizationPayment, [late, nameless, 404, 'registration_not_found'])
  await kit.eventsWorkedOff(world)
  expect([await statusOf(late), await organizationsOf(world, late)]).toEqual(['expired', []])
})

describe('POST /api/create-organization-payment-intent', tags('D102'), () => {
  it('opens one subscription and invoice at our price', tags('S362 S552 D29 D93 D181'), async () => {
    const order = await registeredOrganization(world)
    const shown = await world.visitor().call(organizationOrder, { params: { id: order.id } })
    const amounts = { oneTime: 1050, monthly: 369, today: 1419 }
    expect(shown).toMatchObject({ amounts, order: { organizationName: order.organizationName } })
    const { lines } = shown.order
    const sum = (isMonthly: boolean) =>
      lines.filter((line) => line.isMonthly === isMonthly).reduce((total, { amount }) => total + amount, 0)
    expect([lines.length, sum(false), sum(true)]).toEqual([6, 1050, 369])

    const before = await rowOf(world, order.id)
    expect(before).toMatchObject({ stripe_customer_id: null, stripe_subscription_id: null, auto_purchase: true })
    const figures = { oneTimeAmount: 1050, monthlyAmount: 369, customerEmail: order.email, customerName: 'Olive' }
    const message = 'The price has changed. Please check the new price and try again.'
    for (const more of [{ oneTimeAmount: 1 }, { monthlyAmount: 0.5 }, { monthlyAmount: 370 }]) {
      const body = { registrationId: order.id, ...figures, ...more, autoPurchase: false }
      const problem = { code: 'price_changed', ...amounts, message }
      await expectRefused(createOrganizationPayment, [order.client, { body }, 409, problem])
    }
    expect(await rowOf(world, order.id)).toEqual(before)

    // However many requests come at once, one payment is opened (D102).
    const replies = await Promise.all(Array.from({ length: 12 }, () => open(order, figures)))
    const { body } = await open(order)
    const autoPurchase = { enabled: true, minutes: 1000, price: 135, monthlyCap: 270 }
    expect(body).toMatchObject({ amounts, autoPurchase })
    for (const reply of replies) if (reply.status !== 503) expect([reply.status, reply.body]).toEqual([200, body])
    expect(replies.some(({ status }) => status === 200)).toBe(true)
    const row = await rowOf(world, order.id)
    const path = `subscriptions?customer=${String(row.stripe_customer_id)}&status=all`
    type List = { data: { id: string; status: string; items: { data: unknown[] } }[] }
    const { data } = await kit.atProvider<List>(world, path)
    expect(data).toMatchObject([{ id: row.stripe_subscription_id, status: 'incomplete' }])
    expect(data[0]?.items.data).toHaveLength(4)
    const invoice = await kit.atProvider<{ amount_due: number }>(world, `invoices/${String(row.stripe_invoice_id)}`)
    expect(invoice.amount_due).toBe(141_900)
  })

  it('replaces a payment that can no longer be made; credits an unreported one', async () => {
    const order = await registeredOrganization(world)
    const first = await kit.openPayment(order)
    const { stripe_invoice_id: invoice } = await rowOf(world, order.id)
    await kit.changeAtProvider(world, `invoices/${String(invoice)}/void`, {})
    const second = await kit.openPayment(order)
    expect(second).not.toBe(first)
    await payUnheard(second)
    expect(await open(order)).toMatchObject({ status: 409, body: { code: 'already_paid' } })
    expect(await statusOf(order)).toBe('paid')
    expect(await organizationsOf(world, order)).toHaveLength(1)
  })

  it('opens 30 an hour for an order, so that nobody can try out cards', async () => {
    const order = await registeredOrganization(world)
    await world.sql(
      `insert into rate_limit (key, window_start, hits, expires_at)
       values ($1, date_trunc('hour', now()), 100000, now() + interval '1 hour')`,
      [`payment:registration:${order.id}`],
    )
    expect(await open(order)).toMatchObject({ status: 429, body: { code: 'too_many_payments' } })
  })
})
