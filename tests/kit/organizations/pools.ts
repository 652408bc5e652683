import type { Input } from '#contract/call.ts'
import { createPaymentIntent } from '#contract/billing/purchases.ts'
import { watchBalance } from '#server/billing/auto-purchase/watch-balance.flow.ts'
import type { TestOrganization } from './organizations.ts'
import { type Owned, ownedOrganization } from './owned-organizations.ts'
import { payWithCard, type TestPerson } from '../world/people.ts'
import { succeed } from '../billing/payments.ts'
import type { World } from '../world/world.ts'

export type Firm = Owned

export const firm = (world: World): Promise<Firm> => ownedOrganization(world)

type Tier = Input<typeof createPaymentIntent>['body']['tier']

export function openTopUp({ client }: TestPerson, { id: organizationId }: Pick<Firm, 'id'>, tier: Tier) {
  return client.try(createPaymentIntent, { body: { tier, organizationId } })
}

/** Opens and pays a package for the pool without reporting it. Returns its payment. */
export async function payTopUp(world: World, person: TestPerson, to: TestOrganization, tier: Tier, card?: string) {
  const { clientSecret } = (await openTopUp(person, to, tier)).body
  return payWithCard(world, clientSecret, card)
}

/** Reports a payment, as the browser does afterwards. */
export const notifyPaid = succeed

export async function poolMinutes(world: World, { accountId }: Pick<Firm, 'accountId'>): Promise<number> {
  const sql = 'select monthly_ms + purchased_ms as ms from account where id = $1'
  const [row] = await world.sql<{ ms: string }>(sql, [accountId])
  return Number(row?.ms) / 60_000
}

/** Spends the pool down to this many milliseconds, and makes the server notice. */
export async function spendPoolTo(world: World, { accountId, owner }: Firm, ms: number): Promise<void> {
  const spentMs = (await poolMinutes(world, { accountId })) * 60_000 - ms
  const [hold, at] = [crypto.randomUUID(), world.services.clock.now()]
  await world.sql('select ledger_hold_open($1, $2, $3, 0, $4)', [hold, accountId, spentMs, at])
  const note = 'spent before the test'
  await world.sql('select ledger_hold_settle($1, $2, $3, $4, $5)', [hold, spentMs, owner.id, note, at])
  await watchBalance(world.services, accountId)
}
