import type Stripe from 'stripe'
import { idOf, orMissing, pick, reach, toDate, unlessRefused } from './client.ts'

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
  return {
    /** Begins keeping a card for charges without the person; returns the secret for the card form. */
    openCardSetup: (setup: { id: string; customerId: string; userId: string }) =>
      reach(async () => {
        const intent = await stripe.setupIntents.create(
          {
            customer: setup.customerId,
            usage: 'off_session',
            // Another kind of method, such as a wallet that the account offers, would be saved and be no card.
            allowed_payment_method_types: ['card'],
            metadata: { userId: setup.userId },
          },
          { idempotencyKey: `setup:${setup.id}` },
        )
        if (!intent.client_secret) throw new Error(`Setup ${intent.id} came without a secret`)
        return intent.client_secret
      }),

    /** State of a card setup; null when the provider does not know it. */
    readCardSetup: (setupIntentId: string) =>
      reach(async (): Promise<CardSetup | null> => {
        // What cannot be an id is not asked for: an empty one would answer the list.
        if (!/^seti_\w{1,90}$/.test(setupIntentId)) return null
        const intent = await orMissing(stripe.setupIntents.retrieve(setupIntentId, { expand: ['payment_method'] }))
        if (!intent) return null
        const { status, payment_method: method } = intent
        return {
          status: pick(status, ['succeeded', 'processing'], 'open'),
          customerId: idOf(intent.customer),
          card: toKeptCard(method),
        }
      }),

    /**
     * The card that a customer gave last in a completed setup, whichever form was opened or event came first; null when
     * that card is kept no longer.
     */
    findNewestSetupCard: (customerId: string) =>
      reach(async (): Promise<Card | null> => {
        const setups = stripe.setupIntents.list({ customer: customerId, limit: 100, expand: ['data.payment_method'] })
        const completed = (await setups).data.filter(({ status }) => status === 'succeeded')
        // A card is made when its form is sent. The list begins with the newest form, which wins within a second.
        const given = completed.map(({ payment_method: method }) => method).filter(isWhole)
        return toKeptCard(given.toSorted((a, b) => b.created - a.created)[0] ?? null)
      }),

    /** A card and whose it is; null when the provider does not know it, or it belongs to nobody any more. */
    readKeptCard: (paymentMethodId: string) =>
      reach(async (): Promise<{ customerId: string; card: Card } | null> => {
        const method = await orMissing(stripe.paymentMethods.retrieve(paymentMethodId))
        const [customerId, card] = [idOf(method?.customer), toKeptCard(method)]
        return customerId && card ? { customerId, card } : null
      }),

    /** Takes cards, name and address from a customer, whose payments stay; one that is unknown has none. */
    forgetCustomer: (customerId: string) =>
      reach(async () => {
        const methods = await orMissing(stripe.paymentMethods.list({ customer: customerId, limit: 100 }))
        for (const { id } of methods?.data ?? []) await unlessRefused(stripe.paymentMethods.detach(id))
        await orMissing(stripe.customers.update(customerId, { email: '', name: '' }))
      }),

    /** Makes a card the one for future invoices: of the customer, and of the subscription, whose own choice wins. */
    setDefaultCard: (customerId: string, subscriptionId: string | null, paymentMethodId: string) =>
      reach(async () => {
        await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: paymentMethodId } })
        if (!subscriptionId) return
        // One that has just ended takes no card any more, and needs none.
        await unlessRefused(stripe.subscriptions.update(subscriptionId, { default_payment_method: paymentMethodId }))
      }),
  }
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
