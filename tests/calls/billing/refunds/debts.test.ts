import * as account from '#contract/billing/account.ts'
import * as receipts from '#contract/billing/receipts.ts'
import * as debts from '#contract/billing/debts.ts'
import { forgiveDebt } from '#contract/billing/refunds.ts'
import { followUndecided } from '#server/billing/refunds/refunds.flow.ts'
import { atProvider, balanceOf, eventually, expect, expectAnswer, expectCredited, expectRefused } from '#tests/calls.ts'
import { expectUnavailable, idOf, it, pay, payWithCard, platformAdmin, sharedWorld, subscriber } from '#tests/calls.ts'
import { succeed, tags, waitForMails, withoutProvider } from '#tests/calls.ts'
import * as kit from '../../../kit/billing/refunds.ts'

const world = await sharedWorld()
const ada = await platformAdmin(world)
const { debtor, debtsOf, openDebt, owedBy } = kit

const owed = 'Minutes used from a disputed payment'
const refunded = [{ kind: 'refund', type: 'credits', amount_cents: 1547, status: 'succeeded' }]

it('a debt is shown to its owner and opens one payment of its amount', tags('D44 D164'), async () => {
  const { person, debtId } = await debtor(world)
  const shown = { id: debtId, amount: 15.47, createdAt: expect.any(String) as string, description: owed }
  expect(await person.client.call(debts.debts)).toEqual([shown])
  const other = await subscriber(world)
  expect(await other.client.call(debts.debts)).toEqual([])
  await expectRefused(
    debts.payDebt,
    [other, { params: { id: debtId } }, 404, 'debt_not_found'],
    [ada, { params: { id: debtId } }, 404, 'debt_not_found'],
    [person, { params: { id: crypto.randomUUID() } }, 404, 'debt_not_found'],
  )
  await expectUnavailable(world, () => openDebt(person, debtId))
  const replies = await Promise.all([1, 2, 3].map(() => openDebt(person, debtId)))
  const first = replies[0]?.body.clientSecret ?? ''
  const lines = [{ label: owed, amount: 15.47 }]
  const summary = { totalAmount: 15.47, lines, packageMinutes: 0, monthlyMinutes: 0 }
  for (const { body } of [...replies, await openDebt(person, debtId)])
    expect([body.clientSecret, body.summary]).toEqual([first, summary])
  const intent = await atProvider(world, `payment_intents/${idOf(first)}`)
  expect(intent).toMatchObject({ amount: 1547, currency: 'usd', metadata: { kind: 'debt' } })
  const opened = "select kind, tier, amount_cents from checkout where debt_id = $1 and status = 'open'"
  expect(await world.sql(opened, [debtId])).toEqual([{ kind: 'debt', tier: 'starter', amount_cents: 1547 }])
  // A payment of another amount is not opened again.
  await world.sql('update debt set amount_cents = 1600 where id = $1', [debtId])
  const second = (await openDebt(person, debtId)).body
  expect([second.summary.totalAmount, second.clientSecret === first]).toEqual([16, false])
  expect(await atProvider(world, `payment_intents/${idOf(first)}`)).toMatchObject({ status: 'canceled' })
})

it('a paid debt is closed with a receipt and gives no minutes', tags('D43 D44'), async () => {
  const { person, debtId } = await debtor(world)
  const shownDebt = async () => (await person.client.call(account.transactions)).find(({ id }) => id === debtId)
  expect(await shownDebt()).toBeUndefined()
  const paymentIntentId = await pay(world, openDebt(person, debtId))
  for (let count = 0; count < 2; count++) await expectCredited(succeed(person, paymentIntentId), 0)
  expect([await owedBy(person), await balanceOf(person)]).toEqual([0, 0])
  const [row] = await world.sql('select * from debt where id = $1', [debtId])
  const closed = { status: 'paid', stripe_payment_intent_id: paymentIntentId, paid_with: 'Visa ending in 4242' }
  expect(row).toMatchObject({ ...closed, receipt_number: expect.anything(), closed_at: expect.any(Date) })
  const shown = await shownDebt()
  const receipt = await person.client.call(receipts.receipt, { params: { id: debtId } })
  expect(receipt).toMatchObject({ amount: 15.47, paidWith: 'Visa ending in 4242' })
  expect(shown).toMatchObject({ type: 'credits', amount: 15.47, creditsAdded: 0, description: owed })
  await waitForMails(world, person.email, `Your receipt ${shown?.receiptNumber}`)
  expect((await openDebt(person, debtId)).status).toBe(404)
  // It is owed again when its own payment is disputed and lost.
  await kit.lose(world, paymentIntentId)
  const debt = { amount_cents: 1547, status: 'paid' }
  expect(await debtsOf(world, person)).toEqual([debt, { ...debt, status: 'open' }])
  expect(await owedBy(person)).toBe(15.47)
})

