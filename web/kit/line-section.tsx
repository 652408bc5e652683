import type { ReactNode } from 'react'

interface Props {
  title: string
  /** At the end of the heading's line: a link or a small button. */
  aside?: ReactNode
  children: ReactNode
}

/** A quiet section under a line: its name, then what belongs to it, next to the name or on a phone below it. */
export function LineSection({ title, aside, children }: Props) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6 gap-y-2 border-t border-line py-5 md:grid-cols-[11rem_minmax(0,1fr)_auto]">
      <h2 className="font-semibold">{title}</h2>
      <div className="flex flex-wrap items-center justify-end gap-2 -my-1 md:order-last">{aside}</div>
      <div className="min-w-0 max-md:col-span-full">{children}</div>
    </section>
  )
}
