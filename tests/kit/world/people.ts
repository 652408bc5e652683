import * as auth from '#contract/identity/auth.ts'
import type { PackageTier } from '#contract/billing/prices.ts'
import * as purchases from '#contract/billing/purchases.ts'
import * as voice from '#contract/conversations/voice.ts'
import { createAgent, type NewAgent } from '#server/agents/records.ts'
import { secretPrompt, type TestClient } from './client.ts'
import type { World } from './world.ts'

export const password = 'correct-horse-7'

export interface TestPerson {
  client: TestClient
  id: string
  email: string
}

let count = 0

/** Returns a registered person without a subscription, signed in. */
export async function registered(
  world: World,
  names: { firstName?: string; email?: string } = {},
): Promise<TestPerson> {
  const email = names.email ?? `person${++count}.${process.pid}@example.com`
  const client = world.visitor()
  const body = { email, password, firstName: names.firstName ?? 'Test', lastName: 'Person' }
  const me = await client.call(auth.register, { body })
  return { client, id: me.id, email }
}

/** Confirms a person's address, as the link in their first mail does: mails then quote what people typed (D193). */
export async function confirmAddress(world: World, { id }: { id: string }): Promise<void> {
  await world.sql('update users set email_verified = true where id = $1', [id])
}

/** Returns a person who has paid: the package's minutes and the monthly 30. */
export async function subscriber(
  world: World,
  tier: PackageTier = 'uplift',
  names: { firstName?: string; email?: string } = {},
): Promise<TestPerson> {
  const person = await registered(world, names)
  const { clientSecret } = await person.client.call(purchases.createCombinedPurchase, {
    body: { package: tier, subscriptionPrice: 2.97 },
  })
  const paymentIntentId = await payWithCard(world, clientSecret)
  await person.client.call(purchases.processPaymentSuccess, { body: { paymentIntentId } })
  await person.client.call(voice.giveVoiceConsent, { body: { version: voice.voiceNotice.version } })
  return person
}

/** Confirms a payment like the card form. Returns the payment's id. */
export async function payWithCard(world: World, clientSecret: string, paymentMethod = 'pm_card_visa'): Promise<string> {
  const paymentIntentId = clientSecret.split('_secret_')[0] ?? ''
  const response = await fetch(`${world.standins.url}/v1/payment_intents/${paymentIntentId}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: paymentMethod }),
  })
  await response.text()
  return paymentIntentId
}

/** Adds an agent that the voice stand-in receives when the first conversation starts. */
export async function addAgent(world: World, agent: Partial<NewAgent> = {}): Promise<string> {
  const at = world.services.clock.now()
  const id = await world.services.database.write((tx) =>
    createAgent(tx, {
      name: `Agent ${++count} of ${process.pid}`,
      description: 'Helps in tests',
      category: 'Operations',
      imageUrl: null,
      isPremium: false,
      ratingTenths: 49,
      systemPrompt: `${secretPrompt}\n\n## Sample answers\n- [hello, plan]: Here is a plan for you.`,
      firstMessage: 'Hello, how can I help?',
      voiceId: 'clara',
      createdBy: null,
      at,
      ...agent,
    }),
  )
  if (!id) throw new Error('An agent of that name exists')
  return id
}

/** Sets the purchased balance directly through the ledger, for tests that need an exact figure. */
export async function setBalance(world: World, userId: string, seconds: number): Promise<void> {
  const [account] = await world.sql<{ id: string; balance: string }>(
    'select id, monthly_ms + purchased_ms as balance from account where user_id = $1',
    [userId],
  )
  if (!account) throw new Error('No account')
  const excessMs = Number(account.balance) - seconds * 1000
  if (excessMs < 0) throw new Error('Only lowering is possible')
  const hold = crypto.randomUUID()
  const at = world.services.clock.now()
  await world.sql('select ledger_hold_open($1, $2, $3, 0, $4)', [hold, account.id, excessMs, at])
  // No conversation spent it: its own kind of reference excludes the entry from the checks of conversations.
  await world.sql('select ledger_hold_settle($1, $2, $3, $4, $5)', [
    hold,
    excessMs,
    userId,
    'spent before the test',
    at,
  ])
}
