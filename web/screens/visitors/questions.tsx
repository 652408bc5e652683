import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '#web/kit/classes.ts'

export interface Question {
  /** Its place in the address of the page. */
  id?: string
  title: string
  /** The title with something marked in it. */
  shownTitle?: ReactNode
  answer: ReactNode
  /** Opens it; people can still close it. */
  isOpen?: boolean
}

interface Props {
  questions: readonly Question[]
  /** Whether they stand side by side where there is room. */
  columns?: boolean
}

/** Questions that open to their answers with the browser's own means, so that they work without scripts. */
export function Questions({ questions, columns = false }: Props) {
  return (
    <div className={classes('grid items-start gap-x-12', columns && 'lg:grid-cols-2')}>
      {questions.map(({ id, title, shownTitle = title, answer, isOpen }) => (
        <details key={title} id={id} open={isOpen} className="group border-b border-line">
          <summary className="flex cursor-pointer list-none items-center justify-between gap-4 rounded-control py-4 [&::-webkit-details-marker]:hidden">
            <h3 className="text-lg font-medium">{shownTitle}</h3>
            <ChevronDown
              aria-hidden
              className="size-5 shrink-0 text-muted transition-transform duration-menu group-open:rotate-180"
            />
          </summary>
          <div className="max-w-prose pr-8 pb-5 text-reading text-muted">{answer}</div>
        </details>
      ))}
    </div>
  )
}
