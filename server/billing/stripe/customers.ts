import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { orMissing, reaching, unlessRefused } from './client.ts'

export function customerCalls(stripe: Stripe) {
  return reaching(stripe, { createCustomer, updateCustomer, deleteCustomer })
}

async function createCustomer(
  stripe: Stripe,
  payer: { id: string; email: string; name: string },
  idName: 'userId' | 'registrationId' | 'accountId' = 'userId',
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
