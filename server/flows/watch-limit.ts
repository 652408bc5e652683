import { noteLimitNotice } from '../domain/members.ts'
import type { Services } from '../services.ts'
import { limitMail } from './organization-mails.ts'

/**
 * Mails somebody whose conversations have used 80 or 100 % of the minutes that their organization gives them in a month,
 * once per month and share (D131). To be called after everything that changes either figure. Never throws: who was not
 * told sees the figures on the dashboard, and why the next start is refused.
 */
export async function watchLimit(
  services: Services,
  { organizationId, userId }: { organizationId: number | null; userId: string },
): Promise<void> {
  if (organizationId === null) return
  const { database, clock, jobs, log } = services
  try {
    const at = clock.now()
    await database.write(async (tx) => {
      const notice = await noteLimitNotice(tx, organizationId, userId, at)
      if (notice) await jobs.enqueue(tx, 'mail', limitMail(notice, at, services.siteUrl()))
    })
  } catch (error) {
    log.error({ err: error, organizationId, userId }, 'minutes of a month could not be watched')
  }
}
