import type { Tx } from '../../database/sql.ts'
import type { Services } from '../../conversations/services.ts'
import { limitMail, memberLimitMail } from '../../messages/mails/organization.ts'
import { listAdminEmails, noteLimitNotice } from './members.ts'

/**
 * Mails a person who has used 80 or 100 % of the minutes that their organization gives them in a month, and its admins,
 * once per month, limit and mark (D131). A conversation that passes both marks is mailed at both; a limit that was
 * lowered past both, at the last. Call it after everything that changes either figure.
 */
export async function mailLimitNotices(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'siteUrl'>,
  { organizationId, userId }: { organizationId: number; userId: string },
  changed: 'talk' | 'limit',
  at: Date,
): Promise<void> {
  const notice = await noteLimitNotice(tx, organizationId, userId, at)
  if (!notice) return
  const admins = (await listAdminEmails(tx, organizationId)).filter((email) => email !== notice.email)
  for (const percent of changed === 'talk' ? notice.percents : notice.percents.slice(-1)) {
    const told = { ...notice, percent, at, site: services.siteUrl() }
    await services.jobs.enqueue(tx, 'mail', limitMail(told))
    for (const to of admins) await services.jobs.enqueue(tx, 'mail', memberLimitMail(to, told))
  }
}
