import type { ReactNode } from 'react'
import { classes } from '#web/kit/classes.ts'

interface Props {
  /** The target of links on the page. */
  id?: string
  title: ReactNode
  lead?: ReactNode
  /** Whether the band has the surface color, to set it apart from its neighbors. */
  raised?: boolean
  children: ReactNode
}

/** A band of the landing page under its own heading. */
export function LandingSection({ id, title, lead, raised = false, children }: Props) {
  return (
    <section id={id} className={classes(raised && 'border-y border-line bg-surface')}>
      <div className="mx-auto w-full max-w-page px-4 py-16 sm:px-6 sm:py-20">
        <h2 className="max-w-4xl text-3xl font-semibold tracking-[-0.02em] sm:text-4xl">{title}</h2>
        {lead && <p className="mt-4 max-w-prose text-lg text-muted">{lead}</p>}
        <div className="mt-10 sm:mt-12">{children}</div>
      </div>
    </section>
  )
}
