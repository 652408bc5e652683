import { agents } from '#contract/agents/agents.ts'
import { availableAgents, organizationAgents } from '#contract/organizations/agents.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { organizationDetails } from '#contract/organizations/management.ts'

/** The calls whose answers an assignment changes. */
export const assignmentReadings = [
  organizationDetails,
  organizationAgents,
  availableAgents,
  organizationOverview,
  agents,
] as const
