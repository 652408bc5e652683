import type { Pool } from '../../identity/account-owner.ts'
import { findAccountOfCustomer, findPayer, deleteCard, replaceCard, type SavedCard } from './payers.ts'
import { findRunningSubscription } from '../subscriptions/subscriptions.ts'
import type { Person } from '../../identity/users.ts'
import { refuse } from '../../kernel/problem.ts'
import type { Services } from '../services.ts'
import { ensureCustomer } from './checkout.flow.ts'
import { watchBalance } from '../auto-purchase/watch-balance.flow.ts'

/** The card saved for renewals and automatic purchases. It follows the provider, which really keeps it. */

/** Begins saving another card, for a person or for a pool. Returns the secret for the card form. */
export async function openCardSetup(services: Services, person: Person, pool: Pool | null): Promise<string> {
  const customerId = await ensureCustomer(services, person, pool)
  return services.payments.openCardSetup({ id: crypto.randomUUID(), customerId, userId: person.id })
}

/**
 * Saves the card of a confirmed setup in place of the one before, only for the account's own customer. A card that was
 * given later stays, so that a late click does not bring back a replaced one.
 */
export async function keepCard(services: Services, accountId: string, setupIntentId: string): Promise<SavedCard> {
  const setup = await services.payments.readCardSetup(setupIntentId)
  const { stripeCustomerId } = await findPayer(services.database.read, accountId)
  if (!setup || !stripeCustomerId || setup.customerId !== stripeCustomerId) refuse('setup_not_found')
  if (setup.status !== 'succeeded' || !setup.card) refuse('setup_not_completed')
  return (await adoptNewest(services, accountId, stripeCustomerId)) ?? refuse('setup_not_completed')
}

/** Follows a confirmed setup, perhaps from a browser that was closed at once. The card given last counts. */
export async function followCardSetup(services: Services, setupIntentId: string): Promise<void> {
  const setup = await services.payments.readCardSetup(setupIntentId)
  if (!setup?.customerId || setup.status !== 'succeeded') return
  const accountId = await findAccountOfCustomer(services.database.read, setup.customerId)
  if (accountId) await adoptNewest(services, accountId, setup.customerId)
}

/** Follows a card that its bank has renewed or that was removed at the provider. */
export async function followCard(services: Services, paymentMethodId: string): Promise<void> {
  const { database, payments, clock } = services
  const found = await payments.readKeptCard(paymentMethodId)
  const at = clock.now()
  if (!found) {
    await database.write((tx) => deleteCard(tx, paymentMethodId, at))
    return
  }
  const accountId = await findAccountOfCustomer(database.read, found.customerId)
  if (!accountId) return
  const renewed = { accountId, seen: paymentMethodId, card: found.card }
  if (await database.write((tx) => replaceCard(tx, renewed, at))) await watchBalance(services, accountId)
}

/** Saves the card that was given last and returns it; null when the provider has none. */
async function adoptNewest(services: Services, accountId: string, customerId: string): Promise<SavedCard | null> {
  const { database, payments, clock } = services
  const seen = await findKeptId(services, accountId)
  const card = await payments.findNewestSetupCard(customerId)
  if (!card) return null
  const isKept = await database.write((tx) => replaceCard(tx, { accountId, seen, card }, clock.now()))
  if (!isKept) {
    const { card: kept } = await findPayer(database.read, accountId)
    // It has been given with a payment since.
    if ((kept?.paymentMethodId ?? null) === seen) return kept
    // Another card was saved while the provider was asked, so its current answer is the newest.
    return adoptNewest(services, accountId, customerId)
  }
  await payInvoicesWith(services, { accountId, customerId, paymentMethodId: card.paymentMethodId })
  // A card other than the declined one is tried at once.
  await watchBalance(services, accountId)
  return card
}

/** Has invoices charged to the saved card, and to its successor if it is replaced meanwhile. */
async function payInvoicesWith(
  services: Services,
  { accountId, customerId, paymentMethodId }: { accountId: string; customerId: string; paymentMethodId: string },
): Promise<void> {
  const subscriptionId = await findRunningSubscription(services.database.read, accountId)
  await services.payments.setDefaultCard(customerId, subscriptionId, paymentMethodId)
  const keptId = await findKeptId(services, accountId)
  if (keptId && keptId !== paymentMethodId) {
    await payInvoicesWith(services, { accountId, customerId, paymentMethodId: keptId })
  }
}

async function findKeptId({ database }: Services, accountId: string): Promise<string | null> {
  return (await findPayer(database.read, accountId)).card?.paymentMethodId ?? null
}
