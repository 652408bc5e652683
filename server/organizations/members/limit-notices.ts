import type { Tx } from '../../database/sql.ts'
import { limitMail, memberLimitMail } from '../../messages/mails/organization.ts'
import { listAdminEmails, noteLimitNotices } from './members.ts'
import { aboutOrganization } from '../../messages/mails/write-mail.ts'
import { type MailServices, queueMail } from '../../identity/queue-mail.ts'

/**
 * Mails people who have used 80 or 100 % of the minutes that their organization gives them in a month, and its admins,
 * once per month, limit and mark (D131). A conversation that passes both marks is mailed at both; a limit that was
 * lowered past both, at the last. Call it after everything that changes either figure.
 */
export async function mailLimitNotices(
  tx: Tx,
  services: MailServices,
  { organizationId, userIds }: { organizationId: number; userIds: readonly string[] },
  changed: 'talk' | 'limit',
  at: Date,
): Promise<void> {
  const notices = await noteLimitNotices(tx, organizationId, userIds, at)
  if (notices.length === 0) return
  const admins = await listAdminEmails(tx, organizationId)
  for (const notice of notices) {
    for (const percent of changed === 'talk' ? notice.percents : notice.percents.slice(-1)) {
      const told = { ...notice, percent, at, site: services.siteUrl() }
      await queueMail(tx, services, aboutOrganization(limitMail(told), organizationId))
      for (const to of admins.filter((email) => email !== notice.email)) {
        await queueMail(tx, services, aboutOrganization(memberLimitMail(to, told), organizationId))
      }
    }
  }
}
