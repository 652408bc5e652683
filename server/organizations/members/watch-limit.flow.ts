import { listAdminEmails, noteLimitNotice } from './members.ts'
import type { Services } from '../../conversations/services.ts'
import { limitMail, memberLimitMail } from '../../messages/mails/organization.ts'

/**
 * Mails a person who has used 80 or 100 % of the minutes that their organization gives them in a month, and its admins,
 * once per month, limit and mark (D131). A conversation that passes both marks is mailed at both; a limit that was
 * lowered past both, at the last. Call it after everything that changes either figure. It never throws: a person who
 * was not notified sees the figures on the dashboard, and why the next start is refused.
 */
export async function watchLimit(
  services: Services,
  { organizationId, userId }: { organizationId: number | null; userId: string },
  changed: 'talk' | 'limit',
): Promise<void> {
  if (organizationId === null) return
  const { database, clock, jobs, log } = services
  try {
    const at = clock.now()
    await database.write(async (tx) => {
      const notice = await noteLimitNotice(tx, organizationId, userId, at)
      if (!notice) return
      const admins = (await listAdminEmails(tx, organizationId)).filter((email) => email !== notice.email)
      for (const percent of changed === 'talk' ? notice.percents : notice.percents.slice(-1)) {
        const told = { ...notice, percent, at, site: services.siteUrl() }
        await jobs.enqueue(tx, 'mail', limitMail(told))
        for (const to of admins) await jobs.enqueue(tx, 'mail', memberLimitMail(to, told))
      }
    })
  } catch (error) {
    log.error({ err: error, organizationId, userId }, 'minutes of a month could not be watched')
  }
}
