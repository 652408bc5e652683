import type { Services, Talk } from '../../conversations/services.ts'
import { mailLimitNotices } from './limit-notices.ts'

/**
 * Looks, after a conversation has been settled, whether a person has used up their minutes of the month (D131). It
 * never throws: a person who was not notified sees the figures on the dashboard, and why the next start is refused.
 */
export async function watchLimit(services: Services, { organizationId, userId }: Talk): Promise<void> {
  if (organizationId === null) return
  const { database, clock, log } = services
  const at = clock.now()
  try {
    await database.write((tx) => mailLimitNotices(tx, services, { organizationId, userIds: [userId] }, 'talk', at))
  } catch (error) {
    log.error({ err: error, organizationId, userId }, 'minutes of a month could not be watched')
  }
}
