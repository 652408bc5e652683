import type { ReactNode } from 'react'
import { classes } from './classes.ts'

interface Props {
  children: ReactNode
  /** Heading of the card. */
  title?: ReactNode
  description?: ReactNode
  /** Right of the heading: a badge, a small button. */
  aside?: ReactNode
  className?: string | undefined
}

/** A surface that groups what belongs together. */
export function Card({ children, title, description, aside, className }: Props) {
  return (
    <section
      className={classes('min-w-0 rounded-card border border-line bg-surface p-4 shadow-raised sm:p-6', className)}
    >
      {(title || aside) && (
        <header
          className={classes(
            'mb-4 flex flex-wrap justify-between gap-x-4 gap-y-2',
            description ? 'items-start' : 'items-center',
          )}
        >
          <div className="min-w-0">
            {title && <h2 className="text-lg font-semibold">{title}</h2>}
            {description && <p className="mt-0.5 text-muted">{description}</p>}
          </div>
          {aside}
        </header>
      )}
      {children}
    </section>
  )
}

interface LineProps {
  title: string
  /** At the end of the heading's line: a link or a small button. */
  aside?: ReactNode
  children: ReactNode
}

/** A quiet section under a line: its name, then what belongs to it, next to the name or on a phone below it. */
export function LineSection({ title, aside, children }: LineProps) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6 gap-y-2 border-t border-line py-5 md:grid-cols-[11rem_minmax(0,1fr)_auto]">
      <h2 className="font-semibold">{title}</h2>
      <div className="flex flex-wrap items-center -my-1 min-h-8 justify-end gap-2 md:order-last">{aside}</div>
      <div className="min-w-0 max-md:col-span-full">{children}</div>
    </section>
  )
}
