import fs from 'node:fs'
import * as account from '#contract/billing/account.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { auditBooks } from '#server/audit/invariants.ts'
import type { Finding } from '#server/audit/findings.ts'
import { reconcilePayments } from '#server/billing/reconcile.flow.ts'
import { PaymentsUnavailable } from '#server/billing/stripe/client.ts'
import { describe, expect, it, ownWorld, payWithCard, registered, subscriber, type TestPerson } from '#tests/calls.ts'

/** The comparison of the books with the payment provider (D37). */

const world = await ownWorld({}, { breaksBooks: true })
await world.control({ webhooks: 'drop' })

async function balanceOf(person: TestPerson): Promise<number> {
  return (await person.client.call(currentUser)).creditBalance
}

async function findingsAbout(objectId: string): Promise<Finding[]> {
  return (await reconcilePayments(world.services)).filter((finding) => finding.objectId === objectId)
}

function customerOf(person: TestPerson): Promise<string> {
  return world
    .sql<{ id: string }>(
      `select stripe_customer_id as id from payer join account on account.id = payer.account_id where user_id = $1`,
      [person.id],
    )
    .then(([row]) => row?.id ?? '')
}

/** Makes a payment at the provider, bypassing our pages. */
async function payElsewhere(customer: string, cents: number): Promise<string> {
  const response = await fetch(`${world.standins.url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams({
      amount: String(cents),
      currency: 'usd',
      customer,
      confirm: 'true',
      payment_method: 'pm_card_visa',
      'automatic_payment_methods[enabled]': 'true',
      'automatic_payment_methods[allow_redirects]': 'never',
    }),
  })
  const intent = (await response.json()) as { id: string; status: string }
  expect(intent.status).toBe('succeeded')
  return intent.id
}

async function refund(paymentIntentId: string): Promise<void> {
  const response = await fetch(`${world.standins.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams({ payment_intent: paymentIntentId }),
  })
  expect(response.ok).toBe(true)
  await response.text()
}

async function buy(person: TestPerson, tier: 'launch' | 'uplift'): Promise<string> {
  const { clientSecret } = await person.client.call(purchases.createPaymentIntent, { body: { tier } })
  return payWithCard(world, clientSecret)
}

/** Returns the rules of the books that are broken now. */
async function brokenRules(): Promise<string[]> {
  const rules = await auditBooks(world.services.database.readLong, new Date())
  return rules.filter(({ broken }) => broken > 0).map(({ name }) => name)
}

describe('paid but not credited', () => {
  it('is credited, for a first payment and a package, when neither event nor success call came', async () => {
    const person = await registered(world)
    const { clientSecret } = await person.client.call(purchases.createCombinedPurchase, {
      body: { package: 'uplift', subscriptionPrice: 2.97 },
    })
    await payWithCard(world, clientSecret)
    expect(await balanceOf(person)).toBe(0)
    expect(await reconcilePayments(world.services)).toEqual([])
    expect(await balanceOf(person)).toBe(150)
    await buy(person, 'launch')
    for (let i = 0; i < 2; i++) expect(await reconcilePayments(world.services)).toEqual([])
    expect(await balanceOf(person)).toBe(210)
    expect(await person.client.call(account.transactions)).toHaveLength(3)
  })

  it('is credited even when it was opened long ago and paid only now', async () => {
    const person = await subscriber(world, 'launch')
    const { clientSecret } = await person.client.call(purchases.createPaymentIntent, { body: { tier: 'uplift' } })
    await world.control({ advance: 'P5D' })
    await payWithCard(world, clientSecret)
    await reconcilePayments(world.services)
    expect(await balanceOf(person)).toBe(210)
  })

  it('marks an open checkout whose rows already exist as paid', async () => {
    const person = await subscriber(world, 'launch')
    const id = await buy(person, 'launch')
    await reconcilePayments(world.services)
    await world.sql("update checkout set status = 'open' where stripe_payment_intent_id = $1", [id])
    expect(await brokenRules()).toEqual(['broken_open_checkout'])
    expect(await findingsAbout(id)).toEqual([])
    expect(await balanceOf(person)).toBe(150)
    expect(await brokenRules()).toEqual([])
  })

  it('is credited for a renewal that was never reported (an invoice without a checkout)', async () => {
    const person = await subscriber(world, 'launch')
    await world.control({ advance: 'P32D' })
    await reconcilePayments(world.services)
    const months = (await person.client.call(account.transactions)).filter(({ type }) => type === 'subscription')
    expect(months.length).toBeGreaterThanOrEqual(2)
    expect(await brokenRules()).toEqual([])
  })

  it('is a finding when it fits nothing that we have sold, until it is refunded', async () => {
    const person = await subscriber(world, 'launch')
    const id = await payElsewhere(await customerOf(person), 1234)
    expect(await findingsAbout(id)).toEqual([])
    await world.control({ advance: 'PT11M' })
    const [accountRow] = await world.sql<{ id: string }>('select id from account where user_id = $1', [person.id])
    expect(await findingsAbout(id)).toMatchObject([
      {
        kind: 'paid_not_credited',
        objectId: id,
        accountId: accountRow?.id,
        details: '$12.34 were paid and not credited: fits nothing that we have sold',
      },
    ])
    expect(await balanceOf(person)).toBe(90)
    expect(await brokenRules()).toEqual(['broken_finding'])
    await world.control({ advance: 'P4D' })
    expect(await findingsAbout(id)).toHaveLength(1)
    await refund(id)
    expect(await findingsAbout(id)).toEqual([])
    expect(await brokenRules()).toEqual([])
  })

  it('is ignored when the customer is not ours', async () => {
    const response = await fetch(`${world.standins.url}/v1/customers`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_sandbox' },
    })
    const { id: stranger } = (await response.json()) as { id: string }
    const id = await payElsewhere(stranger, 999)
    await world.control({ advance: 'PT11M' })
    expect(await findingsAbout(id)).toEqual([])
  })

  it("is a finding when the amount differs from our checkout's, and nothing is credited", async () => {
    const person = await subscriber(world, 'launch')
    const id = await buy(person, 'launch')
    await world.sql('update checkout set amount_cents = 1400 where stripe_payment_intent_id = $1', [id])
    await world.control({ advance: 'PT11M' })
    const [finding] = await findingsAbout(id)
    expect(finding?.details).toMatch(/^\$15\.00 were paid and not credited: .*differs in amount/)
    expect(await balanceOf(person)).toBe(90)
    await world.sql('update checkout set amount_cents = 1500 where stripe_payment_intent_id = $1', [id])
    expect(await findingsAbout(id)).toEqual([])
    expect(await balanceOf(person)).toBe(150)
  })
})

