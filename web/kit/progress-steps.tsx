import { Check } from 'lucide-react'
import { classes } from './classes.ts'

interface Look {
  list: string
  item: string
  /** Classes of every step but the first. */
  later?: string
  /** Classes of the steps up to the current one, and of those to come. */
  reached?: string
  ahead?: string
  present: string
  other: string
}

const looks = {
  /** Steps joined by a line, for short labels. */
  line: {
    list: 'mb-6 flex items-center gap-3 text-sm sm:gap-2',
    item: 'flex items-center gap-2',
    later: 'sm:before:h-px sm:before:w-8 sm:before:bg-control-line',
    present: 'font-semibold text-text',
    other: 'text-muted',
  },
  /** A bar over each step, across the page. */
  bars: {
    list: 'mb-8 grid grid-cols-3 gap-2 sm:gap-4',
    item: 'flex items-start gap-2 border-t-4 pt-3 text-sm max-sm:flex-col sm:items-center',
    reached: 'border-primary',
    ahead: 'border-line',
    present: 'font-semibold',
    other: 'text-muted',
  },
} satisfies Record<string, Look>

interface Props {
  labels: readonly string[]
  /** Index of the current step. */
  at: number
  look: keyof typeof looks
}

/** The current place among the steps of a task. */
export function ProgressSteps({ labels, at, look: name }: Props) {
  const look: Look = looks[name]
  return (
    <ol aria-label="Steps" className={look.list}>
      {labels.map((label, index) => (
        <li
          key={label}
          aria-current={index === at ? 'step' : undefined}
          className={classes(
            look.item,
            index > 0 && look.later,
            index <= at ? look.reached : look.ahead,
            index === at ? look.present : look.other,
          )}
        >
          <span
            aria-hidden
            className={classes(
              'flex size-6 shrink-0 items-center justify-center rounded-full text-xs font-semibold',
              index <= at ? 'bg-primary text-primary-text' : 'border border-control-line',
            )}
          >
            {index < at ? <Check className="size-3.5" strokeWidth={3} /> : index + 1}
          </span>
          {label}
          {index < at && <span className="sr-only">(done)</span>}
        </li>
      ))}
    </ol>
  )
}
