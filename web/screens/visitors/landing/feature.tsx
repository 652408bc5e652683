import type { ReactNode } from 'react'

/** One selling point of the product, with a picture. */
export function Feature({ title, art, children }: { title: string; art: ReactNode; children: ReactNode }) {
  return (
    <li data-feature className="flex flex-col overflow-hidden rounded-card border border-line bg-bg">
      <div aria-hidden className="flex h-40 items-center justify-center bg-soft px-6 text-sm select-none">
        {art}
      </div>
      <div className="border-t border-line p-5">
        <h3 className="text-xl font-semibold">{title}</h3>
        <p className="mt-1 text-lg text-muted">{children}</p>
      </div>
    </li>
  )
}