describe('credited but not paid', () => {
  /** Gives minutes away in the database as if they were paid. */
  async function forge(person: TestPerson, paymentIntentId: string): Promise<void> {
    await world.sql(
      `insert into credit_purchase (account_id, user_id, amount_cents, credits_added_ms, stripe_payment_intent_id, tier,
         item, created_at)
       select id, user_id, 1500, 3600000, $2, 'launch', 'Launch package, 60 minutes', $3 from account where user_id = $1`,
      [person.id, paymentIntentId, world.services.clock.now()],
    )
    await world.sql(
      `select ledger_grant(id, 'purchased', 'purchase', 'package:' || $2, 3600000, 1500, null, $2, user_id, 'forged', $3)
       from account where user_id = $1`,
      [person.id, paymentIntentId, world.services.clock.now()],
    )
  }

  it('is a finding with ids, logged as an error, kept for the audit, and accepted by a person', async () => {
    const person = await subscriber(world, 'launch')
    await forge(person, 'pi_forged')
    expect(await findingsAbout('pi_forged')).toMatchObject([
      { kind: 'credited_not_paid', details: '$15.00 were credited, but the provider reports no such payment' },
    ])
    const errors = fs
      .readFileSync(world.logFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"level":50') && line.includes('pi_forged'))
    expect(errors).toHaveLength(1)
    expect(await brokenRules()).toEqual(['broken_finding'])
    await world.sql("update finding set accepted = 'a gift, agreed' where object_id = 'pi_forged'")
    expect(await findingsAbout('pi_forged')).toEqual([])
    expect(await brokenRules()).toEqual([])
  })

  it('is a finding for a payment that was declined, of another amount, or of another customer', async () => {
    const [person, other] = [await subscriber(world, 'launch'), await subscriber(world, 'launch')]
    const { clientSecret } = await person.client.call(purchases.createPaymentIntent, { body: { tier: 'uplift' } })
    const declined = await payWithCard(world, clientSecret, 'pm_card_visa_chargeDeclined')
    const cheaper = await payElsewhere(await customerOf(person), 100)
    const foreign = await payElsewhere(await customerOf(other), 1500)
    for (const id of [declined, cheaper, foreign]) await forge(person, id)
    const findings = await reconcilePayments(world.services)
    const detailsOf = (id: string) => findings.find(({ objectId }) => objectId === id)?.details
    expect(detailsOf(declined)).toBe('$15.00 were credited, but the provider reports no such payment')
    expect(detailsOf(cheaper)).toBe('$15.00 were credited, but the provider reports $1.00 in usd')
    expect(detailsOf(foreign)).toMatch(/but the provider reports customer cus_/)
    for (const id of [declined, cheaper, foreign]) {
      await world.sql('delete from credit_purchase where stripe_payment_intent_id = $1', [id])
      if (id !== declined) await refund(id)
    }
    expect(await reconcilePayments(world.services)).toEqual([])
  })
})

describe('the metric and an unreachable provider', () => {
  it('nothing is judged while the provider does not answer', async () => {
    await world.control({ apiFault: { stripe: 'error' } })
    const run = reconcilePayments(world.services)
    await expect(run).rejects.toBeInstanceOf(PaymentsUnavailable)
    await world.control({ apiFault: { stripe: null } })
    expect(await reconcilePayments(world.services)).toEqual([])
  })

  it('findings are counted by kind at /metrics when the clock advances', async () => {
    const person = await subscriber(world, 'launch')
    const id = await payElsewhere(await customerOf(person), 4321)
    await world.control({ advance: 'PT1H' })
    await expect
      .poll(async () => (await world.visitor().request<string>('GET', '/metrics')).body)
      .toContain('luna_reconcile_findings{kind="paid_not_credited"} 1')
    await refund(id)
    await world.control({ advance: 'PT1H' })
    await expect
      .poll(async () => (await world.visitor().request<string>('GET', '/metrics')).body)
      .toContain('luna_reconcile_findings{kind="paid_not_credited"} 0')
  })
})
