import { Ellipsis } from 'lucide-react'
import { type CalendarStep, writeCalendar } from '#contract/results/calendar.ts'
import type { NextStep } from '#contract/results/next-steps.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { buttonClasses } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { Menu, MenuAction, MenuLine, MenuLink } from '#web/kit/dialogs/menu.tsx'
import { downloadText } from '#web/kit/download-text.ts'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { type Column, columnOf, columnTargets } from './columns.ts'
import { DueDay } from './due-day.tsx'
import { useStepActs } from './use-step-acts.ts'

interface Props {
  step: NextStep
  today: string
  onEdit: (step: NextStep) => void
  onDelete: (step: NextStep) => void
}

const columns: readonly Column[] = ['open', 'week', 'done']

/** A step of the person's own: a box that finishes it, what it is, and a menu with everything else. */
export function StepItem({ step, today, onEdit, onDelete }: Props) {
  const { title, note, state, agentName } = step
  const acts = useStepActs(step)
  const isDone = (acts.sent ?? state) === 'done'
  return (
    <div className="flex items-start gap-3">
      <div className="pt-0.5">
        <Checkbox
          name={`done-${step.id}`}
          label={isDone ? `Reopen: ${title}` : `Done: ${title}`}
          hideLabel
          checked={isDone}
          onChange={(next) => (next ? acts.finish() : acts.reopen())}
        />
      </div>
      <div className="min-w-0 flex-1">
        <button
          type="button"
          aria-label={`Edit: ${title}`}
          onClick={() => onEdit(step)}
          className={classes(
            'max-w-full rounded-control text-left font-medium break-words hover:underline',
            isDone && 'text-muted line-through',
          )}
        >
          {title}
        </button>
        {note !== '' && <p className="line-clamp-2 text-sm break-words text-muted">{note}</p>}
        <p className="flex flex-wrap gap-x-3 text-sm text-muted empty:hidden">
          <DueDay step={step} today={today} />
          {agentName !== null && <span className="min-w-0 break-words">{agentName}</span>}
        </p>
      </div>
      <StepMenu {...{ step, today, onEdit, onDelete }} onMove={acts.move} />
    </div>
  )
}

/** Everything that can be done with a step but finishing it. */
function StepMenu({ step, today, onEdit, onDelete, onMove }: Props & { onMove: (to: Column, today: string) => void }) {
  const { title, sessionId, dueOn } = step
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`More: ${title}`}
          className={classes(buttonClasses({ variant: 'ghost', size: 'dense' }), '-my-1 px-2')}
        >
          <Ellipsis aria-hidden className="size-4" />
        </button>
      }
    >
      <MenuAction onSelect={() => onEdit(step)}>Edit</MenuAction>
      {columns
        .filter((column) => column !== columnOf(step, today))
        .map((column) => (
          <MenuAction key={column} onSelect={() => onMove(column, today)}>
            Move to {columnTargets[column]}
          </MenuAction>
        ))}
      {dueOn !== null && (
        <MenuAction onSelect={() => saveAsCalendar({ ...step, dueOn })}>Save as Calendar File</MenuAction>
      )}
      {sessionId !== null && <MenuLink href={paths.session(sessionId)}>Open Session</MenuLink>}
      <MenuLine />
      <MenuAction onSelect={() => onDelete(step)}>Delete</MenuAction>
    </Menu>
  )
}

/** Saves a step as a file that calendar programs open. */
function saveAsCalendar(step: CalendarStep): void {
  downloadText(writeCalendar([step], new Date()), 'next-step.ics', 'text/calendar')
}
