import type Stripe from 'stripe'
import { idOf, orMissing, pick, reaching, toDate, unlessRefused } from './client.ts'

/** A card saved at the provider, reduced to what people recognize it by. */
export interface Card {
  paymentMethodId: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
  /** The same for the same number, however often it is saved. */
  fingerprint: string | null
  /** When its form was sent. */
  givenAt: Date
}

export interface CardSetup {
  status: 'succeeded' | 'processing' | 'open'
  customerId: string | null
  card: Card | null
}

export function cardCalls(stripe: Stripe) {
  return reaching(stripe, {
    openCardSetup,
    readCardSetup,
    findNewestSetupCard,
    readKeptCard,
    setDefaultCard,
  })
}

/** Begins saving a card for charges without the person. Returns the secret for the card form. */
async function openCardSetup(stripe: Stripe, setup: { id: string; customerId: string; userId: string }) {
  const intent = await stripe.setupIntents.create(
    {
      customer: setup.customerId,
      usage: 'off_session',
      // Another kind of method, such as Apple Pay, would be saved without being a card.
      allowed_payment_method_types: ['card'],
      metadata: { userId: setup.userId },
    },
    { idempotencyKey: `setup:${setup.id}` },
  )
  if (!intent.client_secret) throw new Error(`Setup ${intent.id} came without a secret`)
  return intent.client_secret
}

/** Returns the state of a card setup; null when the provider does not know it. */
async function readCardSetup(stripe: Stripe, setupIntentId: string): Promise<CardSetup | null> {
  // An invalid id is not sent: an empty one would return the list.
  if (!/^seti_\w{1,90}$/.test(setupIntentId)) return null
  const intent = await orMissing(stripe.setupIntents.retrieve(setupIntentId, { expand: ['payment_method'] }))
  if (!intent) return null
  const { status, payment_method: method } = intent
  return {
    status: pick(status, ['succeeded', 'processing'], 'open'),
    customerId: idOf(intent.customer),
    card: toKeptCard(method),
  }
}

/**
 * Returns the card that a customer gave last in a completed setup, whichever form was opened or event came first; null
 * when that card was removed.
 */
async function findNewestSetupCard(stripe: Stripe, customerId: string): Promise<Card | null> {
  const setups = stripe.setupIntents.list({ customer: customerId, limit: 100, expand: ['data.payment_method'] })
  const completed = (await setups).data.filter(({ status }) => status === 'succeeded')
  // A card is created when its form is sent. The list begins with the newest form, which wins within a second.
  const given = completed.map(({ payment_method: method }) => method).filter(isWhole)
  return toKeptCard(given.toSorted((a, b) => b.created - a.created)[0] ?? null)
}

/** Returns a card and its customer; null when the provider does not know it or no customer has it. */
async function readKeptCard(
  stripe: Stripe,
  paymentMethodId: string,
): Promise<{ customerId: string; card: Card } | null> {
  const method = await orMissing(stripe.paymentMethods.retrieve(paymentMethodId))
  const [customerId, card] = [idOf(method?.customer), toKeptCard(method)]
  return customerId && card ? { customerId, card } : null
}

/** Makes a card the default for future invoices of the customer, and of the subscription, whose own choice wins. */
async function setDefaultCard(
  stripe: Stripe,
  customerId: string,
  subscriptionId: string | null,
  paymentMethodId: string,
) {
  await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: paymentMethodId } })
  if (!subscriptionId) return
  // A subscription that has just ended accepts no card and needs none.
  await unlessRefused(stripe.subscriptions.update(subscriptionId, { default_payment_method: paymentMethodId }))
}

/** Returns whether a method was sent in full rather than as an id. */
function isWhole(method: Stripe.PaymentMethod | string | null): method is Stripe.PaymentMethod {
  return method !== null && typeof method !== 'string'
}

/** Returns the card of a method that is still attached to a customer. */
function toKeptCard(method: Stripe.PaymentMethod | string | null): Card | null {
  return isWhole(method) && method.customer ? toCard(method) : null
}

export function toCard(method: Stripe.PaymentMethod): Card | null {
  if (!method.card) return null
  const { brand, last4, exp_month: expMonth, exp_year: expYear, fingerprint } = method.card
  const known = { brand, last4, expMonth, expYear, fingerprint: fingerprint ?? null }
  return { paymentMethodId: method.id, ...known, givenAt: toDate(method.created) }
}
