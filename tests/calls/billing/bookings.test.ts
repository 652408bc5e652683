import { createHmac } from 'node:crypto'
import * as account from '#contract/billing/account.ts'
import * as receipts from '#contract/billing/receipts.ts'
import type { ProblemBody } from '#contract/call.ts'
import { bookPayment } from '#server/billing/bookings/book-payment.flow.ts'
import { deletePayloads } from '#server/billing/bookings/provider-events.ts'
import { reconcilePayments } from '#server/billing/reconcile.flow.ts'
import { afterEach, balanceOf, eventually, expect, expectCredited, expectRefused, idOf, it, me } from '#tests/calls.ts'
import { openFirst, openPackage, ownWorld, pay, queuedMails, registered, subscriber } from '#tests/calls.ts'
import { eventsWorkedOff, succeed, tags, type TestPerson, waitForMails } from '#tests/calls.ts'

const world = await ownWorld()

const history = (person: TestPerson) => person.client.call(account.transactions)

const receiptOf = (person: TestPerson, id = '') => person.client.call(receipts.receipt, { params: { id } })

const receiptMails = async (person: TestPerson) =>
  (await queuedMails(world, person.email)).filter(({ subject }) => subject.startsWith('Your receipt'))

it('receipts name seller, buyer and card, and only the buyer reads them', tags('D43'), async () => {
  const person = await subscriber(world, 'navigate')
  const [bought, month] = await history(person)
  if (!bought || !month) throw new Error('Rows are missing')
  expect([bought.type, month.type]).toEqual(['credits', 'subscription'])
  const line = { amount: 45, creditsAdded: 240, description: 'Navigate package, 240 minutes' }
  const seller = { name: 'Luna', supportEmail: null as string | null }
  const payer = { name: 'Test Person', email: person.email }
  const rest = { seller, payer, paidWith: 'Visa ending in 4242', periodEndsAt: null, refundOf: null }
  const receiptNumber = expect.stringMatching(/^L-\d{6}$/) as string
  expect(await receiptOf(person, bought.id)).toEqual({ ...bought, ...line, receiptNumber, ...rest })
  const monthly = await receiptOf(person, month.id)
  expect(monthly).toMatchObject({ amount: 2.97, creditsAdded: 30, description: 'Platform access' })
  expect(Date.parse(String(monthly.periodEndsAt))).toBeGreaterThan(Date.now() + 27 * 86_400_000)
  expect(bought.receiptNumber).not.toBe(month.receiptNumber)
  const [row] = await world.sql('select receipt_number from credit_purchase where user_id = $1', [person.id])
  expect(`L-${String(row?.['receipt_number']).padStart(6, '0')}`).toBe(bought.receiptNumber)
  await expectRefused(
    receipts.receipt,
    [await registered(world), { params: { id: bought.id } }, 404, 'receipt_not_found'],
    [person, { params: { id: crypto.randomUUID() } }, 404, 'receipt_not_found'],
    [person, { params: { id: '42' } }, 404, {}],
  )
  await world.sql(
    `insert into platform_setting (setting_key, setting_value, updated_at)
     values ('supportEmail', '"help@luna.test"', now())`,
  )
  expect((await receiptOf(person, bought.id)).seller).toEqual({ name: 'Luna', supportEmail: 'help@luna.test' })
  await world.sql("delete from platform_setting where setting_key = 'supportEmail'")
})

it('the mail of a first payment names both receipts, and is sent once', tags('D43'), async () => {
  const person = await subscriber(world, 'launch')
  const [bought, month] = await history(person)
  if (!bought || !month) throw new Error('Rows are missing')
  const subject = `Your receipts ${bought.receiptNumber} and ${month.receiptNumber}`
  const [mail] = await waitForMails(world, person.email, subject)
  const text = mail?.text.replaceAll(/\s+/g, ' ') ?? ''
  expect(text).toContain('your payment of $17.97')
  expect(text).toContain(`${bought.receiptNumber}: Launch package, 60 minutes, $15.00`)
  expect(text).toContain(`${month.receiptNumber}: Platform access, $2.97`)
  expect(text).toContain('with Visa ending in 4242')
  for (const { id } of [bought, month]) expect(text).toContain(`${world.url}/account/receipts/${id}`)
  expect(await receiptMails(person)).toHaveLength(1)
  // Whatever reports a payment first and how often.
  await world.control({ webhooks: 'duplicate' })
  const paymentIntentId = await pay(world, openPackage(person, 'ascend'))
  await Promise.all([
    ...Array.from({ length: 8 }, () => bookPayment(world.services, paymentIntentId)),
    succeed(person, paymentIntentId),
    reconcilePayments(world.services),
  ])
  await world.control({ webhooks: 'deliver' })
  const [other] = await history(person)
  await waitForMails(world, person.email, `Your receipt ${other?.receiptNumber}`)
  expect(await receiptMails(person)).toHaveLength(2)
})

const secret = world.standins.stripeWebhookSecret
afterEach(() => world.control({ webhooks: 'deliver', nextCardOutcome: null }))

