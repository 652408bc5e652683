import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countText } from '#contract/amounts.ts'
import { deleteMemory, memory, notesFrom } from '#contract/results/memory.ts'
import { query, useCall } from '#web/client/api.ts'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { memoryFailures } from './toasts.ts'

/** Asks whether the notes from a conversation go with its words; nothing without notes. */
export function NotesChoice({
  notes: { count, isChosen, choose },
  agentName,
}: {
  notes: NotesFrom
  agentName: string
}) {
  if (count === 0) return null
  return (
    <div className="mt-3 text-text">
      <Checkbox
        name="withNotes"
        label={`Also forget what ${agentName} learned in it (${countText(count, 'note')})`}
        checked={isChosen}
        onChange={choose}
      />
    </div>
  )
}

interface NotesFrom {
  count: number
  /** Whether they are deleted with the words that they came from; yes at first (D185). */
  isChosen: boolean
  choose: (isChosen: boolean) => void
  /** Deletes them if that is chosen. Returns false after a failure, which has its toast. */
  removeIfChosen: () => Promise<boolean>
}

/** The notes that came from one conversation, in whatever context it was, where its words are deleted. */
export function useNotesFrom(sessionId: string): NotesFrom {
  // Notes come and go on other screens.
  const known = useQuery({ ...query(notesFrom, { params: { id: sessionId } }), refetchOnMount: 'always' })
  const [isChosen, choose] = useState(true)
  const remove = useCall(deleteMemory, { changes: [memory, notesFrom], failed: memoryFailures.removeAll })
  const count = known.data?.count ?? 0
  async function removeIfChosen(): Promise<boolean> {
    if (!isChosen || count === 0) return true
    return remove.mutateAsync({ query: { sessionId } }).then(
      () => true,
      () => false,
    )
  }
  return { count, isChosen, choose, removeIfChosen }
}
