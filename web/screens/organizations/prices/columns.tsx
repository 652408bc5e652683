import type { ReactNode } from 'react'

/** The choices or the form, with the price next to it; stacked on phones and on paper. */
export function OrganizationColumns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem] print:block">
      <div className="min-w-0">{children}</div>
      <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-20">{aside}</div>
    </div>
  )
}
