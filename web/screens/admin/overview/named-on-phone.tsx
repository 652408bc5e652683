import type { ReactNode } from 'react'

/** A figure that needs its name where a phone shows no headings. */
export function NamedOnPhone({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <span className="sm:hidden">{name}: </span>
      {children}
    </>
  )
}
