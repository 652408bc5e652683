import { findPerson, isErasedAddress } from '../../identity/users.ts'
import { findPayer } from './payers.ts'
import type { Services } from '../services.ts'

/** Sends a person's current name and address to the payment provider. */
export async function updateCustomerDetails({ database, payments }: Services, userId: string): Promise<void> {
  const person = await findPerson(database.read, userId)
  if (!person || isErasedAddress(person.email)) return
  const { stripeCustomerId } = await findPayer(database.read, person.accountId)
  if (!stripeCustomerId) return
  const name = `${person.firstName} ${person.lastName}`
  await payments.updateCustomer(stripeCustomerId, { email: person.email, name })
}
