import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { orMissing, reaching, unlessRefused } from './client.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export function customerCalls(stripe: Stripe) {
  return reaching(stripe, { createCustomer, updateCustomer, deleteCustomer })
}

/** The names under which a customer's metadata holds the id of a row of ours. */
const ownNames = ['userId', 'registrationId', 'accountId'] as const

/** A customer of a payment, as far as the provider shows it. */
export interface PaidCustomer {
  id: string
  /** Empty for one whose address was erased. */
  email: string
  /** Whether Luna has made the customer, here or in a copy of this database. */
  isOfLuna: boolean
}

export function toPaidCustomer(customer: Stripe.Charge['customer']): PaidCustomer | null {
  if (customer === null) return null
  if (typeof customer === 'string' || customer.deleted)
    return { id: typeof customer === 'string' ? customer : customer.id, email: '', isOfLuna: false }
  const { id, email, metadata } = customer
  return { id, email: email ?? '', isOfLuna: ownNames.some((name) => uuid.test(metadata[name] ?? '')) }
}

async function createCustomer(
  stripe: Stripe,
  payer: { id: string; email: string; name: string },
  idName: (typeof ownNames)[number] = 'userId',
) {
  const customer = await stripe.customers.create(
    { email: payer.email, name: payer.name, metadata: { [idName]: payer.id } },
    // A changed name makes another request, which the same key would refuse, and a header cannot carry every name.
    { idempotencyKey: `customer:${createHash('sha256').update(JSON.stringify(payer)).digest('base64url')}` },
  )
  return customer.id
}

/** Replaces a customer's name and address; repeating it changes nothing. */
async function updateCustomer(stripe: Stripe, customerId: string, details: { email: string; name: string }) {
  await stripe.customers.update(customerId, details)
}

/** Removes cards, name and address from a customer, whose payments stay. An unknown customer has none. */
async function deleteCustomer(stripe: Stripe, customerId: string) {
  const methods = await orMissing(stripe.paymentMethods.list({ customer: customerId, limit: 100 }))
  for (const { id } of methods?.data ?? []) await unlessRefused(stripe.paymentMethods.detach(id))
  await orMissing(stripe.customers.update(customerId, { email: '', name: '' }))
}
