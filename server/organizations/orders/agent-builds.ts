import type { Tx } from '../../database/sql.ts'
import { createRequest } from '../../agents/requests/requests.ts'
import type { Registration } from './orders.ts'

/** Files one request for each agent that was bought, for those who build them (D108). */
export async function fileAgentBuilds(
  tx: Tx,
  registration: Registration,
  organizationId: number,
  adminId: string,
  at: Date,
): Promise<void> {
  const { numberOfAgents, organizationName, agentPurpose } = registration
  for (let number = 1; number <= numberOfAgents; number++) {
    await createRequest(
      tx,
      adminId,
      {
        agentName: `Custom agent ${number} for ${organizationName}`.slice(0, 120),
        description: agentPurpose ?? 'To be agreed',
        useCase: 'Other',
        priority: 'medium',
        organizationId,
      },
      at,
    )
  }
}
