import * as cards from '#contract/cards.ts'
import type { TestPerson } from './people.ts'
import type { World } from './world.ts'

/** Begins keeping a card and confirms it as the card form does, the bank's question included; answers the setup's id. */
export async function confirmSetup(
  world: World,
  person: Pick<TestPerson, 'client'>,
  magicId: string,
  organizationId?: number,
): Promise<string> {
  const { clientSecret } = await person.client.call(cards.setUpCard, { body: { organizationId } })
  const id = clientSecret.split('_secret_')[0] ?? ''
  const setup = await inBrowser(world, `setup_intents/${id}/confirm`, clientSecret, { payment_method: magicId })
  if (setup.status === 'requires_action') await approve(world, 'setup_intents', clientSecret)
  return id
}

/** Keeps another card, as on /account. */
export async function keepCard(world: World, person: TestPerson, magicId: string): Promise<void> {
  const setupIntentId = await confirmSetup(world, person, magicId)
  await person.client.call(cards.saveCard, { body: { setupIntentId } })
}

/** Says yes to the bank's question about a payment or a card. */
export async function approve(
  world: World,
  what: 'payment_intents' | 'setup_intents',
  clientSecret: string,
): Promise<void> {
  const id = clientSecret.split('_secret_')[0] ?? ''
  await inBrowser(world, `${what}/${id}/sandbox_challenge`, clientSecret, { approved: 'true' })
}

/** What the provider's script in the browser sends. */
export async function inBrowser(
  world: World,
  path: string,
  clientSecret: string,
  fields: Record<string, string>,
): Promise<{ status: string }> {
  const response = await fetch(`${world.standins.url}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({ client_secret: clientSecret, ...fields }),
  })
  return (await response.json()) as { status: string }
}
