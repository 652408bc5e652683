import type { Pool } from '../domain/account-owner.ts'
import { findAccountOfCustomer, findPayer, forgetCard, type SavedCard, storeCard } from '../domain/payers.ts'
import { findRunningSubscription } from '../domain/subscriptions.ts'
import type { Person } from '../domain/users.ts'
import type { Services } from '../services.ts'
import { ensureCustomer } from './checkout.ts'
import { watchBalance } from './watch-balance.ts'

/** The card that is kept for renewals and automatic purchases: it follows the provider, where it really is kept. */

/** Begins keeping another card, for oneself or for a pool; answers the secret for the card form. */
export async function openCardSetup(services: Services, person: Person, pool: Pool | null): Promise<string> {
  const customerId = await ensureCustomer(services, person, pool)
  return services.payments.openCardSetup({ id: crypto.randomUUID(), customerId, userId: person.id })
}

export type KeptCard = { state: 'kept'; card: SavedCard } | { state: 'setup_not_found' | 'setup_not_completed' }

/** Keeps the card of a confirmed setup in place of the one before; only a setup of the account's own customer. */
export async function keepCard(services: Services, accountId: string, setupIntentId: string): Promise<KeptCard> {
  const setup = await services.payments.readCardSetup(setupIntentId)
  const { stripeCustomerId } = await findPayer(services.database.read, accountId)
  if (!setup || !stripeCustomerId || setup.customerId !== stripeCustomerId) return { state: 'setup_not_found' }
  if (setup.status !== 'succeeded' || !setup.card) return { state: 'setup_not_completed' }
  await adoptCard(services, accountId, stripeCustomerId, setup.card)
  return { state: 'kept', card: setup.card }
}

/** A setup was confirmed, perhaps in a browser that was closed at once: the newest one counts. */
export async function followCardSetup(services: Services, setupIntentId: string): Promise<void> {
  const setup = await services.payments.readCardSetup(setupIntentId)
  if (!setup?.customerId || setup.status !== 'succeeded') return
  const accountId = await findAccountOfCustomer(services.database.read, setup.customerId)
  const card = accountId ? await services.payments.findNewestSetupCard(setup.customerId) : null
  if (accountId && card) await adoptCard(services, accountId, setup.customerId, card)
}

/** A card was renewed by its bank, or taken away at the provider. */
export async function followCard(services: Services, paymentMethodId: string): Promise<void> {
  const { database, payments, clock } = services
  const found = await payments.readKeptCard(paymentMethodId)
  const at = clock.now()
  if (!found) {
    await database.write((tx) => forgetCard(tx, paymentMethodId, at))
    return
  }
  const accountId = await findAccountOfCustomer(database.read, found.customerId)
  const kept = accountId ? (await findPayer(database.read, accountId)).card : null
  if (!accountId || kept?.paymentMethodId !== paymentMethodId) return
  await database.write((tx) => storeCard(tx, accountId, found.card, true, at))
  await watchBalance(services, accountId)
}

async function adoptCard(services: Services, accountId: string, customerId: string, card: SavedCard): Promise<void> {
  const { database, payments, clock } = services
  const subscriptionId = await findRunningSubscription(database.read, accountId)
  await payments.setDefaultCard(customerId, subscriptionId, card.paymentMethodId)
  const at = clock.now()
  await database.write((tx) => storeCard(tx, accountId, card, true, at))
  // Another card than the one that was declined is tried at once.
  await watchBalance(services, accountId)
}
