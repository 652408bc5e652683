import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { accepts, flag, listOf, mergeMetadata, metadata, moments, pages, text } from '../calls/params.ts'
import { assertOwned, attachMethod, needMethod } from '../cards/payment-methods.ts'
import { isWithin, pageOf, route, type Route } from '../calls/routes.ts'
import { newId, type Sandbox } from './sandbox.ts'

const address = z.strictObject({
  city: z.optional(text),
  country: z.optional(text),
  line1: z.optional(text),
  line2: z.optional(text),
  postal_code: z.optional(text),
  state: z.optional(text),
})

const details = {
  address: z.optional(address),
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
  if (given.address !== undefined) customer.address = wholeAddress(given.address)
  if (given.description !== undefined) customer.description = given.description || null
  if (given.email !== undefined) customer.email = given.email || null
  if (given.name !== undefined) customer.name = given.name || null
  if (given.phone !== undefined) customer.phone = given.phone || null
  if (given.preferred_locales !== undefined) customer.preferred_locales = given.preferred_locales
  customer.metadata = mergeMetadata(customer.metadata, given.metadata)
}

function wholeAddress(given: z.output<typeof address>): Stripe.Address {
  const { city = null, country = null, line1 = null, line2 = null, postal_code = null, state = null } = given
  return { city, country, line1, line2, postal_code, state }
}

function buildCustomer(now: number): Stripe.Customer {
  return {
    id: newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: newId('').slice(1, 9).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}

export const customerRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/customers',
    params: createParams,
    handle({ sandbox, params: { payment_method: method, ...given } }) {
      const customer = buildCustomer(sandbox.now())
      sandbox.save(customer)
      if (method !== undefined) attachMethod(sandbox, needMethod(sandbox, method), customer.id)
      applyDetails(sandbox, customer, given)
      sandbox.save(customer)
      return customer
    },
  }),
  route({
    method: 'GET',
    path: '/v1/customers/:id',
    params: accepts<Stripe.CustomerRetrieveParams>()({}),
    handle: ({ sandbox, id }) => sandbox.need('customer', id),
  }),
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
  route({
    method: 'GET',
    path: '/v1/customers',
    params: accepts<Stripe.CustomerListParams>()({ ...pages, created: z.optional(moments), email: z.optional(text) }),
    handle({ sandbox, params }) {
      const found = sandbox
        .list('customer')
        .filter(({ created, email }) => isWithin(created, params.created) && (params.email ?? email) === email)
      return pageOf('/v1/customers', found, params)
    },
  }),
]
