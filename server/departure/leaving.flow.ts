import type { Read, Tx } from '../database/sql.ts'
import { isLastOwner, lockAdmins } from '../identity/admins.ts'
import { eraseUnlocks } from '../agents/agents.ts'
import { eraseAutoPurchase } from '../billing/auto-purchase/auto-purchase.ts'
import { eraseContacts } from '../messages/contact-messages.ts'
import { eraseExports } from './exports.ts'
import { removeImage } from '../images/images.ts'
import { eraseInvitations } from '../organizations/members/invitations.ts'
import { eraseAccountEvents } from '../identity/sign-in/account-events.ts'
import { deleteDevices } from '../identity/sign-in/known-devices.ts'
import { eraseMemberships, lockFellowAdmins } from '../organizations/members/members.ts'
import { isLastOrganizationAdmin } from '../organizations/policies.ts'
import { eraseContext } from '../identity/contexts.ts'
import { eraseCustomerNotes } from '../messages/customer-notes.ts'
import { eraseMessages } from '../messages/messages.ts'
import { eraseSentMails } from '../messages/sent-mails.ts'
import { eraseMailedSecrets } from '../identity/sign-in/passwords.ts'
import { eraseDeclinedCards } from '../billing/checkout/declines.ts'
import { eraseCard, findPayer } from '../billing/checkout/payers.ts'
import { deletePayloadsOf } from '../billing/bookings/provider-events.ts'
import { listConversationsAtProvider } from '../conversations/provider-records.ts'
import { eraseRecaps } from '../results/recap/recaps.ts'
import { eraseRatings } from '../agents/ratings.ts'
import { eraseRequests } from '../agents/requests/requests.ts'
import { eraseSteps } from '../results/next-steps/next-steps.ts'
import { eraseStepSettings } from '../results/next-steps/settings.ts'
import { eraseAnswers } from '../results/hours-saved/answers.ts'
import { eraseTranscripts } from '../conversations/transcripts.ts'
import { removeTwoFactor } from '../identity/two-factor/two-factor.ts'
import { deletionWaitMs, eraseUser, findPerson, listLeavers, type Person, requestDeletion } from '../identity/users.ts'
import type { Services } from '../conversations/services.ts'
import { eraseNotes } from '../results/memory/notes.ts'
import { eraseMemorySetting } from '../results/memory/memory.ts'
import { accountDeletionMail } from '../messages/mails/profile.ts'
import { endSubscription, stopPaying } from '../billing/subscriptions/subscription-end.flow.ts'
import { queueMail } from '../identity/queue-mail.ts'

/** The end of an account: the request, seven days to come back, and then everything personal is erased (D28). */

type EndSessions = (tx: Tx, userId: string) => Promise<void>

/**
 * Stores the request and signs the person out everywhere. Before that, the subscription is set to end with its paid
 * month, so that nothing more is charged and a person who comes back has lost nothing; an overdue one ends at once.
 * Returns when the person is erased; null for the last admin of the platform, or of an organization with other members.
 * Throws PaymentsUnavailable when the subscription cannot be ended; the account is then unchanged, and the request may
 * be repeated.
 */
export async function leave(
  services: Services,
  person: Person,
  site: string,
  endSessions: EndSessions,
): Promise<Date | null> {
  const { database, clock } = services
  if (await isNeeded(database.read, person.id)) return null
  await stopPaying(services, person.accountId, person.id)
  const at = clock.now()
  const erasedAt = new Date(at.getTime() + deletionWaitMs)
  return database.write(async (tx) => {
    // If the last two admins leave at once, the second sees that the first has gone.
    await lockAdmins(tx)
    await lockFellowAdmins(tx, person.id)
    if (await isNeeded(tx, person.id)) return null
    await requestDeletion(tx, person.id, at)
    await endSessions(tx, person.id)
    await queueMail(tx, services, accountDeletionMail(person.email, erasedAt, site))
    return erasedAt
  })
}

