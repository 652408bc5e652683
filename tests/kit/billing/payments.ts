import { expect } from 'vitest'
import { currentUser } from '#contract/identity/current-user.ts'
import type { PackageTier } from '#contract/billing/prices.ts'
import * as purchases from '#contract/billing/purchases.ts'
import * as subscription from '#contract/billing/subscription.ts'
import { payWithCard, type TestPerson } from '../world/people.ts'
import { changeAtProvider } from './provider.ts'
import type { World } from '../world/world.ts'

type Payer = Pick<TestPerson, 'client'>

interface Opened {
  body: { clientSecret?: string }
}

export const me = ({ client }: Payer) => client.call(currentUser)

export const balanceOf = async (person: Payer) => (await me(person)).creditBalance

/** Opens a first payment: a package and the month. */
export const openFirst = ({ client }: Payer, tier: PackageTier = 'uplift') =>
  client.try(purchases.createCombinedPurchase, { body: { package: tier, subscriptionPrice: 2.97 } })

export const openPackage = ({ client }: Payer, tier: PackageTier = 'launch') =>
  client.try(purchases.createPaymentIntent, { body: { tier } })

/** Opens the payment of the month without a package. */
export const openAccess = ({ client }: Payer, amount = 2.97) =>
  client.try(purchases.createSubscriptionPayment, { body: { tier: 'starter', amount } })

export const openOverdue = ({ client }: Payer) => client.try(subscription.payOverdue)

/** Reports a payment, as the browser does afterwards. */
export const succeed = ({ client }: Payer, paymentIntentId: string) =>
  client.try(purchases.processPaymentSuccess, { body: { paymentIntentId } })

export async function secretOf(opened: Promise<Opened>): Promise<string> {
  const { body } = await opened
  if (!body.clientSecret) throw new Error(JSON.stringify(body))
  return body.clientSecret
}

/** Pays an opened payment in a browser that is closed at once. Returns its id. */
export const pay = async (world: World, opened: Promise<Opened>, card?: string) =>
  payWithCard(world, await secretOf(opened), card)

export const monthsPaid = async (world: World, { id }: TestPerson) =>
  (await world.sql('select from subscription_payment where user_id = $1', [id])).length

export const payAndReport = async (world: World, person: Payer, opened: Promise<Opened>, card?: string) =>
  succeed(person, await pay(world, opened, card))

export async function accountOf(world: World, person: TestPerson): Promise<string> {
  const [account] = await world.sql<{ id: string }>('select id from account where user_id = $1', [person.id])
  return account?.id ?? ''
}

export const checkoutsOf = (world: World, { id }: TestPerson) =>
  world.sql('select kind, tier, status, amount_cents from checkout where user_id = $1 order by created_at', [id])

export async function customerOf(world: World, { id }: TestPerson): Promise<string> {
  const customer = 'select stripe_customer_id as customer from payer join account on account.id = account_id'
  const [payer] = await world.sql<{ customer: string }>(`${customer} where user_id = $1`, [id])
  return payer?.customer ?? ''
}

/** Makes a payment at the provider without this product. Returns its id. */
export async function payElsewhere(world: World, cents: number, customer?: string): Promise<string> {
  const fields = { amount: String(cents), currency: 'usd', confirm: 'true', payment_method: 'pm_card_visa' }
  const methods = {
    'automatic_payment_methods[enabled]': 'true',
    'automatic_payment_methods[allow_redirects]': 'never',
  }
  const payment = { ...fields, ...methods, ...(customer ? { customer } : {}) }
  return (await changeAtProvider<{ id: string }>(world, 'payment_intents', payment)).id
}

interface Asked {
  status: number
  body: object
}

/** Checks an answer; a text is the code of its problem. */
export async function expectAnswer(asked: Promise<Asked>, status: number, body: string | object): Promise<void> {
  const { status: itsStatus, body: itsBody } = await asked
  const expected = typeof body === 'string' ? (expect.objectContaining({ code: body }) as object) : body
  expect([itsStatus, itsBody]).toEqual([status, expected])
}

/** Checks that a reported payment has given these minutes of a package and of a month. */
export async function expectCredited(asked: Promise<Asked>, creditsAdded: number, monthlyCreditsAdded = 0) {
  await expectAnswer(asked, 200, { creditsAdded, monthlyCreditsAdded })
}

/** Checks that a call is refused while the provider is unreachable. Returns the answer. */
export async function expectUnavailable<T extends Asked>(world: World, ask: () => Promise<T>): Promise<T> {
  const reply = await withoutProvider(world, ask)
  expect(reply).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } })
  return reply
}

/** Does something while the provider is unreachable. */
export async function withoutProvider<T>(world: World, work: () => Promise<T>): Promise<T> {
  await world.control({ apiFault: { stripe: 'error' } })
  try {
    return await work()
  } finally {
    await world.control({ apiFault: { stripe: null } })
  }
}
