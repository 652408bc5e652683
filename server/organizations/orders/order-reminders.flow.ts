import { centsToDollars } from '#contract/amounts.ts'
import { listForgottenOrders, type Registration } from './orders.ts'
import { markReminded } from './registration.ts'
import type { Services } from '../../billing/services.ts'
import { orderReminderMail } from '../../messages/mails/organization-billing.ts'
import { readOrderStatus } from './checkout.flow.ts'
import { queueMail } from '../../identity/queue-mail.ts'

/** Mails a reminder, once, to the contact of each order that was not paid within a day and still can be (D193). */
export async function remindOfOrders(services: Services): Promise<void> {
  const { database, clock } = services
  for (const id of await listForgottenOrders(database.read, clock.now())) {
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
