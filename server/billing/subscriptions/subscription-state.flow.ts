import type { Tx } from '../../database/sql.ts'
import { graceEndsAt } from '../../identity/access.ts'
import { lapseEveryMonth, readPurchased } from '../../ledger/ledger.ts'
import {
  findSubscriptionAccount,
  noteSubscriptionChange,
  refreshSubscription,
  type StoredSubscription,
  type SubscriptionRead,
} from './subscriptions.ts'
import { isOver, isOverdue } from './status.ts'
import { findPerson, type Person } from '../../identity/users.ts'
import type { Mail } from '../../messages/mails/write-mail.ts'
import type { SubscriptionState } from '../stripe/subscriptions.ts'
import type { Services } from '../services.ts'
import {
  accessEndedMail,
  paymentFailedMail,
  subscriptionCancelledMail,
  subscriptionResumedMail,
} from '../../messages/mails/billing.ts'
import {
  type Addressed,
  organizationCancelledMail,
  organizationEndedMail,
  organizationOverdueMail,
  organizationResumedMail,
} from '../../messages/mails/organization-billing.ts'
import { notifyPayers } from '../notify-payers.ts'

/** A subscription's state follows the provider, no matter what caused the read. Each change is reported once. */

/** Reads that keep overlapping with others mean that something is wrong. */
const maxReads = 10

export type StateRead = SubscriptionRead<SubscriptionState>

/** Asks the provider and notes when it was asked. */
export async function timeRead<State extends SubscriptionState | null>(
  { clock }: Services,
  ask: () => Promise<State>,
): Promise<{ state: State; beganAt: Date; endedAt: Date }> {
  const beganAt = clock.real()
  const state = await ask()
  return { state, beganAt, endedAt: clock.real() }
}

/**
 * Reads a subscription again and stores its state, if it is an account's current one. `by` is the person whose request
 * may have changed it. Returns whether they did.
 */
export async function followSubscription(
  services: Services,
  subscriptionId: string,
  by: string | null = null,
): Promise<boolean> {
  if (!(await findSubscriptionAccount(services.database.read, subscriptionId))) return false
  for (let count = 0; count < maxReads; count++) {
    const read = await timeRead(services, () => services.payments.readSubscription(subscriptionId))
    const stored = await storeState(services, read, by)
    if (stored !== 'overlapped') return stored === 'caused'
  }
  throw new Error(`Subscription ${subscriptionId} was read by others all the time`)
}

/** Does the same for the subscription of an invoice. */
export async function followInvoice(services: Services, invoiceId: string): Promise<void> {
  const invoice = await services.payments.readInvoice(invoiceId)
  if (invoice?.subscriptionId) await followSubscription(services, invoice.subscriptionId)
}

/**
 * Stores a state that was read, notes who caused the change, and notifies the person of it. Returns `overlapped` when it
 * must be read again, and `caused` when `by` has changed it.
 */
export async function storeState(
  services: Services,
  read: StateRead,
  by: string | null,
): Promise<'overlapped' | 'stored' | 'caused'> {
  const { state } = read
  const at = services.clock.now()
  const stored = await services.database.write(async (tx) => {
    const before = await refreshSubscription(tx, read, at)
    if (before === 'overlapped') return 'overlapped'
    if (before === 'not_current') return 'stored'
    const isCaused = await noteSubscriptionChange(tx, before, state, { by, at })
    await notify(services, tx, before, state, at)
    return isCaused ? 'caused' : 'stored'
  })
  // A person who comes back begins a new subscription; an old secret must not take money for this one (D7).
  if (stored !== 'overlapped' && isOver(state.status)) await services.payments.voidOpenInvoices(state.id)
  return stored
}

/** Lets the month lapse with the end of a subscription (D41), and notifies the person of each change of state once. */
async function notify(
  services: Services,
  tx: Tx,
  before: StoredSubscription,
  state: SubscriptionState,
  at: Date,
): Promise<void> {
  await services.pools.followSubscription(tx, before.accountId, state, at)
  if (isOver(state.status) && !isOver(before.status)) await lapseEveryMonth(tx, before.accountId, at)
  // A platform admin who ends the access has already written; a mail about a cancellation would be untrue (D149).
  if (await services.pools.isEndedByAdmin(tx, before.accountId)) return
  const person = before.userId ? await findPerson(tx, before.userId) : null
  const purchasedMs = person ? await readPurchased(tx, person.accountId) : 0
  await notifyPayers(tx, services, before.accountId, ({ to, organizationName, site }) => {
    if (organizationName !== null) return organizationMail(before, state, { to, organizationName, site })
    // A person who is leaving is notified only of that (D28).
    return person && !person.deletionRequestedAt ? mailFor(before, state, { ...person, purchasedMs }, site) : null
  })
}

/** Returns the mail for an organization, which goes to its admins (D129). */
function organizationMail(before: StoredSubscription, state: SubscriptionState, about: Addressed): Mail | null {
  if (isOver(before.status)) return null
  if (isOver(state.status)) return organizationEndedMail(about, { isUnpaid: state.endedUnpaid })
  if (isOverdue(state.status) && !isOverdue(before.status)) {
    return organizationOverdueMail(about, graceEndsAt({ ...state, subscriptionStatus: state.status }))
  }
  if (state.cancelAtPeriodEnd === before.cancelAtPeriodEnd) return null
  return state.cancelAtPeriodEnd
    ? organizationCancelledMail(about, state.renewsAt)
    : organizationResumedMail(about, state.renewsAt)
}

function mailFor(
  before: StoredSubscription,
  state: SubscriptionState,
  person: Person & { purchasedMs: number },
  site: string,
): Mail | null {
  const { email, purchasedMs } = person
  if (isOver(before.status)) return null
  if (isOver(state.status)) return accessEndedMail(email, { isUnpaid: state.endedUnpaid, purchasedMs }, site)
  if (isOverdue(state.status) && !isOverdue(before.status)) return paymentFailedMail(email, graceEndsAt(person), site)
  if (state.cancelAtPeriodEnd === before.cancelAtPeriodEnd) return null
  return state.cancelAtPeriodEnd
    ? subscriptionCancelledMail(email, state.renewsAt, site)
    : subscriptionResumedMail(email, state.renewsAt, site)
}
