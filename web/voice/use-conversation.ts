import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Conversation } from './conversation.ts'
import type { Snapshot } from './conversation-state.ts'
import { createConversation, type GivenToConversation } from './create-conversation.ts'

/**
 * Returns a conversation for the lifetime of the component (the dialog): it ends when the component unmounts or the
 * page is left. `given` is read once. Call `conversation.start` inside the click itself.
 */
export function useConversation(given: GivenToConversation): {
  conversation: Conversation
  snapshot: Snapshot
} {
  const [conversation] = useState(() => createConversation(given))
  const snapshot = useSyncExternalStore(conversation.subscribe, conversation.getSnapshot)
  useEffect(() => {
    const leave = () => conversation.leave()
    conversation.prepare()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      conversation.reset()
    }
  }, [conversation])
  return { conversation, snapshot }
}
