import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export interface Column<Row> {
  /** Heading of the column. */
  title: string
  cell: (row: Row) => ReactNode
  /** Numbers stand right, in figures of one width. */
  numeric?: boolean
}

interface Props<Row> {
  /** Says what the table lists; read by screen readers. */
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Shown in place of the rows when there are none. */
  empty?: ReactNode
}

/** A list of rows; below 640 px each row becomes a card of name and value pairs. */
export function Table<Row>({ caption, columns, rows, rowKey, empty }: Props<Row>) {
  if (rows.length === 0 && empty) return <>{empty}</>
  return (
    <table className="block w-full text-sm sm:table">
      <caption className="sr-only">{caption}</caption>
      <thead className="hidden sm:table-header-group">
        <tr>
          {columns.map(({ title, numeric }) => (
            <th
              key={title}
              scope="col"
              className={classes(cellClasses(numeric), 'border-b border-line font-medium text-muted')}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block sm:table-row-group">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            className="block border-b border-line py-2 last:border-0 sm:table-row sm:hover:bg-hover"
          >
            {columns.map(({ title, cell, numeric }) => (
              <td
                key={title}
                className={classes(
                  cellClasses(numeric),
                  'max-sm:flex max-sm:justify-between max-sm:gap-4 max-sm:px-0 max-sm:py-1 sm:border-b sm:border-line',
                )}
              >
                <span aria-hidden className="shrink-0 text-muted sm:hidden">
                  {title}
                </span>
                <span className="min-w-0 max-sm:text-right">{cell(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function cellClasses(numeric: boolean | undefined): string {
  return classes('px-3 py-2.5 align-middle', numeric ? 'text-right tabular' : 'text-left')
}
