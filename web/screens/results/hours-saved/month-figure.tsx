import { Download, Printer } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { savedTimeText } from '#contract/amounts.ts'
import { formatDate, formatMonth } from '#contract/dates.ts'
import { Button } from '#web/kit/button.tsx'

interface Props {
  month: string
  savedMinutes: number
  /** How many answers, for how many conversations. */
  children: ReactNode
}

/** The sum of a month with what it was counted from. */
export function MonthFigure({ month, savedMinutes, children }: Props) {
  return (
    <div>
      <p className="text-muted">Time saved in {formatMonth(month)}</p>
      <p className="mt-1 text-4xl font-semibold tracking-[-0.02em] tabular">{savedTimeText(savedMinutes)}</p>
      <p className="mt-2">{children}</p>
    </div>
  )
}

/** Prints the month, or saves it for spreadsheets. */
export function MonthActions({ onDownload }: { onDownload?: (() => void) | undefined }) {
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {onDownload && (
        <Button variant="secondary" icon={<Download aria-hidden className="size-4" />} onClick={onDownload}>
          Download CSV
        </Button>
      )}
      <Button variant="secondary" icon={<Printer aria-hidden className="size-4" />} onClick={() => print()}>
        Print
      </Button>
    </div>
  )
}

/** Whose month it is, on paper only. */
export function PrintedFor({ name }: { name: string }) {
  const [today] = useState(() => new Date().toISOString())
  return (
    <p className="mt-6 hidden text-sm text-muted print:block">
      {name} · printed {formatDate(today)}
    </p>
  )
}
