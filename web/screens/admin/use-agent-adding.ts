import { addAgentToOrganization } from '#contract/organizations/agents.ts'
import { useCall } from '#web/client/api.ts'

/** The levels of the members who can use the agent (S519). */
export const accessLevels = [
  { value: 'standard', label: 'Standard: all members' },
  { value: 'premium', label: 'Premium: premium members' },
  { value: 'full', label: 'Full: members with full access' },
] as const

/** Adds an agent to an organization, for the forms of both lists (S435, S632). */
export function useAgentAdding(nameOf: (organizationId: string) => string, done: () => void) {
  return useCall(addAgentToOrganization, {
    told: ({ agent }, { params }) => ({
      title: 'Agent Added',
      description: `${nameOf(params.organizationId)} can now use ${agent.name}.`,
      tone: 'success',
    }),
    done,
  })
}
