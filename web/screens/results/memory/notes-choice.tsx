import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { countText } from '#contract/amounts.ts'
import { notesFrom } from '#contract/results/memory.ts'
import { query } from '#web/client/api.ts'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'

interface Props {
  sessionId: string
  agentName: string
  /** Called with whether there are notes that shall go, too. */
  onChoice: (isChosen: boolean) => void
}

/** Asks whether the notes from a conversation go with its words, yes at first; nothing without notes (D185). */
export function NotesChoice({ sessionId, agentName, onChoice }: Props) {
  // Notes come and go on other screens.
  const known = useQuery({ ...query(notesFrom, { params: { id: sessionId } }), refetchOnMount: 'always' })
  const [isChosen, choose] = useState(true)
  const count = known.data?.count ?? 0
  const notify = useEffectEvent(onChoice)
  useEffect(() => {
    notify(isChosen && count > 0)
  }, [isChosen, count])
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
