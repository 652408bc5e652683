import { X } from 'lucide-react'
import { formatCount } from '#contract/amounts.ts'
import { Button } from '#web/kit/button.tsx'
import { ActButtons, type ActList, Acts } from '#web/kit/dialogs/acts.tsx'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { useKeptFocus, countAbove } from '#web/kit/kept-focus.ts'
import { overRowLinkClasses, type Column } from '#web/kit/table.tsx'
/** The acts for several rows at once. */
export interface SelectionProps<Row> {
  /** Whether a row can be selected; by default each can. */
  may?: (row: Row) => boolean
  /** The acts for the selected rows; `clear` ends the selection. */
  acts: (rows: readonly Row[], clear: () => void) => ActList
}

export interface Selection<Row> extends SelectionProps<Row> {
  nameOf: (row: Row) => string
  /** Everything that was found and can be selected, and what is. */
  all: readonly Row[]
  rows: readonly Row[]
  onSelect: (rows: readonly Row[]) => void
}

/** The column of boxes; the one in the heading selects everything on the page. */
export function selectColumn<Row>(page: readonly Row[], { all, rows, nameOf, onSelect }: Selection<Row>): Column<Row> {
  const here = page.filter((row) => all.includes(row))
  const count = here.filter((row) => rows.includes(row)).length
  const isAll = count === here.length && count > 0
  const away = rows.filter((row) => !here.includes(row))
  return {
    title: 'Select',
    phone: 'mark',
    heading: (
      <Checkbox
        name="select-page"
        label="Select everyone on this page"
        hideLabel
        disabled={here.length === 0}
        checked={isAll}
        isMixed={count > 0 && !isAll}
        onChange={() => onSelect(isAll ? away : [...away, ...here])}
      />
    ),
    cell: (row) =>
      all.includes(row) ? (
        <div className={overRowLinkClasses}>
          <Checkbox
            name={`select-${String((row as { id: unknown }).id)}`}
            label={`Select ${nameOf(row)}`}
            hideLabel
            checked={rows.includes(row)}
            onChange={() => onSelect(rows.includes(row) ? rows.filter((one) => one !== row) : [...rows, row])}
          />
        </div>
      ) : (
        // Names stay in line where there is no box.
        <span className="block size-5" />
      ),
  }
}

/** The number of selected rows and what can be done with all of them. */
export function SelectionBar<Row>({ all, rows, acts, onSelect }: Selection<Row>) {
  const bar = useKeptFocus<HTMLDivElement>(countAbove)
  const shown = acts(rows, () => onSelect([]))
  const selected = `${formatCount(rows.length)} selected`
  return (
    <div
      ref={bar}
      role="region"
      aria-label="Selected members"
      className="sticky bottom-above-bar large-text:static z-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-raised px-3 py-2 shadow-overlay"
    >
      <div className="flex items-center gap-1">
        <Button
          variant="ghost"
          size="dense"
          aria-label="Clear Selection"
          className="-ml-2 px-2"
          icon={<X aria-hidden className="size-4" />}
          onClick={() => onSelect([])}
        />
        <p role="status" className="text-sm font-medium tabular">
          {selected}
        </p>
      </div>
      {rows.length < all.length && (
        <Button variant="ghost" size="dense" onClick={() => onSelect(all)}>
          Select All <span translate="no">{formatCount(all.length)}</span>
        </Button>
      )}
      <div className="ml-auto max-sm:hidden">
        <ActButtons acts={shown} />
      </div>
      <div className="ml-auto sm:hidden">
        <Acts of={selected} acts={shown} />
      </div>
    </div>
  )
}
