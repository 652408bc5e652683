import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import type { Input } from '#contract/call.ts'
import { setTempPassword } from '#contract/organizations/payment.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { watchBalance } from '#server/billing/auto-purchase/watch-balance.flow.ts'
import { member } from './organizations.ts'
import { organizationsOf, paidOrganization } from './paid-organizations.ts'
import { password, payWithCard, type TestPerson } from '../world/people.ts'
import { atProvider, changeAtProvider } from '../billing/provider.ts'
import type { World } from '../world/world.ts'

/** Organizations that have paid, with their pool and the admin who runs them. */
export interface Firm {
  id: number
  name: string
  /** The pool: 1,000 minutes at first. */
  accountId: string
  owner: TestPerson
}

/** Returns a paid organization whose admin has set the password and works in it. */
export async function firm(world: World): Promise<Firm> {
  const order = await paidOrganization(world)
  const { client, email } = order
  const names = { firstName: 'Olive', lastName: 'Owner' }
  await client.call(setTempPassword, { body: { email, newPassword: password, ...names } })
  await client.call(auth.login, { body: { email, password } })
  const me = await client.call(currentUser)
  const [row] = await organizationsOf(world, order)
  if (!row) throw new Error('The organization was not made')
  return { id: row.id, name: row.name, accountId: row.account_id, owner: { client, email, id: me.id } }
}

/** Returns another admin of it. */
export function secondAdmin(world: World, { id }: Firm): Promise<TestPerson> {
  return member(world, id, { role: 'admin' })
}

type Tier = Input<typeof purchases.createPaymentIntent>['body']['tier']

export function openTopUp({ client }: TestPerson, { id: organizationId }: Pick<Firm, 'id'>, tier: Tier) {
  return client.try(purchases.createPaymentIntent, { body: { tier, organizationId } })
}

/** Opens and pays a package for the pool without reporting it. Returns its payment. */
export async function payTopUp(world: World, person: TestPerson, to: Firm, tier: Tier, card?: string): Promise<string> {
  const { clientSecret } = (await openTopUp(person, to, tier)).body
  return payWithCard(world, clientSecret, card)
}

export function notifyPaid({ client }: TestPerson, paymentIntentId: string) {
  return client.try(purchases.processPaymentSuccess, { body: { paymentIntentId } })
}

export async function poolMinutes(world: World, { accountId }: Firm): Promise<number> {
  const [row] = await world.sql<{ ms: string }>('select monthly_ms + purchased_ms as ms from account where id = $1', [
    accountId,
  ])
  return Number(row?.ms) / 60_000
}

/** Spends the pool down to this many milliseconds, and makes the server notice. */
export async function spendPoolTo(world: World, { accountId, owner }: Firm, ms: number): Promise<void> {
  const [row] = await world.sql<{ ms: string }>('select monthly_ms + purchased_ms as ms from account where id = $1', [
    accountId,
  ])
  const spentMs = Number(row?.ms) - ms
  const at = world.services.clock.now()
  const hold = crypto.randomUUID()
  await world.sql('select ledger_hold_open($1, $2, $3, 0, $4)', [hold, accountId, spentMs, at])
  await world.sql('select ledger_hold_settle($1, $2, $3, $4, $5)', [
    hold,
    spentMs,
    owner.id,
    'spent before the test',
    at,
  ])
  await watchBalance(world.services, accountId)
}

/** Makes this test card the pool's saved card from now on, as if it had been since the first payment. */
export async function keepPoolCard(world: World, { accountId }: Firm, magicId: string): Promise<void> {
  const [payer] = await world.sql<{ customer: string }>(
    'select stripe_customer_id as customer from payer where account_id = $1',
    [accountId],
  )
  const customer = payer?.customer ?? ''
  const { id } = await changeAtProvider<{ id: string }>(world, `payment_methods/${magicId}/attach`, { customer })
  const { card } = await atProvider<{ card: { last4: string; fingerprint: string } }>(world, `payment_methods/${id}`)
  await world.sql(
    'update payer set payment_method_id = $2, card_last4 = $3, card_fingerprint = $4 where account_id = $1',
    [accountId, id, card.last4, card.fingerprint],
  )
}
