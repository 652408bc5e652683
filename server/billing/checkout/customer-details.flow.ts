import { findPerson, isErasedAddress } from '../../identity/users.ts'
import type { Services } from '../services.ts'

/** Gives the payment provider a person's present name and address. */
export async function updateCustomerDetails({ database, payments }: Services, userId: string): Promise<void> {
  const person = await findPerson(database.read, userId)
  if (!person?.stripeCustomerId || isErasedAddress(person.email)) return
  const name = `${person.firstName} ${person.lastName}`
  await payments.updateCustomer(person.stripeCustomerId, { email: person.email, name })
}
