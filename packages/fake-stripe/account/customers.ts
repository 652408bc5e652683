import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { accepts, addressParams, flag, listOf, mergeMetadata, metadata, text } from '../calls/params.ts'
import { assertOwned, attachMethod, needMethod } from '../cards/payment-methods.ts'
import { listRoute, readRoute, route, type Route } from '../calls/routes.ts'
import { build } from './objects.ts'
import { newId, type Sandbox } from './sandbox.ts'

const details = {
  address: z.optional(addressParams),
  description: z.optional(text),
  email: z.optional(text),
  invoice_settings: z.optional(z.strictObject({ default_payment_method: z.optional(text) })),
  metadata: z.optional(metadata),
  name: z.optional(text),
  phone: z.optional(text),
  preferred_locales: z.optional(listOf(text)),
  validate: z.optional(flag),
}
const createParams = accepts<Stripe.CustomerCreateParams>()({ ...details, payment_method: z.optional(text) })
const updateParams = accepts<Stripe.CustomerUpdateParams>()(details)
type Details = z.output<typeof updateParams>

/** Merges given details into a customer; an empty text clears its field. */
function applyDetails(sandbox: Sandbox, customer: Stripe.Customer, given: Details): void {
  const settings = given.invoice_settings
  if (settings?.default_payment_method !== undefined) {
    const method = settings.default_payment_method || null
    if (method !== null) {
      assertOwned(sandbox, customer.id, method, 'invoice_settings[default_payment_method]')
    }
    customer.invoice_settings.default_payment_method = method
  }
  if (given.address !== undefined) customer.address = build('address', given.address)
  if (given.description !== undefined) customer.description = given.description || null
  if (given.email !== undefined) customer.email = given.email || null
  if (given.name !== undefined) customer.name = given.name || null
  if (given.phone !== undefined) customer.phone = given.phone || null
  if (given.preferred_locales !== undefined) customer.preferred_locales = given.preferred_locales
  customer.metadata = mergeMetadata(customer.metadata, given.metadata)
}

export const customerRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/customers',
    params: createParams,
    handle({ sandbox, params: { payment_method: method, ...given } }) {
      const prefix = newId('').slice(1, 9).toUpperCase()
      const customer = build('customer', { id: newId('cus'), created: sandbox.now(), invoice_prefix: prefix })
      sandbox.save(customer)
      if (method !== undefined) attachMethod(sandbox, needMethod(sandbox, method), customer.id)
      applyDetails(sandbox, customer, given)
      sandbox.save(customer)
      return customer
    },
  }),
  readRoute('customer', '/v1/customers'),
  route({
    method: 'POST',
    path: '/v1/customers/:id',
    params: updateParams,
    handle({ sandbox, id, params }) {
      const customer = sandbox.need('customer', id)
      applyDetails(sandbox, customer, params)
      sandbox.save(customer)
      return customer
    },
  }),
  listRoute<Stripe.CustomerListParams>()({ kind: 'customer', path: '/v1/customers', equals: { email: text } }),
]
