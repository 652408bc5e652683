import fs from 'node:fs'
import * as account from '#contract/billing/account.ts'
import { auditBooks } from '#server/audit/invariants.ts'
import { reconcilePayments } from '#server/billing/reconcile.flow.ts'
import { PaymentsUnavailable } from '#server/billing/stripe/client.ts'
import { accountOf, balanceOf, changeAtProvider, customerOf, expect, it, openFirst } from '#tests/calls.ts'
import { openPackage, ownWorld, pay, payElsewhere, payWithCard, registered, subscriber, tags } from '#tests/calls.ts'
import { type TestPerson, withoutProvider } from '#tests/calls.ts'

/** The comparison of the books with the payment provider (D37). */

const world = await ownWorld({}, { breaksBooks: true })
await world.control({ webhooks: 'drop' })

const reconcile = () => reconcilePayments(world.services)

const findingsAbout = async (objectId: string) => (await reconcile()).filter((finding) => finding.objectId === objectId)

const refund = (id: string) => changeAtProvider(world, 'refunds', { payment_intent: id })

async function expectBroken(...names: string[]): Promise<void> {
  const rules = await auditBooks(world.services.database.readLong, new Date())
  expect(rules.filter(({ broken }) => broken > 0).map(({ name }) => name)).toEqual(names)
}

it('a paid first payment and package are credited when nothing reported them', tags('D37'), async () => {
  const [person, unpaid] = [await registered(world), await registered(world)]
  await pay(world, openFirst(unpaid), 'pm_card_visa_chargeDeclined')
  await pay(world, openFirst(person))
  expect(await balanceOf(person)).toBe(0)
  expect(await reconcile()).toEqual([])
  expect([await balanceOf(person), await balanceOf(unpaid)]).toEqual([150, 0])
  const id = await pay(world, openPackage(person))
  for (let count = 0; count < 2; count++) expect(await reconcile()).toEqual([])
  expect(await balanceOf(person)).toBe(210)
  expect(await person.client.call(account.transactions)).toHaveLength(3)
  // An open checkout whose rows exist was paid.
  await world.sql("update checkout set status = 'open' where stripe_payment_intent_id = $1", [id])
  await expectBroken('broken_open_checkout')
  expect(await findingsAbout(id)).toEqual([])
  expect(await balanceOf(person)).toBe(210)
  // A payment that was opened long ago is credited, too.
  const { clientSecret } = (await openPackage(person, 'uplift')).body
  await world.control({ advance: 'P5D' })
  await payWithCard(world, clientSecret)
  await reconcile()
  expect(await balanceOf(person)).toBe(330)
  await expectBroken()
})

it('a comparison begins where the last one ended, and once a day three days back', tags('D37'), async () => {
  const { payments, clock } = world.services
  const { listMadePayments } = payments
  const hours: number[] = []
  payments.listMadePayments = (since) => {
    hours.push(Math.round((clock.now().getTime() - since.getTime()) / 3_600_000))
    return listMadePayments(since)
  }
  try {
    await world.sql('delete from comparison')
    await reconcile()
    await reconcile()
    // One that failed, or a restored database, has ended earlier.
    await world.sql("update comparison set until = until - interval '5 hours' where name = 'payments'")
    await withoutProvider(world, () => expect(reconcile()).rejects.toBeInstanceOf(PaymentsUnavailable))
    await reconcile()
    await world.sql("update comparison set whole_at = whole_at - interval '1 day' where name = 'payments'")
    await reconcile()
    expect(hours).toEqual([72, 3, 8, 8, 72])
  } finally {
    payments.listMadePayments = listMadePayments
  }
})

