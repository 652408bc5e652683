import { registerOrganization } from '#contract/organizations/registration.ts'
import { createOrganizationPayment } from '#contract/organizations/payment.ts'
import type { TestClient } from '../world/client.ts'
import { main } from './organization-registrations.ts'
import { payWithCard } from '../world/people.ts'
import { eventsWorkedOff } from '../billing/subscriptions.ts'
import type { World } from '../world/world.ts'

/** Organizations that are created as for everybody: registered, and paid at the provider. */

let count = 0

export interface Registered {
  /** The browser that registered. */
  client: TestClient
  id: string
  email: string
  organizationName: string
}

export async function registeredOrganization(world: World, more: object = {}): Promise<Registered> {
  const client = world.visitor()
  const named = {
    organizationName: `Paid Firm ${++count} of ${process.pid}`,
    contactEmail: `contact${count}.${process.pid}@firm.test`,
  }
  const body = { ...main, ...named, totalAmount: undefined, ...more }
  const { id } = await client.call(registerOrganization, { body })
  return { client, id, email: body.contactEmail, organizationName: body.organizationName }
}

export async function openPayment({ client, id }: Registered): Promise<string> {
  const { clientSecret } = await client.call(createOrganizationPayment, { body: { registrationId: id } })
  return clientSecret
}

export async function paidOrganization(world: World, more: object = {}): Promise<Registered & { paymentId: string }> {
  const registered = await registeredOrganization(world, more)
  const paymentId = await payWithCard(world, await openPayment(registered))
  await eventsWorkedOff(world)
  return { ...registered, paymentId }
}

export interface OrganizationRow {
  id: number
  name: string
  slug: string
  subscription_status: string
  is_active: boolean
  max_users: number
  subscription_tier: string
  pool_ms: number
  account_id: string
}

export function organizationsOf(world: World, { organizationName }: Pick<Registered, 'organizationName'>) {
  return world.sql<OrganizationRow>(
    `select organization.id, name, slug, subscription_status, is_active, max_users, subscription_tier,
       account.monthly_ms + account.purchased_ms as pool_ms, account.id as account_id
     from organization join account on account.organization_id = organization.id where name = $1`,
    [organizationName],
  )
}
