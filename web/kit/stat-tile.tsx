import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { TextLink } from './text-link.tsx'

interface Props {
  label: string
  value: ReactNode
  /** One short line below, such as the period the figure covers. */
  note?: ReactNode
  /** Leads to what it counts, from anywhere on the tile. */
  href?: string
}

/** One figure with its name; wrap several in `StatTiles`. */
export function StatTile({ label, value, note, href }: Props) {
  return (
    <div
      className={classes(
        'relative flex min-w-0 flex-col rounded-card border border-line bg-surface p-4 shadow-raised',
        href !== undefined && 'transition-colors hover:border-control-line',
      )}
    >
      <dt className="flex items-center gap-2 text-sm text-muted">
        {href === undefined ? (
          label
        ) : (
          <TextLink href={href} quiet className="text-muted! after:absolute after:inset-0 after:rounded-card">
            {label}
          </TextLink>
        )}
      </dt>
      {/* Keeps the figures of a row level under names, and over notes, of two lines. */}
      <dd className={classes('pt-1 text-2xl font-semibold tabular', !note && 'mt-auto')}>{value}</dd>
      {note && <dd className="mt-1 text-xs text-muted">{note}</dd>}
    </div>
  )
}

/** Lays stat tiles out in as many columns as fit. */
export function StatTiles({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3 max-[27rem]:[&>:nth-child(3):last-child]:col-span-full">
      {children}
    </dl>
  )
}
