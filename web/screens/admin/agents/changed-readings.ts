import { readAdminAgent } from '#contract/agents/admin-agents.ts'
import { agentVersions, readAgentVersion } from '#contract/agents/versions.ts'
import { agentPage, agents } from '#contract/agents/agents.ts'

/** The calls, besides the list itself, whose answers change with an agent. */
export const changedReadings = [readAdminAgent, agentVersions, readAgentVersion, agents, agentPage]
