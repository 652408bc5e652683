import { countText } from '#contract/amounts.ts'
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
