import * as account from '#contract/billing/account.ts'
import * as adminCalls from '#contract/billing/refunds.ts'
import * as debts from '#contract/billing/debts.ts'
import type { PackageTier } from '#contract/billing/prices.ts'
import { mailsTo } from '../world/mailbox.ts'
import { setBalance, subscriber, type TestPerson } from '../world/people.ts'
import { me, openPackage, pay, succeed } from './payments.ts'
import { atProvider, eventually } from './provider.ts'
import type { World } from '../world/world.ts'

export { balanceOf } from './payments.ts'

/** Refunds, disputes and debts, seen from the bank, the provider, the admin and the person. */

/** Does what a person's bank does about a payment. */
export const bank = (world: World, payment: string, action: 'open' | 'win' | 'lose') =>
  world.control({ dispute: { payment, action } })

/** Returns the ids of the newest package and of the newest month in a person's history. */
export async function transactionsOf(person: TestPerson): Promise<{ packageId: string; monthId: string }> {
  const rows = await person.client.call(account.transactions)
  const newest = (type: string) => rows.find((row) => row.type === type && row.amount > 0)?.id ?? ''
  return { packageId: newest('credits'), monthId: newest('subscription') }
}

/** Makes a refund in the provider's own pages, of everything left or of this many cents. */
export const refundAtProvider = (world: World, payment: string, amount?: number) =>
  world.control({ refund: { payment, amount } })

export async function buy(world: World, person: TestPerson, tier: PackageTier, card?: string): Promise<string> {
  const paymentIntentId = await pay(world, openPackage(person, tier), card)
  await succeed(person, paymentIntentId)
  return paymentIntentId
}

/** Returns a subscriber and their first payment: Uplift for 25.00 and the month for 2.97. */
export async function subscriberWithPayment(world: World) {
  const person = await subscriber(world)
  const [row] = await person.client.call(account.transactions)
  return { person, paymentIntentId: row?.stripePaymentIntentId ?? '', ...(await transactionsOf(person)) }
}

const moneyBackEvents = ['refund.created', 'refund.updated', 'refund.failed', 'charge.refunded'].concat(
  ['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'].map((type) => `charge.dispute.${type}`),
)

/** Waits until the provider has reported the refunds and disputes of a payment, or other events, and all were handled. */
export async function waitForEvents(world: World, objectId: string, types = moneyBackEvents): Promise<void> {
  const path = `events?limit=100&${types.map((type) => `types[]=${type}`).join('&')}`
  const handled = 'select from stripe_event where id = any($1) and processed_at is not null'
  await eventually(async () => {
    const { data } = await atProvider<{ data: { id: string; data: object }[] }>(world, path)
    const about = data.filter((event) => JSON.stringify(event.data).includes(objectId)).map(({ id }) => id)
    const done = (await world.sql(handled, [about])).length
    if (done !== about.length) throw new Error(`${done} of ${about.length} events were worked off`)
  })
}

export function moneyBackOf(world: World, paymentIntentId: string) {
  return world.sql<{ kind: string; type: string; amount_cents: number; status: string }>(
    `select kind, type, amount_cents, status from money_back where stripe_payment_intent_id = $1
     order by created_at, amount_cents desc`,
    [paymentIntentId],
  )
}

/** Returns rows of the history for refunds and debts: kind, dollars and minutes. */
export async function historyOf(person: TestPerson): Promise<[string, number, number][]> {
  const rows = await person.client.call(account.transactions)
  return rows.map(({ description, amount, creditsAdded }) => [description, amount, creditsAdded])
}

/** Returns the subjects of the mails about refunds, disputes and debts that have arrived, sorted. */
export async function clawbackSubjects(world: World, person: TestPerson): Promise<string[]> {
  const subjects = (await mailsTo(world, person.email)).map(({ subject }) => subject)
  return subjects.filter((subject) => /refund|disput|debt/i.test(subject)).toSorted()
}

export const debtsOf = (world: World, { id }: TestPerson) =>
  world.sql('select amount_cents, status from debt where user_id = $1 order by created_at, id', [id])

/** Does what the bank does about a payment, with everything that follows. */
export async function decide(world: World, paymentIntentId: string, action: 'open' | 'win' | 'lose'): Promise<void> {
  await bank(world, paymentIntentId, action)
  await waitForEvents(world, paymentIntentId)
}

/** Loses a payment to the bank, with everything that follows. */
export async function lose(world: World, paymentIntentId: string): Promise<void> {
  for (const action of ['open', 'lose'] as const) await decide(world, paymentIntentId, action)
}

/** Returns the statuses of a payment's disputes, one for each type of thing that was paid. */
export async function disputeStates(world: World, paymentIntentId: string): Promise<string[]> {
  const rows = await moneyBackOf(world, paymentIntentId)
  return rows.filter(({ kind }) => kind === 'dispute').map(({ status }) => status)
}

/** Returns a person who has used the month and half of the package of a lost payment: 15.47 are owed. */
export async function debtor(world: World) {
  const { person, paymentIntentId } = await subscriberWithPayment(world)
  await setBalance(world, person.id, 3600)
  await lose(world, paymentIntentId)
  const [debt] = await person.client.call(debts.debts)
  return { person, debtId: debt?.id ?? '', disputedId: paymentIntentId }
}

export const openDebt = ({ client }: TestPerson, id: string) => client.try(debts.payDebt, { params: { id } })

export async function payDebt(world: World, { person, debtId }: Awaited<ReturnType<typeof debtor>>) {
  const paymentIntentId = await pay(world, openDebt(person, debtId))
  await succeed(person, paymentIntentId)
  return paymentIntentId
}

export const forgiveDebt = ({ client }: TestPerson, id: string) =>
  client.try(adminCalls.forgiveDebt, { params: { id }, body: { reason: 'Goodwill' } })

export const owedBy = async (person: TestPerson) => (await me(person)).debt
