import { formatWeekday } from '#contract/dates.ts'
import type { NextStep } from '#contract/results/next-steps.ts'
import { classes } from '#web/kit/classes.ts'
import { isOverdue } from './columns.ts'

/** The day on which a step is due, marked when it is today or over. */
export function DueDay({ step, today }: { step: NextStep; today: string }) {
  const { dueOn, state } = step
  if (dueOn === null) return null
  const isLate = isOverdue(step, today)
  const words = isLate ? `Overdue since ${formatWeekday(dueOn)}` : dueOn === today ? 'Today' : formatWeekday(dueOn)
  return (
    <span
      className={classes(
        'tabular',
        isLate ? 'font-medium text-danger' : dueOn === today && state === 'open' ? 'font-medium text-text' : null,
      )}
    >
      {words}
    </span>
  )
}
