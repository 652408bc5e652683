import { findings } from '#contract/admin/findings.ts'
import { approveRefund, declineRefund, refundRequests } from '#contract/billing/refund-requests.ts'
import { refundUnknownCustomer } from '#contract/billing/refunds.ts'
import { changePlatformSettings } from '#contract/settings/admin-settings.ts'
import { reconcilePayments } from '#server/billing/reconcile.flow.ts'
import { resumeUnknownCustomerRefunds } from '#server/billing/refunds/unknown-customers.flow.ts'
import { PaymentsUnavailable } from '#server/billing/stripe/client.ts'
import { actsOn, answerWith, atProvider, buy, customerOf, expect, expectRefused, firm, it } from '#tests/calls.ts'
import { ownWorld, platformAdmin, staffMember, subscriber, subscriberWithPayment, tags } from '#tests/calls.ts'
import type { TestPerson } from '#tests/calls.ts'

/** Payments since the backup, seen by an installation that was restored from it. */

const lost = await ownWorld()
const { url, smtpPort, stripeWebhookSecret, elevenLabsWebhookSecret } = lost.standins
/** An older copy of the database, in which nobody has paid yet, with the same Stripe. */
const restored = await ownWorld(
  {
    STANDINS_URL: url,
    STANDINS_SMTP_PORT: String(smtpPort),
    STANDINS_WEBHOOK_SECRET: stripeWebhookSecret,
    STANDINS_VOICE_WEBHOOK_SECRET: elevenLabsWebhookSecret,
  },
  { breaksBooks: true },
)
const backedUpAt = new Date()
const owner = await platformAdmin(restored)
const finn = await staffMember(restored, 'finance')
const fay = await staffMember(restored, 'finance')
const sam = await staffMember(restored, 'support')

/** Compares as the first hour after the restore does. */
const compare = () => reconcilePayments(restored.services)
const list = () => finn.client.call(findings, { query: { kind: 'customer_unknown' } })
const inputOf = (id: string, key: string = crypto.randomUUID()) => {
  return { params: { id }, body: { reason: 'Lost in the restore', key } }
}
const refund = (id: string, { by = finn, key }: { by?: TestPerson; key?: string } = {}) =>
  by.client.try(refundUnknownCustomer, inputOf(id, key))

/** Returns the finding about a payment, made by a comparison after the payment has settled. */
async function findingAbout(paymentIntentId: string) {
  await restored.control({ advance: 'PT11M' })
  await compare()
  const found = (await list()).find(({ objectId }) => objectId === paymentIntentId)
  if (!found) throw new Error(`No finding about ${paymentIntentId}`)
  return found
}

const refundsOf = async (paymentIntentId: string) =>
  (await atProvider<{ data: { amount: number }[] }>(lost, `refunds?payment_intent=${paymentIntentId}`)).data

it('after a restore, what unknown customers paid since is found and refunded once', tags('D37 D44'), async () => {
  const { person, paymentIntentId } = await subscriberWithPayment(lost)
  const customer = await customerOf(lost, person)
  await restored.control({ advance: 'P10D' })
  await restored.sql("update comparison set until = $1 where name = 'payments'", [backedUpAt])
  const { id, ...found } = await findingAbout(paymentIntentId)
  const details = `$27.97 was paid on ${backedUpAt.toISOString().slice(0, 10)}`
  expect(found).toMatchObject({ state: 'open', details, customer: { name: person.email, userId: null } })
  await expectRefused(
    refundUnknownCustomer,
    [finn, inputOf(crypto.randomUUID()), 404, 'finding_not_found'],
    [await staffMember(restored, 'read_only'), inputOf(id), 403, 'forbidden'],
  )
  const key = crypto.randomUUID()
  const both = await Promise.all([refund(id, { key }), refund(id, { key })])
  expect(both.map(({ status, body }) => [status, body.state, body.amount])).toEqual([
    [200, 'made', 27.97],
    [200, 'made', 27.97],
  ])
  expect(await refundsOf(paymentIntentId)).toMatchObject([{ amount: 2797 }])
  expect((await atProvider<{ data: object[] }>(lost, `subscriptions?customer=${customer}`)).data).toEqual([])
  expect(await list()).toEqual([])
  await expectRefused(refundUnknownCustomer, [finn, inputOf(id), 409, 'finding_not_open'])
  expect(await actsOn(owner, 'finding', id)).toMatchObject([{ action: 'payment.refund', after: { amountCents: 2797 } }])
  // The address goes with the finding.
  const left = await restored.sql('select customer_email from finding where object_id = $1', [paymentIntentId])
  expect(left).toEqual([{ customer_email: null }])
  await compare()
  expect(await list()).toEqual([])
})

it('a large refund to an unknown customer waits for a second person', tags('D192'), async () => {
  const { owner: payer } = await firm(lost)
  const orders = `select stripe_payment_intent_id as id from subscription_payment join account on account.id = account_id
    where organization_id is not null`
  const [order] = await lost.sql<{ id: string }>(orders)
  const { id, objectId, customer } = await findingAbout(order!.id)
  expect(customer?.name).toBe(payer.email)
  await expectRefused(refundUnknownCustomer, [sam, inputOf(id), 403, 'above_limit'])
  const key = crypto.randomUUID()
  const asked = await refund(id, { key })
  expect([asked.status, asked.body.state]).toEqual([202, 'waiting'])
  expect((await refund(id, { key })).body.id).toBe(asked.body.id)
  await expectRefused(refundUnknownCustomer, [fay, inputOf(id), 409, 'request_waiting'])
  const [request] = await finn.client.call(refundRequests, { query: { state: 'waiting' } })
  expect(request).toMatchObject({ id: asked.body.id, receiptNumber: objectId, payer: { name: payer.email } })
  const params = { id: asked.body.id }
  await expectRefused(approveRefund, [finn, { params }, 409, 'own_request'], [sam, { params }, 403, 'above_limit'])
  expect((await fay.client.call(declineRefund, { params })).state).toBe('declined')
  const again = await refund(id)
  const approved = await Promise.all([fay, owner].map((by) => by.client.try(approveRefund, { params: again.body })))
  expect(approved.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '409'])
  expect(await refundsOf(objectId)).toMatchObject([{ amount: request!.amount * 100 }])
  expect(await list()).toEqual([])
  const acts = (await actsOn(owner, 'finding', id)).map(({ action }) => action)
  expect(acts).toEqual(['refund.approve', 'refund.request', 'refund.decline', 'refund.request'])
})

it('refunds to one unknown customer count together, and one that was cut off is made once', async () => {
  await owner.client.call(changePlatformSettings, { body: { secondPersonAboveDollars: 30 } })
  const person = await subscriber(lost)
  const payments: string[] = []
  for (const _ of [1, 2, 3]) payments.push(await buy(lost, person, 'launch'))
  const [first = '', second = '', third = ''] = payments
  const [one, other, last] = [await findingAbout(first), await findingAbout(second), await findingAbout(third)]
  const restore = answerWith(restored, 'refund', () => () => Promise.reject(new PaymentsUnavailable('cut off')))
  for (const { id } of [one, other]) expect((await refund(id)).status).toBe(503)
  restore()
  // A fault of one holds up no other.
  answerWith(restored, 'endAllOf', (_, mend) => () => (mend(), Promise.reject(new Error('broken'))))
  for (const _ of [1, 2]) await resumeUnknownCustomerRefunds(restored.services)
  for (const id of [first, second]) expect(await refundsOf(id)).toMatchObject([{ amount: 1500 }])
  expect((await refund(last.id)).status).toBe(202)
})
