import { createHmac } from 'node:crypto'
import type { ProblemBody } from '#contract/call.ts'
import { afterEach, balanceOf, eventually, expect, expectCredited, idOf, it, me, openFirst, pay } from '#tests/calls.ts'
import { registered, sharedWorld, succeed, tags } from '#tests/calls.ts'

const world = await sharedWorld()
const secret = world.standins.stripeWebhookSecret
afterEach(() => world.control({ webhooks: 'deliver', nextCardOutcome: null }))

/** Waits until every delivered event about a payment is handled, and at least one came. */
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

it('the event of a declined payment grants nothing', tags('D37'), async () => {
  const person = await registered(world)
  await world.control({ nextCardOutcome: 'declined' })
  await waitUntilWorkedOff(await pay(world, openFirst(person)))
  expect(await me(person)).toMatchObject({ creditBalance: 0, hasAccess: false })
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
const storedEvents = () => world.sql("select id from stripe_event where id like 'evt\\_made\\_%'")

it('what the provider has not signed over these exact bytes is refused', tags('D37'), async () => {
  const body = eventOf('pi_any')
  const atS = Math.floor(Date.now() / 1000)
  const signatures = [
    '',
    'nonsense',
    sign(body, 'whsec_another'),
    sign(`${body} `),
    sign(body, secret, atS - 3600),
    sign(body, secret, atS + 3600),
    sign(body).replace('v1=', 'v0='),
  ]
  for (const signature of signatures) {
    const reply = await deliver(body, signature)
    expect([signature, reply.status, reply.body.code]).toEqual([signature, 400, 'bad_signature'])
  }
  expect(await storedEvents()).toEqual([])
})

it('a signed body that is not an event is refused', tags('D37'), async () => {
  const bodies = [
    'nonsense',
    '',
    'null',
    '[]',
    '{}',
    '{"object":"v2.core.event","id":"evt_made_x"}',
    '{"id":"evt_made_x"}',
    '{"id":7,"type":"payment_intent.succeeded","data":{"object":{}}}',
    '{"id":"evt_made_x","type":"payment_intent.succeeded","data":{"object":null}}',
    '{"id":"evt_made_x","type":"payment_intent.succeeded","data":{"object":{"id":"a\\u0000b"}}}',
  ]
  const code = expect.stringMatching(/^bad_(event|request|signature)$/) as unknown
  for (const body of bodies) {
    const reply = await deliver(body)
    expect([body, reply.status, reply.body.code]).toEqual([body, 400, code])
  }
  expect(await storedEvents()).toEqual([])
})

it('a signed event is accepted once and a repeat answered with 200', tags('D37'), async () => {
  const body = eventOf('pi_unknown')
  const replies = await Promise.all(Array.from({ length: 8 }, () => deliver(body)))
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await storedEvents()).toHaveLength(1)
  const jobs = await world.sql("select 1 from pgboss.job where name = 'stripe-event' and data->>'id' = $1", [
    `evt_made_${count}`,
  ])
  expect(jobs).toHaveLength(1)
})

it('the provider is trusted rather than an event about an unpaid payment', tags('D37'), async () => {
  const person = await registered(world)
  const paymentIntentId = idOf((await openFirst(person)).body.clientSecret)
  expect((await deliver(eventOf(paymentIntentId))).status).toBe(200)
  await waitUntilWorkedOff(paymentIntentId)
  expect(await balanceOf(person)).toBe(0)
})
