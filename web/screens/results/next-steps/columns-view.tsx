import type { ComponentProps } from 'react'
import { countText } from '#contract/amounts.ts'
import type { NextStep } from '#contract/results/next-steps.ts'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { byColumn, type Column, columnNames, columnOf, columnTargets } from './columns.ts'
import { rowId, useRowFocus, DueDay, useStepActs } from './step-row.tsx'
import { Ellipsis } from 'lucide-react'
import { type CalendarStep, writeCalendar } from '#contract/results/calendar.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { buttonClasses } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { Menu, MenuAction, MenuLine, MenuLink } from '#web/kit/dialogs/menu.tsx'
import { downloadText } from '#web/kit/download-text.ts'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'

export interface ColumnsProps {
  steps: readonly NextStep[]
  today: string
  /** Whether proposals wait above. */
  hasProposals: boolean
  onEdit: (step: NextStep) => void
  onDelete: (step: NextStep) => void
}

/** The list begins with what is most urgent; the board reads from left to right. */
const listOrder: readonly Column[] = ['week', 'open', 'done']
const boardOrder: readonly Column[] = ['open', 'week', 'done']

const emptyWords: Readonly<Record<Column, string>> = {
  open: 'Nothing for later.',
  week: 'Nothing due this week.',
  done: 'Nothing done yet.',
}

/** One section below the other. */
export function StepList({ steps, hasProposals, ...rest }: ColumnsProps) {
  const columns = byColumn(steps, rest.today)
  const shown = listOrder.filter((column) => columns[column].length > 0)
  if (shown.length === 0) return <NoSteps hasProposals={hasProposals} />
  return (
    <Card>
      <div className="flex flex-col gap-6">
        {shown.map((column) => (
          <section key={column} aria-label={columnNames[column]}>
            <Heading column={column} count={columns[column].length} />
            <ul className="divide-y divide-line">
              {columns[column].map((step) => (
                <Row key={step.id} step={step} className="py-3 last:pb-0" {...rest} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Card>
  )
}

/** Three columns side by side, and one below the other on a phone. */
export function StepBoard({ steps, hasProposals, ...rest }: ColumnsProps) {
  const columns = byColumn(steps, rest.today)
  if (boardOrder.every((column) => columns[column].length === 0)) return <NoSteps hasProposals={hasProposals} />
  return (
    <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-3">
      {boardOrder.map((column) => (
        <section key={column} aria-label={columnNames[column]} className="min-w-0 rounded-card bg-sunken p-3">
          <Heading column={column} count={columns[column].length} />
          {columns[column].length === 0 ? (
            <p className="mt-2 text-sm text-muted">{emptyWords[column]}</p>
          ) : (
            <ul className="mt-2 flex flex-col gap-2">
              {columns[column].map((step) => (
                <Row
                  key={step.id}
                  step={step}
                  className="rounded-control border border-line bg-surface p-3 shadow-raised"
                  {...rest}
                />
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  )
}

function Heading({ column, count }: { column: Column; count: number }) {
  return (
    <h2 className="flex items-baseline gap-2 font-semibold">
      {columnNames[column]}
      <span className="text-sm font-normal text-muted tabular" aria-label={countText(count, 'step')}>
        {count}
      </span>
    </h2>
  )
}

function Row({ className, ...item }: ComponentProps<typeof StepItem> & { className: string }) {
  const row = useRowFocus(item.step.id)
  return (
    <li ref={row} id={rowId(item.step.id)} className={className}>
      <StepItem {...item} />
    </li>
  )
}

function NoSteps({ hasProposals }: { hasProposals: boolean }) {
  return (
    <Card>
      {hasProposals ? (
        <EmptyState title="Nothing added yet">Add what you want to do from above, or write a step yourself.</EmptyState>
      ) : (
        <EmptyState title="Nothing on your list">
          Say “Remind me to …” while you talk with an agent, or add a step above.
        </EmptyState>
      )}
    </Card>
  )
}

interface Props {
  step: NextStep
  today: string
  onEdit: (step: NextStep) => void
  onDelete: (step: NextStep) => void
}

const columns: readonly Column[] = ['open', 'week', 'done']

/** A step of the person's own: a box that finishes it, what it is, and a menu with everything else. */
function StepItem({ step, today, onEdit, onDelete }: Props) {
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
