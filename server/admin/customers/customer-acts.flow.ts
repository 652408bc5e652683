import { type Acting, recordAct } from '../../audit/acts.ts'
import { findReceipt, type Receipt } from '../../billing/bookings/receipts.ts'
import type { Services } from '../../conversations/services.ts'
import type { Tx } from '../../database/sql.ts'
import { refuse } from '../../kernel/problem.ts'
import { findMembership } from '../../identity/memberships.ts'
import { resendVerification } from '../../identity/profile/address.ts'
import { findPerson, type Person } from '../../identity/users.ts'
import { receiptMail } from '../../messages/mails/billing.ts'
import { aboutOrganization } from '../../messages/mails/write-mail.ts'
import { listSentMails, type SentMail } from '../../messages/sent-mails.ts'
import { mayInviteFreely } from '../../organizations/policies.ts'
import { resendInvitation } from '../../organizations/members/inviting.ts'
import { resendSetupLink } from '../../organizations/orders/setup.flow.ts'
import { queueMail } from '../../identity/queue-mail.ts'
import { watchTalk } from '../../conversations/after-talk.flow.ts'
import { endWhereCarried } from '../../conversations/carried-ends.flow.ts'
import { findConversation } from '../../conversations/history.ts'
import { settleConversation } from '../../conversations/voice-sessions.ts'
import { isOver } from '../../billing/subscriptions/status.ts'
import { stopSubscription } from '../../billing/subscriptions/subscription-end.flow.ts'
import { findSubscription } from '../../billing/subscriptions/subscriptions.ts'

/** Mails that are made again: with the same facts and, where they had one, a new secret. */

interface Asking {
  acting: Acting
  person: Person
  site: string
}

const invitationDays = 7

/** Sends a mail again to the present address of its person, or where it went if it belongs to nobody. */
export async function resend(services: Services, tx: Tx, asking: Asking, id: string): Promise<void> {
  const [mail] = await listSentMails(tx, [id])
  if (!mail) refuse('mail_not_found')
  await makeAgain(services, tx, asking, mail)
  const target = targetOf(mail)
  if (target) await recordAct(tx, asking.acting, { action: 'mail.resend', target, after: { mail: mail.kind } })
}

function targetOf({ userId, organizationId }: SentMail) {
  if (userId !== null) return { kind: 'user', id: userId } as const
  return organizationId === null ? null : ({ kind: 'organization', id: organizationId } as const)
}

async function makeAgain(services: Services, tx: Tx, asking: Asking, mail: SentMail): Promise<void> {
  switch (mail.kind) {
    case 'receipt':
      return mailReceipts(services, tx, mail)
    case 'verification':
      return mailConfirmation(services, tx, asking, mail)
    case 'invitation':
      return mailInvitation(services, tx, asking, mail)
    case 'setup':
      if (!(await resendSetupLink(services, tx, mail.to))) refuse('no_longer_needed')
      return
    default:
      refuse('not_resendable')
  }
}

async function mailReceipts(services: Services, tx: Tx, mail: SentMail): Promise<void> {
  const found = await Promise.all(mail.about.map((id) => findReceipt(tx, id)))
  const receipts = found.filter((receipt): receipt is Receipt => receipt !== null)
  if (receipts.length === 0) refuse('not_resendable')
  const person = mail.userId ? await findPerson(tx, mail.userId) : null
  const again = receiptMail(person?.email ?? mail.to, receipts, services.siteUrl())
  await queueMail(tx, services, aboutOrganization(again, mail.organizationId))
}

async function mailConfirmation(services: Services, tx: Tx, { acting, site }: Asking, mail: SentMail): Promise<void> {
  const person = mail.userId ? await findPerson(tx, mail.userId) : null
  if (!person || person.emailVerified) refuse('no_longer_needed')
  await resendVerification(tx, services, person, { site, at: acting.at, refusal: 'sent_too_often' })
}

async function mailInvitation(
  services: Services,
  tx: Tx,
  { acting, person, site }: Asking,
  { organizationId, about: [id] }: SentMail,
): Promise<void> {
  const member = organizationId === null ? null : await findMembership(tx, person.id, organizationId, true)
  if (!member || !id) refuse('not_resendable')
  const by = { person, member, site, at: acting.at, askedAt: services.clock.real() }
  if (!person.emailVerified && !mayInviteFreely(person, member)) refuse('not_resendable')
  if (!(await resendInvitation(tx, services, by, id, invitationDays))) refuse('no_longer_needed')
}

/** The team ends a live conversation, which is charged up to that second. Returns what was charged in ms. */
export async function endTalk(services: Services, by: Acting, id: string): Promise<number> {
  const { database, clock } = services
  const talk = (await findConversation(database.read, id)) ?? refuse('conversation_not_found')
  await database.write(async (tx) => {
    const [live] = await tx`select from voice_session where id = ${id} and status = 'active' for no key update`
    if (!live) refuse('conversation_over')
    const target = { kind: 'user', id: talk.userId } as const
    await recordAct(tx, by, { action: 'conversation.end', target, after: { agent: talk.agentName } })
  })
  await endWhereCarried(services, id, 'team')
  // No process carries it, so it ends as far as the last tick recorded it.
  const settled = await settleConversation(database.step, { id, reason: 'team', at: clock.now() })
  await watchTalk(services, talk)
  return settled?.chargedMs ?? 0
}

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
