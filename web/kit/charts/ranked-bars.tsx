import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from '../classes.ts'
import { ShareBar } from './share-bar.tsx'

export interface RankedRow {
  id: string
  name: ReactNode
  /** Where a press on the row leads. */
  href?: string
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
      {rows.map(({ id, name, href, value, valueText }) => (
        <li
          key={id}
          className={classes(href && '-m-1.5 relative rounded-control p-1.5 transition-colors hover:bg-hover')}
        >
          <p className="mb-1.5 flex justify-between gap-4">
            {href ? (
              <Link href={href} className="min-w-0 truncate rounded-[2px] after:absolute after:inset-0">
                {name}
              </Link>
            ) : (
              <span className="min-w-0 truncate">{name}</span>
            )}
            <span className="shrink-0 font-medium tabular">{valueText}</span>
          </p>
          <ShareBar shares={[{ value, tone: 'chart' }]} total={largest} />
        </li>
      ))}
    </ul>
  )
}
