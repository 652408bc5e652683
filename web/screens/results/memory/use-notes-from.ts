import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteMemory, memory } from '#contract/results/memory.ts'
import { query, useCall } from '#web/client/api.ts'
import { memoryFailures } from './toasts.ts'

export interface NotesFrom {
  count: number
  /** Whether they are deleted with the words that they came from; yes at first (D185). */
  isChosen: boolean
  choose: (isChosen: boolean) => void
  /** Deletes them if that is chosen. Returns false after a failure, which has its toast. */
  removeIfChosen: () => Promise<boolean>
}

/** The notes that came from one conversation, where its words are deleted. */
export function useNotesFrom(sessionId: string): NotesFrom {
  const known = useQuery(query(memory))
  const [isChosen, choose] = useState(true)
  const remove = useCall(deleteMemory, { changes: [memory], failed: memoryFailures.removeAll })
  const count = known.data?.notes.filter((note) => note.sessionId === sessionId).length ?? 0
  async function removeIfChosen(): Promise<boolean> {
    if (!isChosen || count === 0) return true
    return remove.mutateAsync({ query: { sessionId } }).then(
      () => true,
      () => false,
    )
  }
  return { count, isChosen, choose, removeIfChosen }
}
