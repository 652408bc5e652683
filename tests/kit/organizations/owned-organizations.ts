import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { organizationBilling } from '#contract/organizations/billing.ts'
import { setTempPassword } from '#contract/organizations/payment.ts'
import { changeSeats, seatQuote } from '#contract/organizations/seats.ts'
import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import type { TestOrganization } from './organizations.ts'
import { organizationsOf, paidOrganization } from './paid-organizations.ts'
import { password, payWithCard } from '../world/people.ts'
import { atProvider, changeAtProvider } from '../billing/provider.ts'
import { eventsWorkedOff, passTime } from '../billing/subscriptions.ts'
import type { World } from '../world/world.ts'

/** Organizations that were paid, with their first admin signed in and a pool of 1,000 minutes. */
export interface Owned extends TestOrganization {
  /** The path of calls that name it. */
  params: { organizationId: string }
}

/** Returns an organization with 5 users, Growth, one single agent and all extras by default. */
export async function ownedOrganization(world: World, more: object = {}): Promise<Owned> {
  const order = await paidOrganization(world, more)
  const [row] = await organizationsOf(world, order)
  if (!row) throw new Error(`${order.organizationName} did not come into being`)
  const { client, email } = order
  const names = { firstName: 'Olive', lastName: 'Owner' }
  await client.call(setTempPassword, { body: { email, newPassword: password, ...names } })
  await client.call(auth.login, { body: { email, password } })
  const { id } = await client.call(currentUser)
  const owner = { client, email, id }
  const params = { organizationId: String(row.id) }
  return { id: row.id, name: row.name, slug: row.slug, accountId: row.account_id, owner, params }
}

export const billingOf = ({ owner, params }: Owned) => owner.client.call(organizationBilling, { params })

/** Returns its payments after the first one, newest first: description, dollars and minutes. */
export const paidBy = async (firm: Owned): Promise<[string, number, number][]> =>
  (await billingOf(firm)).payments.map(({ description, amount, creditsAdded }) => [description, amount, creditsAdded])

/** Pays what its admin has opened, as the card form does, and waits until everything is handled. */
export async function payOpened(world: World, { owner }: Owned, clientSecret: string): Promise<void> {
  const paymentIntentId = await payWithCard(world, clientSecret)
  await owner.client.call(processPaymentSuccess, { body: { paymentIntentId } })
  await eventsWorkedOff(world)
}

/** Returns the seats, and those from the next renewal on where they are fewer. */
export async function seatsOf(world: World, { id }: Owned): Promise<[number, number | null]> {
  const select = 'select max_users as now, next_max_users as next from organization where id = $1'
  const [row] = await world.sql<{ now: number; next: number | null }>(select, [id])
  return [row?.now ?? 0, row?.next ?? null]
}

async function subscriptionOf(world: World, { accountId }: Owned) {
  const select = 'select stripe_subscription_id as id, renews_at from subscription where account_id = $1'
  const [row] = await world.sql<{ id: string; renews_at: Date }>(select, [accountId])
  if (!row) throw new Error('No subscription')
  return row
}

interface ProviderSubscription {
  status: string
  default_payment_method: string
  items: { data: { quantity: number; price: { product: string; unit_amount: number } }[] }
}

export async function planAtProvider(world: World, firm: Owned): Promise<ProviderSubscription> {
  const { id } = await subscriptionOf(world, firm)
  return atProvider<ProviderSubscription>(world, `subscriptions/${id}`)
}

/** Returns users, and cents for each, as the provider counts them. */
export async function seatsAtProvider(world: World, firm: Owned): Promise<[number, number]> {
  const { items } = await planAtProvider(world, firm)
  const item = items.data.find(({ price }) => price.product.startsWith('luna_organization_user_'))
  return [item?.quantity ?? 0, item?.price.unit_amount ?? 0]
}

/** Moves the clock to some hours after the organization's month has ended, and waits until all events are handled. */
export async function passMonth(world: World, firm: Owned, hoursAfter = 2): Promise<void> {
  const { renews_at: renewsAt } = await subscriptionOf(world, firm)
  const seconds = Math.ceil((renewsAt.getTime() - world.services.clock.now().getTime()) / 1000 + hoursAfter * 3600)
  await passTime(world, `PT${seconds}S`)
}

/** Charges the organization to that test card from now on, renewals and everything else. Returns its id. */
export async function poolCard(world: World, firm: Owned, magicId: string): Promise<string> {
  const select = 'select stripe_customer_id as customer from payer where account_id = $1'
  const [payer] = await world.sql<{ customer: string }>(select, [firm.accountId])
  const customer = payer?.customer ?? ''
  const { id: subscription } = await subscriptionOf(world, firm)
  const { id } = await changeAtProvider<{ id: string }>(world, `payment_methods/${magicId}/attach`, { customer })
  const { card } = await atProvider<{ card: { last4: string; fingerprint: string } }>(world, `payment_methods/${id}`)
  await changeAtProvider(world, `subscriptions/${subscription}`, { default_payment_method: id })
  await world.sql(
    'update payer set payment_method_id = $2, card_last4 = $3, card_fingerprint = $4 where account_id = $1',
    [firm.accountId, id, card.last4, card.fingerprint],
  )
  return id
}

export async function agreeToSeats({ owner, params }: Owned, users: number) {
  const { chargeToday, monthlyTotal } = await owner.client.call(seatQuote, { params, query: { users } })
  return owner.client.try(changeSeats, { params, body: { users, chargeToday, monthlyTotal } })
}
