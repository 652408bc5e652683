import * as cards from '#contract/billing/cards.ts'
import type { TestPerson } from '../world/people.ts'
import { customerOf } from './payments.ts'
import { atProvider, idOf } from './provider.ts'
import { subscriptionOf } from './subscriptions.ts'
import type { World } from '../world/world.ts'

type Payer = Pick<TestPerson, 'client'>

/** Begins saving a card and confirms it like the card form, including the bank's question. Returns the setup's id. */
export async function confirmSetup(world: World, { client }: Payer, magicId: string, organizationId?: number) {
  const { clientSecret } = await client.call(cards.setUpCard, { body: { organizationId } })
  return confirmOpened(world, clientSecret, magicId)
}

/** Confirms a card form that was opened before. Returns the setup's id. */
export const confirmOpened = (world: World, clientSecret: string, magicId: string) =>
  confirm(world, clientSecret, magicId, 'setup_intents')

export async function keepCard(world: World, person: TestPerson, magicId: string): Promise<void> {
  const setupIntentId = await confirmSetup(world, person, magicId)
  await person.client.call(cards.saveCard, { body: { setupIntentId } })
}

/** Approves the bank's question about a payment or a card. */
export async function approve(world: World, what: 'payment_intents' | 'setup_intents', clientSecret: string) {
  await inBrowser(world, `${what}/${idOf(clientSecret)}/sandbox_challenge`, clientSecret, { approved: 'true' })
}

/** Confirms a payment with a card, and approves the bank's question. Returns its id. */
export async function confirm(
  world: World,
  clientSecret: string,
  magicId: string | null,
  what: 'payment_intents' | 'setup_intents' = 'payment_intents',
): Promise<string> {
  const id = idOf(clientSecret)
  const fields = { payment_method: magicId ?? '' }
  const { status } = await inBrowser(world, `${what}/${id}/confirm`, clientSecret, fields)
  if (status === 'requires_action') await approve(world, what, clientSecret)
  return id
}

/** Sends what the provider's script in the browser sends. */
export async function inBrowser(world: World, path: string, clientSecret: string, fields: Record<string, string>) {
  const response = await fetch(`${world.standins.url}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({ client_secret: clientSecret, ...fields }),
  })
  return (await response.json()) as { status: string }
}

export const keptCard = async ({ client }: Payer) => (await client.call(cards.card)).card

export async function payerRow(world: World, { id }: TestPerson) {
  const [row] = await world.sql<{ stripe_customer_id: string; payment_method_id: string; card_fingerprint: string }>(
    'select payer.* from payer join account on account.id = account_id where user_id = $1',
    [id],
  )
  return row
}

/** Returns the cards that pay invoices: the customer's, and the subscription's, whose own choice wins. */
export async function defaultsAtProvider(world: World, person: TestPerson) {
  const { id } = await subscriptionOf(world, person)
  const path = `customers/${await customerOf(world, person)}`
  const customer = await atProvider<{ invoice_settings: { default_payment_method: string } }>(world, path)
  const subscription = await atProvider<{ default_payment_method: string }>(world, `subscriptions/${id}`)
  return [customer.invoice_settings.default_payment_method, subscription.default_payment_method]
}
