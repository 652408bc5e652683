import { useQuery } from '@tanstack/react-query'
import { countText } from '#contract/amounts.ts'
import { memory } from '#contract/results/memory.ts'
import { query } from '#web/client/api.ts'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'

interface Props {
  agentId: string
  agentName: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Leaves memory out of one conversation; only while it is on, and the agent knows something (D185). */
export function NotThisTime({ agentId, agentName, checked, onChange }: Props) {
  const known = useQuery(query(memory))
  if (!known.data?.enabled || !known.data.isAllowedHere) return null
  const count = known.data.notes.filter((note) => note.agentId === agentId && note.state === 'active').length
  if (count === 0) return null
  return (
    <div className="rounded-card border border-line bg-surface px-4 py-3">
      <Checkbox
        name="withoutMemory"
        label="Not this time"
        help={`Talk without what ${agentName} knows about you (${countText(count, 'note')}).`}
        checked={checked}
        onChange={onChange}
      />
    </div>
  )
}
