import { removeMembership } from './membership-changes.ts'
import type { Services } from '../../conversations/services.ts'
import { endLiveIn } from '../../conversations/lifecycle.flow.ts'

/**
 * Takes a person out of an organization at their own request. Their conversation there ends at once and is charged to
 * its pool, and what they talked stays in its books (D179).
 */
export async function leaveOrganization(services: Services, organizationId: number, userId: string): Promise<void> {
  const at = services.clock.now()
  await services.database.write((tx) => removeMembership(tx, organizationId, userId, at))
  await endLiveIn(services, organizationId, userId)
}
