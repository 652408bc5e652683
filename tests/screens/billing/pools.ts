import { expect, url } from '../fixtures.ts'
import { type Organization } from '../organizations/organizations.ts'
import { callAs, openSecret, payWithCard, type Person, sql } from '../people.ts'

/** Spends minutes of a pool until the given figure is left. */
export async function lowerPool({ accountId }: Organization, person: Person, minutes: number): Promise<void> {
  const [account] = await sql<{ balance: string }>(
    'select monthly_ms + purchased_ms as balance from account where id = $1',
    [accountId],
  )
  const spentMs = Number(account?.balance) - Math.round(minutes * 60_000)
  const hold = crypto.randomUUID()
  // A hold is charged in whole seconds at most, so it is opened slightly larger than what is spent.
  await sql('select ledger_hold_open($1, $2, $3, 0, now())', [hold, accountId, Math.ceil(spentMs / 1000) * 1000])
  await sql('select ledger_hold_settle($1, $2, $3, $4, now())', [hold, spentMs, person.id, 'spent before the test'])
}

/** Buys 500 minutes for the pool as its admin, and saves the card for it. */
export async function topUp({ id: organizationId }: Organization, person: Person, card?: string): Promise<void> {
  const secret = await openSecret(person, '/api/create-payment-intent', { tier: 'starter', organizationId })
  const paymentIntentId = await payWithCard(secret, card)
  await callAs(person, '/api/process-payment-success', { paymentIntentId })
}

/** Makes an auto-purchase of 1,000 minutes that the bank of the pool's card stops. Returns the payment's id. */
export async function stoppedAutoPurchase(organization: Organization, person: Person): Promise<string> {
  const { accountId } = organization
  await topUp(organization, person)
  await sql(
    `insert into auto_purchase (account_id, enabled, tier, package_name, package_cents, package_minutes,
       threshold_minutes, monthly_cap_cents, updated_at)
     values ($1, true, 'pool_growth', 'Growth', 13500, 1000, 30, 27000, now())`,
    [accountId],
  )
  await lowerPool(organization, person, 5)
  // Another card of the pool, saved at the provider, whose event makes the server check the balance.
  const [payer] = await sql<{ customer: string }>(
    'select stripe_customer_id as customer from payer where account_id = $1',
    [accountId],
  )
  await payWithCard(await openSetup(payer?.customer ?? ''), 'pm_card_authenticationRequired')
  const waiting = async () => {
    const text = "select id from checkout where account_id = $1 and kind = 'auto' and needs_confirmation"
    return (await sql<{ id: string }>(text, [accountId]))[0]?.id ?? ''
  }
  await expect.poll(waiting).not.toBe('')
  return waiting()
}

async function openSetup(customer: string): Promise<string> {
  const response = await fetch(`${url}/standins/stripe/v1/setup_intents`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams({
      customer,
      usage: 'off_session',
      'automatic_payment_methods[enabled]': 'true',
      'automatic_payment_methods[allow_redirects]': 'never',
    }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return (JSON.parse(text) as { client_secret: string }).client_secret
}
