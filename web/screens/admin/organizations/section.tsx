import type { ReactNode } from 'react'
import type { adminOrganizationDetails } from '#contract/admin/organizations.ts'
import type { Answer } from '#contract/call.ts'

export type Details = Answer<typeof adminOrganizationDetails>

/** A section of the details with a title. */
export function Section({ title, children, aside }: { title: string; children: ReactNode; aside?: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="text-lg font-semibold">{title}</h3>
        {aside}
      </header>
      {children}
    </section>
  )
}

/** Names and values side by side. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-1 gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="mt-0.5 wrap-anywhere tabular">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
