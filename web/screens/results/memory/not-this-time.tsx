import { countText } from '#contract/amounts.ts'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'

interface Props {
  agentName: string
  /** How many notes would be left out; null when that could not be read, so that there is still a choice. */
  count: number | null
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Leaves memory out of one conversation; only if the agent would get something (D185). */
export function NotThisTime({ agentName, count, checked, onChange }: Props) {
  if (count === 0) return null
  const notes = count === null ? '' : ` (${countText(count, 'note')})`
  return (
    <div className="rounded-card border border-line bg-surface px-4 py-3">
      <Checkbox
        name="withoutMemory"
        label="Not this time"
        help={`Talk without what ${agentName} knows about you${notes}.`}
        checked={checked}
        onChange={onChange}
      />
    </div>
  )
}
