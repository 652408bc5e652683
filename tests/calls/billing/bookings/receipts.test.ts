import * as account from '#contract/billing/account.ts'
import * as receipts from '#contract/billing/receipts.ts'
import { bookPayment } from '#server/billing/bookings/book-payment.flow.ts'
import { reconcilePayments } from '#server/billing/reconcile.flow.ts'
import { expect, expectRefused, it, openFirst, openPackage, ownWorld, pay, payAndReport } from '#tests/calls.ts'
import { queuedMails, registered, setBalance, subscriber, succeed, tags, type TestPerson } from '#tests/calls.ts'
import { waitForMails } from '#tests/calls.ts'

const world = await ownWorld()

const history = (person: TestPerson) => person.client.call(account.transactions)

const receiptOf = (person: TestPerson, id = '') => person.client.call(receipts.receipt, { params: { id } })

async function receiptMails(person: TestPerson) {
  return (await queuedMails(world, person.email)).filter(({ subject }) => subject.startsWith('Your receipt'))
}

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
  expect(monthly).toMatchObject({ amount: 2.97, creditsAdded: 30, description: 'Starter Monthly' })
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

/** Writes what a refund or a lost dispute leaves behind, as the owner of the database. */
async function reverse(person: TestPerson, kind: 'refund' | 'dispute', cents: number, status: string): Promise<void> {
  await world.sql(
    `insert into money_back (stripe_id, kind, type, account_id, user_id, tier, stripe_payment_intent_id, amount_cents,
       status, created_at, updated_at)
     select $2 || '_' || gen_random_uuid(), $2, 'credits', account_id, user_id, tier, stripe_payment_intent_id, $3,
       $4, now(), now()
     from credit_purchase where user_id = $1`,
    [person.id, kind, cents, status],
  )
}

/** Takes minutes back; a dispute covers everything that its payment gave, including the month. */
async function clawBack(person: TestPerson, refundMinutes: number, dispute: string | null): Promise<void> {
  await world.sql(
    `select ledger_claw_back(account.id, source_ref, case bucket when 'purchased' then $2::bigint else 0 end, $3, now())
     from lot join account on account.id = account_id where user_id = $1 order by bucket desc`,
    [person.id, refundMinutes * 60_000, dispute],
  )
}

it('a refund is a row of the same type, whose receipt names the first one', tags('D43'), async () => {
  const person = await subscriber(world)
  const [bought] = await history(person)
  await reverse(person, 'refund', 1000, 'succeeded')
  await reverse(person, 'refund', 500, 'failed')
  await clawBack(person, 48, null)
  const [refund, ...others] = await history(person)
  expect(others).toHaveLength(2)
  const description = 'Refund: Uplift package, 120 minutes'
  expect(refund).toMatchObject({ type: 'credits', amount: -10, creditsAdded: -48, description })
  const refundOf = { id: bought?.id, receiptNumber: bought?.receiptNumber }
  expect(await receiptOf(person, refund?.id)).toMatchObject({ amount: -10, paidWith: 'Visa ending in 4242', refundOf })
})

it('refunds and a lost dispute share the minutes that were really taken', tags('D43'), async () => {
  const [person, used] = [await subscriber(world), await subscriber(world, 'launch')]
  await reverse(person, 'refund', 1000, 'succeeded')
  await reverse(person, 'refund', 250, 'pending')
  await reverse(person, 'dispute', 1250, 'lost')
  await clawBack(person, 60, 'lost')
  const rows = (await history(person)).slice(0, 3).toSorted((one, other) => one.amount - other.amount)
  expect(rows.map(({ amount, creditsAdded }) => [amount, creditsAdded])).toEqual([
    [-12.5, -60],
    [-10, -48],
    [-2.5, -12],
  ])
  expect(rows[0]?.description).toMatch(/^Refund by your bank/)
  await setBalance(world, used.id, 0)
  await reverse(used, 'refund', 1500, 'succeeded')
  await clawBack(used, 60, null)
  const none = { amount: -15, creditsAdded: 0 }
  expect((await history(used)).slice(0, 2)).toMatchObject([none, { amount: 15, creditsAdded: 60 }])
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
  expect(text).toContain(`${month.receiptNumber}: Starter Monthly, $2.97`)
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

it('a payment that was not booked has no receipt', tags('D43'), async () => {
  const person = await registered(world)
  await payAndReport(world, person, openFirst(person), 'pm_card_visa_chargeDeclined')
  expect(await receiptMails(person)).toEqual([])
})
