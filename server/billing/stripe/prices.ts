import Stripe from 'stripe'
import { ServiceProblem } from '../../outside.ts'
import { idOf, orMissing, reaching } from './client.ts'

/** Prices are found by lookup key, so that the same code works with any Stripe account (see OPERATIONS). */
export const lookupKeys = {
  access: 'access_monthly',
  package: (tier: string) => `package_${tier}`,
  organizationUser: (cents: number) => `organization_user_${cents}`,
  organizationMinutes: (tier: string) => `organization_minutes_${tier}`,
  organizationAgent: (type: string) => `organization_agent_${type}`,
  organizationOptimization: 'organization_optimization',
  organizationAppSetup: 'organization_app_setup',
  organizationAppMaintenance: 'organization_app_maintenance',
}

export interface PriceDefinition {
  lookupKey: string
  name: string
  amountCents: number
  monthly: boolean
}

export type FindPrice = (lookupKey: string, amountCents: number) => Promise<string>

/** What a call needs to order something by its price. */
export interface Pricing {
  stripe: Stripe
  findPrice: FindPrice
}

/**
 * Finds price ids and remembers them. An agreed price may have lost its key to another one; it keeps its product and
 * amount and is still found by these (D181).
 */
export function createPriceFinder(stripe: Stripe): FindPrice {
  const known = new Map<string, string>()
  return async (lookupKey, amountCents) => {
    const name = `${lookupKey} at ${amountCents} cents`
    const id = known.get(name) ?? (await findPriceId(stripe, lookupKey, amountCents))
    if (!id) throw new Error(`Stripe has no active price ${name}`)
    known.set(name, id)
    return id
  }
}

async function findPriceId(stripe: Stripe, lookupKey: string, amountCents: number): Promise<string | null> {
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 })
  const listed = data[0]
  if (!listed) return null
  const isAgreed = (price: Stripe.Price) =>
    price.unit_amount === amountCents && price.currency === 'usd' && price.type === listed.type
  if (isAgreed(listed)) return listed.id
  const product = typeof listed.product === 'string' ? listed.product : listed.product.id
  for await (const former of stripe.prices.list({ product, active: true, limit: 100 })) {
    if (isAgreed(former)) return former.id
  }
  return null
}

export type PriceOutcome = 'created' | 'changed' | 'unchanged'

export function priceCalls(stripe: Stripe) {
  return reaching(stripe, { ensurePrice, ensurePrices, check })
}

const checkMs = 5000

/** Reads something small. Throws a ServiceProblem when Stripe does not answer, or refuses our key. */
async function check(stripe: Stripe): Promise<void> {
  await stripe.prices.list({ limit: 1 }, { timeout: checkMs, maxNetworkRetries: 0 }).catch((error: unknown) => {
    throw new ServiceProblem(`STRIPE_SECRET_KEY: ${describeFault(error)}`, { cause: error })
  })
}

function describeFault(error: unknown): string {
  const { StripeAuthenticationError, StripePermissionError } = Stripe.errors
  if (error instanceof StripeAuthenticationError) {
    return "Stripe refuses this key. Copy the current one from Stripe's dashboard (Developers, API keys)."
  }
  if (error instanceof StripePermissionError) return 'this key may not read prices. Give it the rights of a secret key.'
  const why = error instanceof Error ? error.message : String(error)
  return `Stripe does not answer (${why}). Check that this machine reaches api.stripe.com.`
}

/** Ensures each of these prices; running it again changes nothing. */
async function ensurePrices(stripe: Stripe, definitions: PriceDefinition[]): Promise<void> {
  for (const definition of definitions) await ensurePrice(stripe, definition)
}

/**
 * Creates the price under its lookup key if it differs. A price at Stripe never changes: another amount makes a new
 * one, which takes over the key. Running subscriptions keep theirs.
 */
async function ensurePrice(stripe: Stripe, definition: PriceDefinition): Promise<PriceOutcome> {
  const { lookupKey, amountCents, monthly } = definition
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], limit: 1 })
  const known = data[0]
  const isRenamed = await ensureProduct(stripe, idOf(known?.product) ?? productIdOf(lookupKey), definition)
  if (known && fits(known, definition)) return isRenamed ? 'changed' : 'unchanged'
  await stripe.prices.create(
    {
      product: idOf(known?.product) ?? productIdOf(lookupKey),
      currency: 'usd',
      unit_amount: amountCents,
      lookup_key: lookupKey,
      transfer_lookup_key: true,
      ...(monthly ? { recurring: { interval: 'month' as const } } : {}),
    },
    // The replaced price is part of the key, because going back to an earlier amount is another step.
    { idempotencyKey: `price:${lookupKey}:${amountCents}:${known?.id ?? 'first'}` },
  )
  return known ? 'changed' : 'created'
}

function fits(price: Stripe.Price, { amountCents, monthly }: PriceDefinition): boolean {
  const isMonthly = price.recurring?.interval === 'month' && price.recurring.interval_count === 1
  const isRhythmRight = monthly ? isMonthly : price.recurring === null
  return price.active && price.unit_amount === amountCents && price.currency === 'usd' && isRhythmRight
}

export function productIdOf(lookupKey: string): string {
  return `luna_${lookupKey}`
}

/** Creates the product or gives it its current name, which invoices print. Returns whether it was renamed. */
async function ensureProduct(stripe: Stripe, productId: string, { name }: PriceDefinition): Promise<boolean> {
  const known = await orMissing(stripe.products.retrieve(productId))
  if (!known) await stripe.products.create({ id: productId, name }, { idempotencyKey: `product:${productId}` })
  else if (known.name !== name) {
    await stripe.products.update(productId, { name })
    return true
  }
  return false
}
