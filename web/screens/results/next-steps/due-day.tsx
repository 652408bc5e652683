import { formatDay, formatWeekday } from '#contract/dates.ts'
import type { NextStep } from '#contract/results/next-steps.ts'
import { classes } from '#web/kit/classes.ts'
import { isOverdue } from './columns.ts'

/** The day on which a step is due, marked when it is today or over. */
export function DueDay({ step, today }: { step: NextStep; today: string }) {
  const { dueOn, state } = step
  if (dueOn === null) return null
  const isLate = isOverdue(step, today)
  // Without a year, a day of another year would read as one of this year.
  const day = dueOn.slice(0, 4) === today.slice(0, 4) ? formatWeekday(dueOn) : formatDay(dueOn)
  const words = isLate ? `Overdue since ${day}` : dueOn === today ? 'Today' : day
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
