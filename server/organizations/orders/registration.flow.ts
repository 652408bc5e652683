import { storeImage } from '../../images/images.ts'
import { countAttempt } from '../../kernel/limits.ts'
import { makePicture } from '../../images/picture.ts'
import { refuse } from '../../kernel/problem.ts'
import { findMembership } from '../../identity/memberships.ts'
import { rememberContext } from '../../identity/contexts.ts'
import { findRegistration, findUnpaid, listForgottenOrders, type Registration } from './orders.ts'
import { isWaiting } from '../profiles.ts'
import { lockOrganization } from '../organizations.ts'
import { mayAddLogo } from '../policies.ts'
import {
  expireOpenOrder,
  expireOrder,
  lockUnpaid,
  markReminded,
  type NewRegistration,
  setLogo,
  type StoredRegistration,
  storeRegistration,
} from './registration.ts'
import { PaymentsUnavailable } from '../../billing/stripe/client.ts'
import type { Services } from '../../billing/services.ts'
import { endAtProvider } from '../../billing/checkout/checkout.flow.ts'
import { readOrderStatus } from './checkout.flow.ts'
import { centsToDollars } from '#contract/amounts.ts'
import { orderReminderMail } from '../../messages/mails/organization-billing.ts'
import { queueMail } from '../../identity/queue-mail.ts'

/** Orders that replace each other each take a step. More happen only while payments of the former keep being opened. */
const maxSteps = 4

/**
 * Stores a registration. It replaces an unpaid order that the same browser has registered for the same organization,
 * for example with a mistyped address, so that never both are paid. Refuses it once that one is paid (D102).
 */
export async function register(
  services: Services,
  submitted: NewRegistration,
  { formerSecret, ip }: { formerSecret: string; ip: string },
): Promise<StoredRegistration> {
  const { database, clock } = services
  return untilStored(async () => {
    const former = await findUnpaid(database.read, formerSecret, submitted.organizationName)
    if (!(await endAtProvider(services, former))) refuse('already_paid')
    const at = clock.now()
    return database.write(async (tx) => {
      if (former && !(await lockUnpaid(tx, former))) return null
      const stored = await storeRegistration(tx, services, submitted, ip, at)
      if (former) await expireOrder(tx, former.id, at)
      return stored
    })
  })
}

/** Tries to store an order until no payment of its former one was opened in between, at most `maxSteps` times. */
async function untilStored<T>(store: () => Promise<T | null>): Promise<T> {
  for (let step = 0; step < maxSteps; step++) {
    const stored = await store()
    if (stored) return stored
  }
  throw new PaymentsUnavailable('Payments of the former order go on being opened')
}

/**
 * Stores a package for an organization that waits for one; its people work in it once it is paid. It replaces an
 * earlier unpaid order, so that never both are paid. Refuses it once one is paid (D130).
 */
export async function registerWaiting(
  services: Services,
  userId: string,
  submitted: NewRegistration & { forOrganizationId: number },
  ip: string,
): Promise<StoredRegistration> {
  const { database, clock } = services
  const { forOrganizationId: id } = submitted
  return untilStored(async () => {
    const former = await findRegistration(database.read, { forOrganizationId: id })
    // A payment that was made or is under way counts.
    if (former?.status === 'paid' || !(await endAtProvider(services, former))) refuse('not_waiting')
    const at = clock.now()
    return database.write(async (tx) => {
      await lockOrganization(tx, id)
      if (!(await isWaiting(tx, id))) refuse('not_waiting')
      const open = await findRegistration(tx, { forOrganizationId: id })
      // Opened since we ended the former: it could still be paid.
      const isOurs = open?.stripeSubscriptionId === former?.stripeSubscriptionId
      if (open?.status === 'awaiting_payment' && open.stripeSubscriptionId && !isOurs) return null
      await expireOpenOrder(tx, id, at)
      if (await findMembership(tx, userId, id, false)) await rememberContext(tx, userId, id, at)
      return storeRegistration(tx, services, submitted, ip, at)
    })
  })
}

/**
 * Stores a logo for an organization that has not paid yet, for the browser that registered it (D101). Its address is
 * random and revealed to nobody before the payment.
 */
export async function keepLogo(
  services: Services,
  { id, setupSecret, ip }: { id: string; setupSecret: string; ip: string },
  upload: Buffer,
): Promise<void> {
  const { database, clock } = services
  if (!(await mayAddLogo(database.read, id, setupSecret, clock.now()))) refuse('registration_not_found')
  await countAttempt(services, { key: `registration-logo:ip:${ip}`, max: 20, windowMinutes: 60 })
  const picture = await makePicture(upload, 'whole')
  const at = clock.now()
  await database.write(async (tx) => {
    const url = await storeImage(tx, picture, at)
    if (!(await setLogo(tx, id, url, at))) refuse('registration_not_found')
  })
}

/** Mails a reminder, once, to the contact of each order that was not paid within a day and still can be (D193). */
export async function remindOfOrders(services: Services): Promise<void> {
  const { database, clock } = services
  for (const id of await listForgottenOrders(database.readLong, clock.now())) {
    // An order whose payment is under way gets no reminder.
    const found = await readOrderStatus(services, id)
    if (found?.status === 'awaiting_payment') await remind(services, found.registration)
  }
}

async function remind(services: Services, order: Registration): Promise<void> {
  const { database, clock } = services
  const { id, contactEmail: to, organizationName, oneTimeCents, monthlyCents, expiresAt } = order
  const amount = centsToDollars(oneTimeCents + monthlyCents)
  const site = services.siteUrl()
  const named = new URLSearchParams({ registrationId: id, amount: String(amount) })
  const url = `${site}/organization-checkout?${named.toString()}`
  await database.write(async (tx) => {
    if (!(await markReminded(tx, id, clock.now()))) return
    await queueMail(tx, services, orderReminderMail({ to, organizationName, site }, { url, expiresAt }))
  })
}
