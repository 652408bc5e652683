import type { Agent } from '#contract/agents.ts'

/** What the voice dialog needs to know of an agent. */
export type TalkAgent = Pick<Agent, 'id' | 'name' | 'category' | 'imageUrl'> & {
  /** A platform admin tries the agent: nobody pays, and nothing counts it (D56). */
  isTest?: boolean
}
