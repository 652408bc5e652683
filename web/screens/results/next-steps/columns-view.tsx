import type { ComponentProps } from 'react'
import { countText } from '#contract/amounts.ts'
import type { NextStep } from '#contract/results/next-steps.ts'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { byColumn, type Column, columnNames } from './columns.ts'
import { StepItem } from './step-item.tsx'
import { rowId, useRowFocus } from './row-focus.ts'

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
