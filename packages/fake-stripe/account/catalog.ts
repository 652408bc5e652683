import Stripe from 'stripe'
import * as z from 'zod/mini'
import { invalidRequest } from '../calls/faults.ts'
import { accepts, flag, integer, listOf, mergeMetadata, metadata, moments, pages, text } from '../calls/params.ts'
import { isWithin, pageOf, route, type Route } from '../calls/routes.ts'
import { idOf, newId, type Sandbox } from './sandbox.ts'

const productDetails = {
  active: z.optional(flag),
  description: z.optional(text),
  metadata: z.optional(metadata),
  name: z.optional(text),
}
const createProductParams = accepts<Stripe.ProductCreateParams>()({
  ...productDetails,
  name: text,
  id: z.optional(text),
})

const recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: z.optional(integer),
})
const createPriceParams = accepts<Stripe.PriceCreateParams>()({
  active: z.optional(flag),
  currency: text,
  lookup_key: z.optional(text),
  metadata: z.optional(metadata),
  nickname: z.optional(text),
  product: text,
  recurring: z.optional(recurring),
  tax_behavior: z.optional(z.enum(['exclusive', 'inclusive', 'unspecified'])),
  transfer_lookup_key: z.optional(flag),
  unit_amount: integer,
})

function buildProduct(now: number, given: z.output<typeof createProductParams>): Stripe.Product {
  return {
    id: given.id ?? newId('prod'),
    object: 'product',
    active: given.active ?? true,
    created: now,
    default_price: null,
    description: given.description || null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata({}, given.metadata),
    name: given.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: now,
    url: null,
  }
}

function buildPrice(now: number, given: z.output<typeof createPriceParams>): Stripe.Price {
  const rhythm = given.recurring
  return {
    id: newId('price'),
    object: 'price',
    active: given.active ?? true,
    billing_scheme: 'per_unit',
    created: now,
    currency: given.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookup_key ?? null,
    metadata: mergeMetadata({}, given.metadata),
    nickname: given.nickname ?? null,
    product: given.product,
    recurring:
      rhythm === undefined
        ? null
        : {
            interval: rhythm.interval,
            interval_count: rhythm.interval_count ?? 1,
            meter: null,
            trial_period_days: null,
            usage_type: 'licensed',
          },
    tax_behavior: given.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: rhythm === undefined ? 'one_time' : 'recurring',
    unit_amount: given.unit_amount,
    unit_amount_decimal: Stripe.Decimal.from(given.unit_amount),
  }
}

/** Gives a price its lookup key, which names one price; another may take it only on request. */
function claimLookupKey(sandbox: Sandbox, key: string | undefined, transfer: boolean | undefined): void {
  const holder = sandbox.list('price').find(({ lookup_key }) => key !== undefined && lookup_key === key)
  if (holder === undefined) return
  if (transfer !== true) {
    const message = `A price (\`${holder.id}\`) already uses that lookup key.`
    throw invalidRequest(message, 'resource_already_exists', 'lookup_key')
  }
  holder.lookup_key = null
  sandbox.save(holder)
}

const productRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/products',
    params: createProductParams,
    handle({ sandbox, params }) {
      if (params.id !== undefined && sandbox.find('product', params.id) !== undefined) {
        throw invalidRequest('Product already exists.', 'resource_already_exists', 'id')
      }
      const product = buildProduct(sandbox.now(), params)
      sandbox.save(product)
      return product
    },
  }),
  route({
    method: 'GET',
    path: '/v1/products/:id',
    params: accepts<Stripe.ProductRetrieveParams>()({}),
    handle: ({ sandbox, id }) => sandbox.need('product', id),
  }),
  route({
    method: 'POST',
    path: '/v1/products/:id',
    params: accepts<Stripe.ProductUpdateParams>()(productDetails),
    handle({ sandbox, id, params }) {
      const product = sandbox.need('product', id)
      product.active = params.active ?? product.active
      product.name = params.name ?? product.name
      if (params.description !== undefined) product.description = params.description || null
      product.metadata = mergeMetadata(product.metadata, params.metadata)
      product.updated = sandbox.now()
      sandbox.save(product)
      return product
    },
  }),
  route({
    method: 'GET',
    path: '/v1/products',
    params: accepts<Stripe.ProductListParams>()({
      ...pages,
      active: z.optional(flag),
      created: z.optional(moments),
      ids: z.optional(listOf(text)),
    }),
    handle({ sandbox, params: { active, created, ids, ...page } }) {
      const found = sandbox
        .list('product')
        .filter((product) => (active ?? product.active) === product.active && (ids?.includes(product.id) ?? true))
        .filter((product) => isWithin(product.created, created))
      return pageOf('/v1/products', found, page)
    },
  }),
]

const priceRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/prices',
    params: createPriceParams,
    handle({ sandbox, params }) {
      sandbox.need('product', params.product, 'product')
      claimLookupKey(sandbox, params.lookup_key, params.transfer_lookup_key)
      const price = buildPrice(sandbox.now(), params)
      sandbox.save(price)
      return price
    },
  }),
  route({
    method: 'GET',
    path: '/v1/prices/:id',
    params: accepts<Stripe.PriceRetrieveParams>()({}),
    handle: ({ sandbox, id }) => sandbox.need('price', id),
  }),
  route({
    method: 'POST',
    path: '/v1/prices/:id',
    params: accepts<Stripe.PriceUpdateParams>()({
      active: z.optional(flag),
      lookup_key: z.optional(text),
      metadata: z.optional(metadata),
      nickname: z.optional(text),
      transfer_lookup_key: z.optional(flag),
    }),
    handle({ sandbox, id, params }) {
      const price = sandbox.need('price', id)
      if (params.lookup_key !== undefined && params.lookup_key !== price.lookup_key) {
        claimLookupKey(sandbox, params.lookup_key, params.transfer_lookup_key)
        price.lookup_key = params.lookup_key
      }
      price.active = params.active ?? price.active
      price.nickname = params.nickname ?? price.nickname
      price.metadata = mergeMetadata(price.metadata, params.metadata)
      sandbox.save(price)
      return price
    },
  }),
  route({
    method: 'GET',
    path: '/v1/prices',
    params: accepts<Stripe.PriceListParams>()({
      ...pages,
      active: z.optional(flag),
      created: z.optional(moments),
      lookup_keys: z.optional(listOf(text)),
      product: z.optional(text),
      type: z.optional(z.enum(['one_time', 'recurring'])),
    }),
    handle({ sandbox, params: { active, created, lookup_keys: keys, product, type, ...page } }) {
      const found = sandbox
        .list('price')
        .filter((price) => (active ?? price.active) === price.active && (type ?? price.type) === price.type)
        .filter((price) => keys === undefined || (price.lookup_key !== null && keys.includes(price.lookup_key)))
        .filter((price) => product === undefined || idOf(price.product) === product)
        .filter((price) => isWithin(price.created, created))
      return pageOf('/v1/prices', found, page)
    },
  }),
]

export const catalogRoutes: Route[] = [...productRoutes, ...priceRoutes]
