import { readAdminAgent } from '#contract/admin-agents.ts'
import { agentPage, agents } from '#contract/agents.ts'

/** What reads old after a change of an agent, besides the list it is done in. */
export const changedReadings = [readAdminAgent, agents, agentPage]
