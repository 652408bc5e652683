import type { Tx } from '../database/sql.ts'
import { type Acting, recordAct } from '../audit/acts.ts'
import { lockFellowAdmins, switchOffMemberships } from '../organizations/members/members.ts'
import { changeStatus, lockForChange } from './user-changes.ts'
import { findPerson, removalWaitMs, removeUser } from '../identity/users.ts'
import { refuse } from '../kernel/problem.ts'
import { noteSecurity } from '../kernel/security-events.ts'
import type { Services } from '../conversations/services.ts'
import { stopPaying } from '../billing/subscriptions/subscription-end.flow.ts'
import { endLiveOf } from '../conversations/lifecycle.flow.ts'
import { accountClosedMail } from '../messages/mails/profile.ts'
import { queueMail } from '../identity/queue-mail.ts'

/** A platform admin deactivates or deletes a person, whose sessions and conversations end at once (D14, D143). */

type EndSessions = (tx: Tx, userId: string) => Promise<void>

/** Activates or deactivates a person. A live conversation is charged up to the second at which it ends. */
export async function setStatus(
  services: Services,
  by: Acting,
  userId: string,
  isActive: boolean,
  endSessions: EndSessions,
): Promise<void> {
  await services.database.write((tx) => changeStatus(tx, by, userId, { isActive, endSessions }))
  if (isActive) return
  noteSecurity(services, 'deactivated', { userId, by: by.adminId })
  await endLiveOf(services, userId)
}

/**
 * Deletes a person: sign-in, conversations, charges and memberships end at once. They can be restored for 30 days and
 * are then erased like people who leave (D143). Returns the date of erasure. Throws PaymentsUnavailable, with nothing
 * changed, when the subscription cannot be canceled.
 */
export async function removePerson(
  services: Services,
  by: Acting,
  userId: string,
  endSessions: EndSessions,
): Promise<{ erasedAt: Date }> {
  const { database } = services
  const lock = (tx: Tx) => lockForChange(tx, by, userId, { duty: 'people.change', endsOwner: () => true })
  await database.write(lock)
  const person = (await findPerson(database.read, userId)) ?? refuse('user_not_found')
  await stopPaying(services, person.accountId, by.adminId)
  const erasedAt = new Date(by.at.getTime() + removalWaitMs)
  await database.write(async (tx) => {
    const user = await lock(tx)
    await lockFellowAdmins(tx, userId)
    await removeUser(tx, userId, by.at)
    await switchOffMemberships(tx, userId)
    await endSessions(tx, userId)
    const before = { isDeleted: false, isActive: user.isActive, organizations: user.organizations.map(({ id }) => id) }
    const after = { isDeleted: true, isActive: false, organizations: [] }
    await queueMail(tx, services, accountClosedMail(user.email, erasedAt))
    await recordAct(tx, by, { action: 'user.delete', target: { kind: 'user', id: userId }, before, after })
  })
  noteSecurity(services, 'deactivated', { userId, by: by.adminId })
  await endLiveOf(services, userId)
  return { erasedAt }
}
