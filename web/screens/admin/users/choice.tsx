import type { ReactNode } from 'react'

/** The content of an option's card: a title and a description. */
export function Choice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <span className="block px-4 py-3">
      <span className="block font-medium">{title}</span>
      <span className="block text-sm text-muted">{children}</span>
    </span>
  )
}
