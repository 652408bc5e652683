import type { Agent } from '#contract/agents/agents.ts'
import type { Answer } from '#contract/call.ts'
import type { startConversation } from '#contract/conversations/voice.ts'

/** The parts of an agent that the voice dialog needs. */
export type TalkAgent = Pick<Agent, 'id' | 'name' | 'category' | 'imageUrl'> & {
  /** Starts a platform admin's test instead, which is free and left out of all figures (D56). */
  startTest?: (resumeOf?: string) => Promise<Answer<typeof startConversation>>
}
