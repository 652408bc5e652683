import { countText } from '#contract/amounts.ts'
import type { NextStep } from '#contract/results/next-steps.ts'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { byColumn, type Column, columnNames } from './columns.ts'
import { StepItem } from './step-item.tsx'
import type { StepActs } from './use-step-acts.ts'

export interface ColumnsProps {
  steps: readonly NextStep[]
  today: string
  acts: StepActs
  onEdit: (step: NextStep) => void
  onDelete: (step: NextStep) => void
}

/** The list begins with what is most urgent; the board reads from left to right. */
const listOrder: readonly Column[] = ['week', 'open', 'done']
const boardOrder: readonly Column[] = ['open', 'week', 'done']

const emptyWords: Readonly<Record<Column, string>> = {
  open: 'Nothing without a day this week.',
  week: 'Nothing due this week.',
  done: 'Nothing done yet.',
}

/** One section below the other. */
export function StepList({ steps, ...rest }: ColumnsProps) {
  const columns = byColumn(steps, rest.today)
  const shown = listOrder.filter((column) => columns[column].length > 0)
  if (shown.length === 0) return <NoSteps />
  return (
    <Card>
      <div className="flex flex-col gap-6">
        {shown.map((column) => (
          <section key={column} aria-label={columnNames[column]}>
            <Heading column={column} count={columns[column].length} />
            <ul className="divide-y divide-line">
              {columns[column].map((step) => (
                <li key={step.id} className="py-3 last:pb-0">
                  <StepItem step={step} {...rest} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Card>
  )
}

/** Three columns side by side, and one below the other on a phone. */
export function StepBoard({ steps, ...rest }: ColumnsProps) {
  const columns = byColumn(steps, rest.today)
  if (boardOrder.every((column) => columns[column].length === 0)) return <NoSteps />
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
                <li key={step.id} className="rounded-control border border-line bg-surface p-3 shadow-raised">
                  <StepItem step={step} {...rest} />
                </li>
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

function NoSteps() {
  return (
    <Card>
      <EmptyState title="Nothing on your list">
        Say “Remind me to …” while you talk with an agent, or write down what you want to do above.
      </EmptyState>
    </Card>
  )
}