it('a payment that only its event reports goes back when the dispute is won', tags('D44'), async () => {
  const { person, debtId, disputedId } = await debtor(world)
  const { clientSecret } = (await openDebt(person, debtId)).body
  await payWithCard(world, clientSecret, 'pm_card_visa_chargeDeclined')
  expect([await owedBy(person), (await openDebt(person, debtId)).body.clientSecret]).toEqual([15.47, clientSecret])
  const paymentIntentId = await payWithCard(world, clientSecret)
  await eventually(async () => expect(await owedBy(person)).toBe(0))
  await kit.decide(world, disputedId, 'win')
  expect(await kit.moneyBackOf(world, paymentIntentId)).toEqual(refunded)
  expect(await debtsOf(world, person)).toEqual([{ amount_cents: 1547, status: 'withdrawn' }])
  expect(await balanceOf(person)).toBe(60)
  const history = await kit.historyOf(person)
  expect(history).toContainEqual([owed, 15.47, 0])
  expect(history).toContainEqual([`Refund: ${owed}`, -15.47, 0])
  const [mail] = await waitForMails(world, person.email, 'The dispute is settled: your minutes are back')
  expect(mail?.text).toContain('We are refunding')
  await waitForMails(world, person.email, 'Your refund of $15.47')
})

it('a debt is forgiven once, with a reason, for good, and its payment ends', tags('D44'), async () => {
  const { person, debtId } = await debtor(world)
  const { clientSecret } = (await openDebt(person, debtId)).body
  const body = { reason: 'Goodwill' }
  await expectRefused(
    forgiveDebt,
    [ada, { params: { id: debtId }, body: { reason: '' } }, 400, { field: 'reason' }],
    [ada, { params: { id: crypto.randomUUID() }, body }, 404, {}],
  )
  expect(await owedBy(person)).toBe(15.47)
  await expectAnswer(kit.forgiveDebt(ada, debtId), 200, { id: debtId, status: 'forgiven' })
  expect((await kit.forgiveDebt(ada, debtId)).status).toBe(404)
  // Also when the dispute is read again.
  await followUndecided(world.services)
  const rows = await world.sql('select status, reason, closed_by from debt where user_id = $1', [person.id])
  expect(rows).toEqual([{ status: 'forgiven', reason: 'Goodwill', closed_by: ada.id }])
  expect(await owedBy(person)).toBe(0)
  await waitForMails(world, person.email, 'Your debt was forgiven')
  expect(await atProvider(world, `payment_intents/${idOf(clientSecret)}`)).toMatchObject({ status: 'canceled' })
})

it('a payment goes back when its debt was forgiven while it was made', tags('D44'), async () => {
  const { person, debtId } = await debtor(world)
  const { clientSecret } = (await openDebt(person, debtId)).body
  await withoutProvider(world, () => kit.forgiveDebt(ada, debtId))
  const paymentIntentId = await payWithCard(world, clientSecret)
  await succeed(person, paymentIntentId)
  await followUndecided(world.services)
  expect(await kit.moneyBackOf(world, paymentIntentId)).toEqual(refunded)
  expect(await debtsOf(world, person)).toEqual([{ amount_cents: 1547, status: 'forgiven' }])
})
