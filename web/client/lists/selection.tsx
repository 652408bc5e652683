import { ChevronDown, X } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatCount } from '#contract/amounts.ts'
import { Button } from '#web/kit/button.tsx'
import { type Act, type ActList, ChoiceMenu, line, runAct } from '#web/kit/dialogs/acts.tsx'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { useKeptFocus } from '#web/kit/kept-focus.ts'
import { overRowLinkClasses, type Column } from '#web/kit/table.tsx'
import { countAbove } from './list-focus.ts'

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
  const shown = acts(rows, () => onSelect([])).filter((act): act is Act => act !== line && act.may !== false)
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
        <p role="status" className="text-sm font-medium tabular">{`${formatCount(rows.length)} selected`}</p>
      </div>
      {rows.length < all.length && (
        <Button variant="ghost" size="dense" onClick={() => onSelect(all)}>
          Select All <span translate="no">{formatCount(all.length)}</span>
        </Button>
      )}
      <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
        {shown.map((act) =>
          act.choices ? (
            <ChoiceMenu key={act.label} choices={act.choices} trigger={<ActButton act={act} />} />
          ) : (
            <ActButton key={act.label} act={act} onClick={() => void runAct(act)} />
          ),
        )}
      </div>
    </div>
  )
}

/** A button of the bar; a phone has no room to show the verb of its label. A menu passes its own properties on. */
function ActButton({ act, ...rest }: { act: Act; onClick?: () => void }): ReactElement<Record<string, unknown>> {
  const [verb, ...object] = act.label.split(' ')
  return (
    <Button {...rest} variant="secondary" size="dense" disabled={act.disabled}>
      <span className="flex items-center gap-3">
        <span>
          <span className={object.length > 0 ? 'max-sm:sr-only' : undefined}>{verb} </span>
          {object.join(' ')}
        </span>
        {act.choices && <ChevronDown aria-hidden className="size-4" />}
      </span>
    </Button>
  )
}
