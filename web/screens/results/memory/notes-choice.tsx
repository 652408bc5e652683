import { countText } from '#contract/amounts.ts'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import type { NotesFrom } from './use-notes-from.ts'

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