async function waitUntilWorkedOff(paymentIntentId: string): Promise<void> {
  await eventually(async () => {
    const [row] = await world.sql<{ done: number; waiting: number }>(
      `select count(processed_at)::int as done, (count(*) - count(processed_at))::int as waiting from stripe_event
       where payload::text like '%' || $1 || '%'`,
      [paymentIntentId],
    )
    expect(row?.waiting).toBe(0)
    expect(row?.done).toBeGreaterThanOrEqual(1)
  })
}

it.each(['deliver', 'duplicate', 'reorder'])('events in mode %s credit once', tags('D37 S254'), async (webhooks) => {
  const person = await registered(world)
  await world.control({ webhooks })
  const paymentIntentId = await pay(world, openFirst(person))
  await eventually(async () => expect(await balanceOf(person)).toBe(150))
  await waitUntilWorkedOff(paymentIntentId)
  const active = { creditBalance: 150, hasAccess: true, subscriptionStatus: 'active' }
  expect(await me(person)).toMatchObject(active)
  await expectCredited(succeed(person, paymentIntentId), 120, 30)
  expect(await balanceOf(person)).toBe(150)
})

const sign = (body: string, key = secret, atS = Math.floor(Date.now() / 1000)) =>
  `t=${atS},v1=${createHmac('sha256', key).update(`${atS}.${body}`).digest('hex')}`
let count = 0
const eventOf = (id: string) => {
  const object = { id, object: 'payment_intent', status: 'succeeded', amount: 1 }
  const type = 'payment_intent.succeeded'
  return JSON.stringify({ id: `evt_made_${++count}`, object: 'event', type, data: { object } })
}
const deliver = (body: string, signature = sign(body)) => {
  const headers: Record<string, string> = signature ? { 'stripe-signature': signature } : {}
  return world.visitor().request<ProblemBody>('POST', '/api/webhooks/stripe', body, headers)
}
const storedOf = (ids: string[]) => world.sql('select id from stripe_event where id = any($1)', [ids])

it('an event is refused unless the provider has signed these bytes', tags('D37'), async () => {
  const body = eventOf('pi_any')
  const atS = Math.floor(Date.now() / 1000)
  const late = [atS - 3600, atS + 3600].map((time) => sign(body, secret, time))
  const others = [sign(body, 'whsec_another'), sign(`${body} `), sign(body).replace('v1=', 'v0=')]
  for (const signature of ['', 'nonsense', ...others, ...late]) {
    const reply = await deliver(body, signature)
    expect([signature, reply.status, reply.body.code]).toEqual([signature, 400, 'bad_signature'])
  }
  const event = (object: string) => `{"id":"evt_made_x","type":"payment_intent.succeeded","data":{"object":${object}}}`
  const incomplete = ['nonsense', '', 'null', '[]', '{}', '{"id":"evt_made_x"}', event('null')]
  const foreign = '{"object":"v2.core.event","id":"evt_made_x"}'
  const unstorable = [event('{}').replace('"evt_made_x"', '7'), event('{"id":"a\\u0000b"}')]
  const code = expect.stringMatching(/^bad_(event|request|signature)$/) as unknown
  for (const wrong of [...incomplete, foreign, ...unstorable]) {
    const reply = await deliver(wrong)
    expect([wrong, reply.status, reply.body.code]).toEqual([wrong, 400, code])
  }
  expect(await storedOf(['evt_made_x', '7', `evt_made_${count}`])).toEqual([])
})

it('a signed event is accepted once and a repeat answered with 200', tags('D37'), async () => {
  const body = eventOf('pi_unknown')
  const replies = await Promise.all(Array.from({ length: 8 }, () => deliver(body)))
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
  const id = `evt_made_${count}`
  const jobs = "select from pgboss.job where name = 'stripe-event' and data->>'id' = $1"
  expect([await storedOf([id]), (await world.sql(jobs, [id])).length]).toEqual([[{ id }], 1])
})

it('the provider is trusted rather than an event about an unpaid payment', tags('D37'), async () => {
  const person = await registered(world)
  const paymentIntentId = idOf((await openFirst(person)).body.clientSecret)
  expect((await deliver(eventOf(paymentIntentId))).status).toBe(200)
  await waitUntilWorkedOff(paymentIntentId)
  expect(await balanceOf(person)).toBe(0)
  // The event of a declined payment grants nothing either.
  await world.control({ nextCardOutcome: 'declined' })
  await waitUntilWorkedOff(await pay(world, openFirst(person, 'launch')))
  expect(await me(person)).toMatchObject({ creditBalance: 0, hasAccess: false })
})

it('an event of the provider keeps its id but no person once it is old', tags('D22'), async () => {
  await subscriber(world)
  await eventsWorkedOff(world)
  const filled = () => world.sql("select id from stripe_event where payload <> '{}'")
  const all = await world.sql('select id from stripe_event')
  const at = world.services.clock.now()
  const deleteBefore = (hours: number) =>
    world.services.database.write((tx) => deletePayloads(tx, new Date(at.getTime() + hours * 3_600_000)))
  await deleteBefore(-1)
  expect(await filled()).toHaveLength(all.length)
  await deleteBefore(1)
  expect(await filled()).toEqual([])
  expect(await world.sql('select id from stripe_event')).toHaveLength(all.length)
})
