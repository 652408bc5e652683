import { Ellipsis } from 'lucide-react'
import type { NextStep } from '#contract/results/next-steps.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { buttonClasses } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { Menu, MenuAction, MenuLine, MenuLink } from '#web/kit/dialogs/menu.tsx'
import { saveAsCalendar } from './calendar-file.ts'
import { type Column, columnNames, columnOf } from './columns.ts'
import { DueDay } from './due-day.tsx'
import type { StepActs } from './use-step-acts.ts'

interface Props {
  step: NextStep
  today: string
  acts: StepActs
  onEdit: (step: NextStep) => void
  onDelete: (step: NextStep) => void
}

const columns: readonly Column[] = ['open', 'week', 'done']

/** A step of the person's own: a box that finishes it, what it is, and a menu with everything else. */
export function StepItem({ step, today, acts, onEdit, onDelete }: Props) {
  const { title, note, state, agentName } = step
  const isDone = state === 'done'
  return (
    <div className="flex items-start gap-3">
      <div className="pt-0.5">
        <Checkbox
          name={`done-${step.id}`}
          label={isDone ? `Reopen: ${title}` : `Done: ${title}`}
          hideLabel
          checked={isDone}
          onChange={(next) => (next ? acts.finish(step) : acts.reopen(step))}
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
      <StepMenu step={step} today={today} acts={acts} onEdit={onEdit} onDelete={onDelete} />
    </div>
  )
}

/** Everything that can be done with a step but finishing it. */
function StepMenu({ step, today, acts, onEdit, onDelete }: Props) {
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
          <MenuAction key={column} onSelect={() => acts.move(step, column, today)}>
            Move to {columnNames[column]}
          </MenuAction>
        ))}
      {dueOn !== null && (
        <MenuAction onSelect={() => saveAsCalendar({ ...step, dueOn })}>Save as calendar file</MenuAction>
      )}
      {sessionId !== null && <MenuLink href={paths.session(sessionId)}>Open the conversation</MenuLink>}
      <MenuLine />
      <MenuAction onSelect={() => onDelete(step)}>Delete</MenuAction>
    </Menu>
  )
}
