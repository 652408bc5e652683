import { readAdminAgent } from '#contract/agents/admin-agents.ts'
import { agentPage, agents } from '#contract/agents/agents.ts'

/** What reads old after a change of an agent, besides the list it is done in. */
export const changedReadings = [readAdminAgent, agents, agentPage]
