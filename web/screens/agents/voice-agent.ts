import type { Agent } from '#contract/agents/agents.ts'
import type { Answer } from '#contract/call.ts'
import type { startConversation } from '#contract/conversations/voice.ts'

/** What the voice dialog needs to know about an agent. */
export type TalkAgent = Pick<Agent, 'id' | 'name' | 'category' | 'imageUrl'> & {
  /** Starts a platform admin's test instead: nobody pays for it, and it does not count (D56). */
  startTest?: (resumeOf?: string) => Promise<Answer<typeof startConversation>>
}
