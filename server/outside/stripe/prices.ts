import type Stripe from 'stripe'
import { reach } from './client.ts'

/** Prices are found by lookup key, so that the same code runs on any Stripe account (see OPERATIONS). */
export const lookupKeys = { access: 'access_monthly', package: (tier: string) => `package_${tier}` }

export interface PriceDefinition {
  lookupKey: string
  name: string
  amountCents: number
  monthly: boolean
}

export type FindPrice = (lookupKey: string) => Promise<string>

/** Finds price ids and remembers them. */
export function createPriceFinder(stripe: Stripe): FindPrice {
  const known = new Map<string, string>()
  return async (lookupKey) => {
    const id = known.get(lookupKey)
    if (id) return id
    const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 })
    const price = data[0]
    if (!price) throw new Error(`Stripe has no active price with lookup key ${lookupKey}`)
    known.set(lookupKey, price.id)
    return price.id
  }
}

export function priceCalls(stripe: Stripe) {
  return {
    /** Creates missing products and prices by lookup key; running it again changes nothing. */
    ensurePrices: (definitions: PriceDefinition[]) =>
      reach(async () => {
        for (const definition of definitions) await ensurePrice(stripe, definition)
      }),
  }
}

async function ensurePrice(stripe: Stripe, definition: PriceDefinition): Promise<void> {
  const { lookupKey, name, amountCents, monthly } = definition
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 })
  const known = data[0]
  if (known?.unit_amount === amountCents && (known.recurring?.interval === 'month') === monthly) return
  const productId = typeof known?.product === 'string' ? known.product : known?.product.id
  const product = productId ?? (await stripe.products.create({ name }, { idempotencyKey: `product:${lookupKey}` })).id
  await stripe.prices.create(
    {
      product,
      currency: 'usd',
      unit_amount: amountCents,
      lookup_key: lookupKey,
      transfer_lookup_key: true,
      ...(monthly ? { recurring: { interval: 'month' as const } } : {}),
    },
    { idempotencyKey: `price:${lookupKey}:${amountCents}` },
  )
}
