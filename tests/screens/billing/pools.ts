import { type Organization } from '../organizations/organizations.ts'
import { callAs, openSecret, payWithCard, type Person } from '../people.ts'

/** Buys 500 minutes for the pool as its admin, and saves the card for it. */
export async function topUp({ id: organizationId }: Organization, person: Person, card?: string): Promise<void> {
  const secret = await openSecret(person, '/api/create-payment-intent', { tier: 'starter', organizationId })
  const paymentIntentId = await payWithCard(secret, card)
  await callAs(person, '/api/process-payment-success', { paymentIntentId })
}
