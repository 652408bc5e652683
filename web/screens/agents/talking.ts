import { createContext, use, useCallback } from 'react'
import type { Agent } from '#contract/agents/agents.ts'
import type { Answer } from '#contract/call.ts'
import type { startConversation } from '#contract/conversations/voice.ts'
import { pauseSound } from '#web/kit/sound/element.ts'

/** The parts of an agent that the room needs. */
export type TalkAgent = Pick<Agent, 'id' | 'name' | 'category' | 'imageUrl'> & {
  /** Starts a platform admin's test instead, which is free and left out of all figures (D56). */
  startTest?: (resumeOf?: string) => Promise<Answer<typeof startConversation>>
}

/** A press that opens the room for a conversation. Every press is a new object. */
export interface TalkRequest {
  agent: TalkAgent
  /** The person's first words: the conversation starts with them at once. */
  question?: string
}

/** Opens the room. The app provides it, because agents may not import conversations. */
export const Talking = createContext<(request: TalkRequest) => void>(() => undefined)

/** Returns what opens the room for a conversation with an agent; call it inside the click. */
export function useTalk(): (agent: TalkAgent, question?: string) => void {
  const open = use(Talking)
  return useCallback(
    (agent, question) => {
      pauseSound()
      open({ agent, ...(question !== undefined && { question }) })
    },
    [open],
  )
}
