import { adminAgents } from '#contract/agents/admin-agents.ts'
import { adminOrganizationDetails } from '#contract/admin/organizations.ts'
import { organizationChoices } from '#contract/admin/users.ts'
import { addAgentToOrganization, agentsOfOrganization } from '#contract/organizations/agents.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { assignmentReadings } from '#web/screens/organizations/management/assignment-readings.ts'
import { adminFailures, agentAssigned } from './toasts.ts'
import { useAdminCall } from './use-admin-call.ts'

/** The levels of the members who can use the agent (S519). */
export const accessLevels = [
  { value: 'standard', label: 'Standard: all members' },
  { value: 'premium', label: 'Premium: premium members' },
  { value: 'full', label: 'Full: members with full access' },
] as const

/** Adds an agent to an organization, for the forms of both lists (S435, S632). */
export function useAgentAdding(nameOf: (organizationId: string) => string, done: () => void) {
  return useAdminCall(addAgentToOrganization, {
    list: adminAgents,
    changes: [...assignmentReadings, agentsOfOrganization, adminOrganizationDetails, organizationChoices],
    failed: adminFailures.addAgent,
    done: ({ agent }, { params }) => {
      showToast(agentAssigned(agent.name, nameOf(params.organizationId)))
      done()
    },
  })
}
