import { type Acting, recordAct } from '../../audit/acts.ts'
import { isOver } from '../../billing/subscriptions/status.ts'
import { stopSubscription } from '../../billing/subscriptions/subscription-end.flow.ts'
import { findSubscription } from '../../billing/subscriptions/subscriptions.ts'
import type { Services } from '../../billing/services.ts'
import { findPerson } from '../../identity/users.ts'
import { refuse } from '../../kernel/problem.ts'

/**
 * Ends a person's subscription for the team (D206): with its paid month, or at once while a payment is overdue. The
 * person is notified by mail. One that is ending already stays as it is, and nothing is recorded. Returns when access
 * ends, null for at once. Throws PaymentsUnavailable, with nothing changed, when the provider
 * cannot be reached.
 */
export async function endSubscription(
  services: Services,
  by: Acting,
  { userId, reason }: { userId: string; reason: string },
): Promise<{ accessEndsAt: Date | null }> {
  const { read, write } = services.database
  const person = (await findPerson(read, userId)) ?? refuse('user_not_found')
  const before = await findSubscription(read, person.accountId)
  if (!before || isOver(before.subscriptionStatus)) refuse('no_subscription')
  const isChanged = await stopSubscription(services, before, by.adminId)
  const after = await findSubscription(read, person.accountId)
  if (isChanged) {
    const target = { kind: 'user', id: userId } as const
    const act = { action: 'subscription.end', target, before: pick(before), after: after && pick(after), reason }
    await write((tx) => recordAct(tx, by, act))
  }
  return { accessEndsAt: after && !isOver(after.subscriptionStatus) ? after.renewsAt : null }
}

function pick({ subscriptionStatus, cancelAtPeriodEnd }: { subscriptionStatus: string; cancelAtPeriodEnd: boolean }) {
  return { subscriptionStatus, cancelAtPeriodEnd }
}
