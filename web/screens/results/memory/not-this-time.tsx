import { useQuery } from '@tanstack/react-query'
import { countText } from '#contract/amounts.ts'
import { memory } from '#contract/results/memory.ts'
import { query } from '#web/client/api.ts'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'

interface Props {
  agentName: string
  /** How many notes would be left out, 0 where that is unknown; null while memory is off. */
  count: number | null
  checked: boolean
  onChange: (checked: boolean) => void
}

/**
 * Leaves memory out of one conversation (D185). It is offered without notes, too: the agent would also get open steps, and
 * could propose notes.
 */
export function NotThisTime({ agentName, count, checked, onChange }: Props) {
  if (count === null) return null
  return (
    <div className="rounded-card border border-line bg-surface px-4 py-3">
      <Checkbox
        name="withoutMemory"
        label="Not this time"
        help={
          count === 0
            ? `${agentName} gets nothing from earlier sessions and proposes no notes.`
            : `Talk without what ${agentName} knows about you (${countText(count, 'note')}).`
        }
        checked={checked}
        onChange={onChange}
      />
    </div>
  )
}

interface LeftOut {
  /** While true, it is not known yet whether there is something to leave out. */
  isReading: boolean
  /** How many notes the agent would get, 0 when that could not be read; null while memory is off or being read. */
  count: number | null
}

/** What "Not this time" would leave out of a conversation with an agent: its notes, while memory is on (D185). */
export function useLeftOut(agentId: string, isTest: boolean): LeftOut {
  const known = useQuery({ ...query(memory), enabled: !isTest })
  if (isTest) return { isReading: false, count: null }
  if (!known.data) return { isReading: known.isPending, count: known.isPending ? null : 0 }
  const { enabled, isAllowedHere, notes } = known.data
  if (!enabled || !isAllowedHere) return { isReading: false, count: null }
  return {
    isReading: false,
    count: notes.filter((note) => note.agentId === agentId && note.state === 'active').length,
  }
}