it('a payment that fits nothing sold is a finding until it is refunded', tags('D37'), async () => {
  const person = await subscriber(world, 'launch')
  const id = await payElsewhere(world, 1234, await customerOf(world, person))
  const { id: stranger } = await changeAtProvider<{ id: string }>(world, 'customers', {})
  const foreign = await payElsewhere(world, 999, stranger)
  expect(await findingsAbout(id)).toEqual([])
  await world.control({ advance: 'PT11M' })
  const accountId = await accountOf(world, person)
  const details = '$12.34 was paid and not credited: fits nothing that we have sold'
  expect(await findingsAbout(id)).toMatchObject([{ kind: 'paid_not_credited', objectId: id, accountId, details }])
  expect(await findingsAbout(foreign)).toEqual([])
  expect(await balanceOf(person)).toBe(90)
  await expectBroken('broken_finding')
  await world.control({ advance: 'P4D' })
  const metrics = async () => (await world.visitor().request<string>('GET', '/metrics')).body
  await expect.poll(metrics).toContain('luna_reconcile_findings{kind="paid_not_credited"} 1')
  await refund(id)
  expect(await findingsAbout(id)).toEqual([])
  await expectBroken()
  // So is one of another amount than its checkout, until that is right.
  const differing = await pay(world, openPackage(person))
  const setAmount = (cents: number) =>
    world.sql('update checkout set amount_cents = $1 where stripe_payment_intent_id = $2', [cents, differing])
  await setAmount(1400)
  await world.control({ advance: 'PT1H' })
  const [finding] = await findingsAbout(differing)
  expect(finding?.details).toMatch(/^\$15\.00 was paid and not credited: .*differs in amount/)
  expect(await balanceOf(person)).toBe(90)
  await setAmount(1500)
  // Nothing is judged while the provider does not answer.
  await withoutProvider(world, () => expect(reconcile()).rejects.toBeInstanceOf(PaymentsUnavailable))
  expect([await findingsAbout(differing), await balanceOf(person)]).toEqual([[], 150])
  await world.control({ advance: 'PT1H' })
  await expect.poll(metrics).toContain('luna_reconcile_findings{kind="paid_not_credited"} 0')
})

/** Gives minutes away in the database as if they were paid. */
async function forge(person: TestPerson, paymentIntentId: string): Promise<void> {
  const values = [person.id, paymentIntentId, world.services.clock.now()]
  await world.sql(
    `insert into credit_purchase (account_id, user_id, amount_cents, credits_added_ms, stripe_payment_intent_id, tier,
       item, created_at)
     select id, user_id, 1500, 3600000, $2, 'launch', 'Launch package, 60 minutes', $3 from account where user_id = $1`,
    values,
  )
  await world.sql(
    `select ledger_grant(id, 'purchased', 'purchase', 'package:' || $2, 3600000, 1500, null, $2, user_id, 'forged', $3)
     from account where user_id = $1`,
    values,
  )
}

it('a credit without a payment is a finding, logged once, until accepted', tags('D37'), async () => {
  const person = await subscriber(world, 'launch')
  await forge(person, 'pi_forged')
  const details = '$15.00 was credited, but the provider reports no such payment'
  expect(await findingsAbout('pi_forged')).toMatchObject([{ kind: 'credited_not_paid', details }])
  const lines = fs.readFileSync(world.logFile, 'utf8').split('\n')
  expect(lines.filter((line) => line.includes('"level":50') && line.includes('pi_forged'))).toHaveLength(1)
  await expectBroken('broken_finding')
  await world.sql("update finding set accepted = 'a gift, agreed' where object_id = 'pi_forged'")
  expect(await findingsAbout('pi_forged')).toEqual([])
  await expectBroken()
})

it('a credit for a declined, cheaper or foreign payment is a finding', tags('D37'), async () => {
  const [person, other] = [await subscriber(world, 'launch'), await subscriber(world, 'launch')]
  const declined = await pay(world, openPackage(person, 'uplift'), 'pm_card_visa_chargeDeclined')
  const cheaper = await payElsewhere(world, 100, await customerOf(world, person))
  const foreign = await payElsewhere(world, 1500, await customerOf(world, other))
  for (const id of [declined, cheaper, foreign]) await forge(person, id)
  const findings = await reconcile()
  const detailsOf = (id: string) => findings.find(({ objectId }) => objectId === id)?.details
  expect(detailsOf(declined)).toBe('$15.00 was credited, but the provider reports no such payment')
  expect(detailsOf(cheaper)).toBe('$15.00 was credited, but the provider reports $1.00 in usd')
  expect(detailsOf(foreign)).toMatch(/but the provider reports customer cus_/)
  for (const id of [declined, cheaper, foreign]) {
    await world.sql('delete from credit_purchase where stripe_payment_intent_id = $1', [id])
    if (id !== declined) await refund(id)
  }
  expect(await reconcile()).toEqual([])
})
