import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { useKeptFocus } from './kept-focus.ts'

export interface Column<Row> {
  /** Heading of the column. */
  title: string
  cell: (row: Row) => ReactNode
  /** Replaces the title, such as a button that sorts. */
  heading?: ReactNode
  /** Whether the rows are sorted by it, and which way. */
  sorted?: 'ascending' | 'descending' | undefined
  /** Aligns numbers to the right, with digits of equal width. */
  numeric?: boolean
  /**
   * Place on a phone, without the column's name: `lead` and `figure` head the left and the right half of the row, and
   * the others follow below. `both` fills the left half of both lines. A first column with `mark`, such as a checkbox,
   * comes before them, and a last one with `end`, such as a menu, after them; `none` is left out. Set it for all columns
   * or for none.
   */
  phone?: keyof typeof phonePlaces
  /** The narrowest table that has room for it, 672 px or 896 px; by default every table. */
  from?: keyof typeof wideTables
  /** Takes the room that the other columns leave; its texts need `truncate`. One column of a table may. */
  grows?: boolean
}

const phonePlaces = {
  mark: 'max-sm:order-first max-sm:col-start-[mark] max-sm:row-span-2 max-sm:self-center',
  lead: 'max-sm:order-first max-sm:col-start-[left] max-sm:text-base max-sm:font-medium',
  both: 'max-sm:order-first max-sm:col-start-[left] max-sm:row-span-2 max-sm:text-base max-sm:font-medium',
  left: 'max-sm:col-start-[left] max-sm:text-left max-sm:text-muted',
  figure: 'max-sm:order-first max-sm:col-start-[right] max-sm:text-right max-sm:text-base max-sm:font-medium',
  right: 'max-sm:col-start-[right] max-sm:text-right max-sm:text-muted',
  end: 'max-sm:order-first max-sm:col-start-[end] max-sm:row-span-2 max-sm:self-center',
  none: 'max-sm:hidden',
}

/** The columns on a phone, with or without one before and one after. */
const phoneGrids = {
  plain: {
    plain: 'grid-cols-[[left]_minmax(0,1fr)_[right]_auto]',
    end: 'grid-cols-[[left]_minmax(0,1fr)_[right]_auto_[end]_auto]',
  },
  mark: {
    plain: 'grid-cols-[[mark]_auto_[left]_minmax(0,1fr)_[right]_auto]',
    end: 'grid-cols-[[mark]_auto_[left]_minmax(0,1fr)_[right]_auto_[end]_auto]',
  },
}

const wideTables = { md: 'sm:@max-2xl:hidden', lg: 'sm:@max-4xl:hidden' }

interface Props<Row> {
  /** What the table lists, for screen readers. */
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Shown when there are no rows. */
  empty?: ReactNode
  /** Whether each row holds a link that covers it (`rowLinkClasses`); other controls stand above it (`overRowLinkClasses`). */
  isLinked?: boolean | undefined
  /** Keeps the headings in sight below the page's header while the rows scroll. */
  stickyHead?: boolean
  /** Where the focus goes when a row disappears with it; by default to the main part. */
  focusAfter?: () => HTMLElement | null
}

/** Stretches a link over the row that it is in. */
export const rowLinkClasses = 'after:absolute after:inset-0'
export const overRowLinkClasses = 'relative z-1'

/**
 * A table of rows; below 640 px each row becomes a card with name and value pairs, or with the columns in their places.
 */
export function Table<Row>({ caption, columns, rows, rowKey, empty, isLinked, stickyHead, focusAfter }: Props<Row>) {
  if (rows.length === 0 && empty) return <>{empty}</>
  return (
    <div className="@container">
      <table className="block w-full text-sm sm:table">
        <caption className="sr-only">{caption}</caption>
        <thead className="hidden sm:table-header-group">
          <tr>
            {columns.map(({ title, heading, sorted, numeric, from }) => (
              <th
                key={title}
                scope="col"
                aria-sort={sorted}
                className={classes(
                  cellClasses(numeric),
                  'font-medium text-muted',
                  stickyHead ? stickyClasses : 'border-b border-line',
                  from && wideTables[from],
                )}
              >
                {heading ?? title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block sm:table-row-group">
          {rows.map((row) => (
            <TableRow key={rowKey(row)} row={row} columns={columns} isLinked={isLinked} focusAfter={focusAfter} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps<Row> = Pick<Props<Row>, 'columns' | 'isLinked' | 'focusAfter'> & { row: Row }

function TableRow<Row>({ row, columns, isLinked, focusAfter }: RowProps<Row>) {
  const line = useKeptFocus<HTMLTableRowElement>(focusAfter)
  return (
    <tr
      ref={line}
      className={classes(
        isLinked && 'relative max-sm:hover:bg-hover',
        'border-b border-line last:border-0 sm:table-row sm:hover:bg-hover sm:last:*:border-0',
        columns[0]?.phone
          ? 'grid grid-flow-row-dense gap-x-4 py-3 large-text:flex large-text:flex-col large-text:*:text-left'
          : 'block py-2',
        columns[0]?.phone === 'mark' ? 'gap-y-0.5' : 'gap-y-1',
        phoneGrids[columns[0]?.phone === 'mark' ? 'mark' : 'plain'][columns.at(-1)?.phone === 'end' ? 'end' : 'plain'],
      )}
    >
      {columns.map(({ title, cell, numeric, phone, from, grows }) => (
        <td
          key={title}
          className={classes(
            cellClasses(numeric),
            'max-sm:px-0 sm:border-b sm:border-line',
            grows && 'sm:w-full sm:max-w-0',
            from && wideTables[from],
            phone
              ? `max-sm:py-0 ${phonePlaces[phone]}`
              : 'max-sm:flex max-sm:justify-between max-sm:gap-4 max-sm:py-1 large-text:flex-wrap',
          )}
        >
          {phone ? cell(row) : <PhonePair title={title}>{cell(row)}</PhonePair>}
        </td>
      ))}
    </tr>
  )
}

function PhonePair({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <span aria-hidden className="shrink-0 text-muted sm:hidden large-text:shrink">
        {title}
      </span>
      <span className="min-w-0 max-sm:text-right">{children}</span>
    </>
  )
}

/** Borders of cells stay behind when a heading sticks, so its line is a shadow. */
const stickyClasses = 'sticky top-14 z-2 bg-surface shadow-[inset_0_-1px_var(--line)]'

function cellClasses(numeric: boolean | undefined): string {
  return classes('px-3 py-2.5 align-middle', numeric ? 'text-right whitespace-nowrap tabular' : 'text-left')
}
