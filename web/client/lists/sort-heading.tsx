import { ArrowDown, ArrowUp } from 'lucide-react'
import { classes } from '#web/kit/classes.ts'
import type { Column } from '#web/kit/table.tsx'
import { type ListColumn, useListValue } from './list-tools.tsx'

/** Returns the column with a heading that sorts by it; `current` is the sort order of the list. */
export function withSort<Row>(
  { sort, csv: _csv, compare: _compare, orders: _orders, cell = () => null, ...rest }: ListColumn<Row>,
  current: string,
): Column<Row> {
  const column = { ...rest, cell }
  if (!sort) return column
  const isUp = current === sort
  const sorted = isUp ? 'ascending' : current === `-${sort}` ? 'descending' : undefined
  return {
    ...column,
    sorted,
    heading: (
      <SortButton title={column.title} isRight={column.numeric} next={isUp ? `-${sort}` : sort} sorted={sorted} />
    ),
  }
}

interface SortProps {
  title: string
  /** The sort order after the button is pressed. */
  next: string
  sorted: Column<unknown>['sorted']
  /** Right-aligns the heading of a column of numbers, with the arrow before the title. */
  isRight: boolean | undefined
}

function SortButton({ title, next, sorted, isRight }: SortProps) {
  const set = useListValue()
  const Arrow = sorted === 'descending' ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={() => set('sort', next)}
      className={classes(
        'group inline-flex min-h-6 items-center gap-1 rounded-control text-left font-medium hover:text-text pointer-coarse:min-h-11',
        isRight && 'flex-row-reverse',
      )}
    >
      {title}
      <Arrow aria-hidden className={classes('size-3.5', !sorted && 'opacity-0 group-hover:opacity-60')} />
    </button>
  )
}
