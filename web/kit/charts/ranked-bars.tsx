import type { ReactNode } from 'react'
import { ShareBar } from './share-bar.tsx'

export interface RankedRow {
  id: string
  name: ReactNode
  value: number
  /** Value in words, such as `12.5 min`. */
  valueText: string
}

interface Props {
  /** What the bars show, for screen readers. */
  label: string
  rows: readonly RankedRow[]
}

/** Names with proportional bars, such as the agents with the most minutes. */
export function RankedBars({ label, rows }: Props) {
  const largest = Math.max(0, ...rows.map(({ value }) => value))
  return (
    <ul aria-label={label} className="flex flex-col gap-3">
      {rows.map(({ id, name, value, valueText }) => (
        <li key={id}>
          <p className="mb-1.5 flex justify-between gap-4">
            <span className="min-w-0 truncate">{name}</span>
            <span className="shrink-0 font-medium tabular">{valueText}</span>
          </p>
          <ShareBar shares={[{ value, tone: 'chart' }]} total={largest} />
        </li>
      ))}
    </ul>
  )
}
