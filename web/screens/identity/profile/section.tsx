import { useEffect, useRef, type ReactNode } from 'react'
import { Card } from '#web/kit/card.tsx'

interface Props {
  title: string
  description: ReactNode
  /** The id that links to this part of the page point to. */
  id?: string
  children: ReactNode
}

/** One setting, with its description beside it, or above it on a phone. */
export function Section({ title, description, id, children }: Props) {
  const section = useRef<HTMLElement>(null)
  // The page did not exist yet when the browser looked for the target in its address.
  useEffect(() => {
    if (id && location.hash === `#${id}`) section.current?.scrollIntoView()
  }, [id])
  return (
    <section
      ref={section}
      id={id}
      aria-label={title}
      className="grid scroll-mt-20 grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 lg:grid-cols-[16rem_minmax(0,1fr)]"
    >
      <div className="min-w-0">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="mt-1 max-w-prose text-muted">{description}</p>
      </div>
      <Card>{children}</Card>
    </section>
  )
}
