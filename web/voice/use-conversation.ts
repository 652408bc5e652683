import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Conversation } from './conversation.ts'
import type { Snapshot } from './conversation-state.ts'
import { createConversation, type GivenToConversation } from './create-conversation.ts'

/**
 * A conversation for as long as the component (the dialog) stands: it ends when the component goes, and when the page
 * goes. `given` is read once. Call `conversation.start` inside the click itself.
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
