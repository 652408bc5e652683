import { listAdminEmails } from './members/members.ts'
import type { Membership } from '../identity/memberships.ts'
import { endOrganization } from './organizations.ts'
import { findRunningSubscription } from '../billing/subscriptions/subscriptions.ts'
import type { Services } from '../conversations/services.ts'
import { organizationArchivedMail } from '../messages/mails/organization-billing.ts'
import { markEnd } from '../billing/subscriptions/subscription-end.flow.ts'
import { aboutOrganization } from '../messages/mails/write-mail.ts'
import { queueMail } from '../identity/queue-mail.ts'

/**
 * Ends an organization at its admins' request: it is not charged again and becomes read-only, while pool and people are
 * kept (D129, D131). The subscription comes first, because without its end nothing may be archived here. `by` is the
 * person who asks.
 */
export async function archive(services: Services, member: Membership, by: string): Promise<void> {
  const { database, clock } = services
  const { organizationId, accountId, name: organizationName } = member
  const subscriptionId = await findRunningSubscription(database.read, accountId)
  const subscription = subscriptionId && (await markEnd(services, subscriptionId, true, by))
  const endsAt = subscription ? subscription.renewsAt : null
  await database.write(async (tx) => {
    if (!(await endOrganization(tx, organizationId, clock.now()))) return
    for (const to of await listAdminEmails(tx, organizationId)) {
      const about = { to, organizationName, site: services.siteUrl() }
      await queueMail(tx, services, aboutOrganization(organizationArchivedMail(about, endsAt), organizationId))
    }
  })
}