async function isNeeded(read: Read, userId: string): Promise<boolean> {
  return (await isLastOwner(read, userId)) || isLastOrganizationAdmin(read, userId)
}

/** Erases everybody whose time to come back or to be restored is over. A failure does not stop the others. */
export async function eraseLeavers(services: Services, endSessions: EndSessions): Promise<void> {
  const { database, clock, log } = services
  let afterId: string | null = null
  for (;;) {
    const page: string[] = await listLeavers(database.readLong, clock.now(), afterId)
    for (const userId of page) {
      await erase(services, userId, endSessions).catch((error: unknown) =>
        log.error({ err: error, userId }, 'a person who left could not be erased'),
      )
    }
    afterId = page.at(-1) ?? null
    if (!afterId) return
  }
}

/** Outside services come first, because only our row knows the person's ids there. */
async function erase(services: Services, userId: string, endSessions: EndSessions): Promise<void> {
  const { database, clock } = services
  const person = await findPerson(database.read, userId)
  if (!person) return
  await endSubscription(services, person.accountId)
  // Payments stay at the provider, as the law requires; their customer loses card, name and address.
  const { stripeCustomerId } = await findPayer(database.read, person.accountId)
  if (stripeCustomerId) await services.payments.deleteCustomer(stripeCustomerId)
  const at = clock.now()
  await database.write(async (tx) => {
    const erased = await eraseUser(tx, userId, at)
    if (!erased) return
    await removeImage(tx, erased.imageUrl)
    await eraseTraces(services, tx, person, endSessions)
    await deletePayloadsOf(tx, stripeCustomerId ? [person.email, stripeCustomerId] : [person.email])
  })
}

/** Removes what a release before this one has left of people whom it erased, because it did not know of it. */
export async function eraseRemains(services: Services, endSessions: EndSessions): Promise<void> {
  const { database } = services
  for (const { id } of await database.readLong<{ id: string }>`select id from broken_erasure limit 1000`) {
    const person = await findPerson(database.read, id)
    if (person) await database.write((tx) => eraseTraces(services, tx, person, endSessions))
  }
}

/** Removes everything personal that refers to an erased person. Repeating it changes nothing. */
async function eraseTraces(services: Services, tx: Tx, person: Person, endSessions: EndSessions): Promise<void> {
  const { id: userId, accountId } = person
  const at = services.clock.now()
  await endSessions(tx, userId)
  await deleteDevices(tx, userId)
  await removeTwoFactor(tx, userId)
  await eraseAccountEvents(tx, userId)
  await eraseWords(tx, userId)
  await eraseMemberships(tx, userId)
  await eraseContext(tx, userId)
  const provenEmail = person.emailVerified ? person.email : null
  await eraseInvitations(tx, userId, provenEmail)
  await eraseContacts(tx, provenEmail)
  await eraseCard(tx, accountId, at)
  await eraseDeclinedCards(tx, accountId)
  await eraseAutoPurchase(tx, accountId)
  const addresses = [person.email, ...(await eraseMailedSecrets(tx, userId))]
  await services.jobs.deleteMails(tx, addresses)
  await eraseSentMails(tx, userId, addresses)
  await eraseCustomerNotes(tx, userId)
  for (const conversationId of await listConversationsAtProvider(tx, userId)) {
    await services.jobs.enqueue(tx, 'deleteConversation', { conversationId })
  }
}

/** Removes what the person wrote, asked for and chose. */
async function eraseWords(tx: Tx, userId: string): Promise<void> {
  await eraseTranscripts(tx, userId)
  await eraseSteps(tx, userId)
  await eraseStepSettings(tx, userId)
  await eraseNotes(tx, userId)
  await eraseMemorySetting(tx, userId)
  await eraseRecaps(tx, userId)
  await eraseRequests(tx, userId)
  await eraseMessages(tx, userId)
  await eraseRatings(tx, userId)
  await eraseAnswers(tx, userId)
  await eraseUnlocks(tx, userId)
  await eraseExports(tx, userId)
}
