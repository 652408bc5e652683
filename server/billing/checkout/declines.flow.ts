import { findStartOf, noteCompared } from '../../audit/comparisons.ts'
import type { Decline } from '../stripe/declines.ts'
import type { Services } from '../services.ts'
import { storeDecline } from './declines.ts'
import { findAccountOfCustomer } from './payers.ts'

/** How declined cards become known here: by an event, or by the hourly comparison when the event was lost. */

/** Stores the decline that an event of the provider reports. */
export async function followDecline(services: Services, eventId: string): Promise<void> {
  const decline = await services.payments.findDecline(eventId)
  if (decline) await keep(services, decline)
}

/** Stores every decline since the last comparison that is not known yet. Throws PaymentsUnavailable. */
export async function catchUpDeclines(services: Services): Promise<void> {
  const { database, payments, clock } = services
  const startedAt = clock.now()
  const { since, isWhole } = await findStartOf(database.read, 'declines', startedAt)
  for (const decline of await payments.listDeclines(since)) await keep(services, decline)
  await noteCompared(database.step, 'declines', { until: startedAt, isWhole })
}

/** A customer without an account here belongs to another business, or to an organization that has not paid yet. */
async function keep({ database }: Services, decline: Decline): Promise<void> {
  const accountId = await findAccountOfCustomer(database.read, decline.customerId)
  if (accountId) await database.write((tx) => storeDecline(tx, accountId, decline))
}
