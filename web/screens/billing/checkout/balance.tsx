import { Clock } from 'lucide-react'
import { minutesText } from '#contract/amounts.ts'

/** The current balance, beside the title. */
export function Balance({ minutes, label = 'Current balance' }: { minutes: number; label?: string }) {
  return (
    <p className="inline-flex items-center gap-2 rounded-card border border-line bg-surface px-4 py-2 text-muted">
      <Clock aria-hidden className="size-4" />
      {label} <span className="font-semibold text-text tabular">{minutesText(minutes)}</span>
    </p>
  )
}
