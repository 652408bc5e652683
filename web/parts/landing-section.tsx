import type { ReactNode } from 'react'

interface Props {
  title: ReactNode
  lead?: string
  children: ReactNode
}

/** A band of the landing page under its own heading. */
export function LandingSection({ title, lead, children }: Props) {
  return (
    <section className="mx-auto w-full max-w-page px-4 py-12 sm:px-6 sm:py-14">
      <h2 className="text-3xl font-semibold tracking-[-0.02em] sm:text-4xl">{title}</h2>
      {lead && <p className="mt-3 max-w-prose text-lg text-muted">{lead}</p>}
      <div className="mt-8 sm:mt-10">{children}</div>
    </section>
  )
}
