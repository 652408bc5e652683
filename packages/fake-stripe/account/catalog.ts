import Stripe from 'stripe'
import * as z from 'zod/mini'
import { invalidRequest } from '../calls/faults.ts'
import { accepts, flag, integer, listOf, mergeMetadata, metadata, text } from '../calls/params.ts'
import { listRoute, readRoute, route, type Route } from '../calls/routes.ts'
import { build } from './objects.ts'
import { newId, type Sandbox } from './sandbox.ts'

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
  return build('product', {
    id: given.id ?? newId('prod'),
    active: given.active,
    created: now,
    description: given.description || null,
    metadata: mergeMetadata({}, given.metadata),
    name: given.name,
    updated: now,
  })
}

function buildPrice(now: number, given: z.output<typeof createPriceParams>): Stripe.Price {
  const rhythm = given.recurring
  return build('price', {
    id: newId('price'),
    active: given.active,
    created: now,
    currency: given.currency.toLowerCase(),
    lookup_key: given.lookup_key,
    metadata: mergeMetadata({}, given.metadata),
    nickname: given.nickname,
    product: given.product,
    recurring: rhythm && build('recurring', rhythm),
    tax_behavior: given.tax_behavior,
    type: rhythm === undefined ? 'one_time' : 'recurring',
    unit_amount: given.unit_amount,
    unit_amount_decimal: Stripe.Decimal.from(given.unit_amount),
  })
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
  readRoute('product', '/v1/products'),
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
  listRoute<Stripe.ProductListParams>()({
    kind: 'product',
    path: '/v1/products',
    equals: { active: flag },
    others: { ids: listOf(text) },
    keeps: ({ id }, { ids }) => ids?.includes(id) ?? true,
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
  readRoute('price', '/v1/prices'),
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
  listRoute<Stripe.PriceListParams>()({
    kind: 'price',
    path: '/v1/prices',
    equals: { active: flag, product: text, type: z.enum(['one_time', 'recurring']) },
    others: { lookup_keys: listOf(text) },
    keeps: ({ lookup_key: key }, { lookup_keys: keys }) => keys === undefined || (key !== null && keys.includes(key)),
  }),
]

export const catalogRoutes: Route[] = [...productRoutes, ...priceRoutes]
