import { agents } from '#contract/agents.ts'
import { availableAgents, organizationAgents } from '#contract/organization-agents.ts'
import { organizationOverview } from '#contract/organization-dashboard.ts'
import { organizationDetails } from '#contract/organization-management.ts'

/** What an assignment changes wherever agents of organizations are read. */
export const assignmentReadings = [
  organizationDetails,
  organizationAgents,
  availableAgents,
  organizationOverview,
  agents,
] as const
