import { Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { formatCount } from '#contract/amounts.ts'
import { toCsv } from '#contract/csv.ts'
import { cellsOf, csvOf, type ListColumn } from '#web/client/lists/list-tools.tsx'
import { Button } from '#web/kit/button.tsx'
import { PlotSwitch } from '#web/kit/charts/plot-switch.tsx'
import { Card } from '#web/kit/card.tsx'
import { downloadText } from '#web/kit/download-text.ts'
import { Table } from '#web/kit/table.tsx'

interface Props<Row> {
  title: string
  description?: ReactNode
  /** The file's name, without its ending. */
  file: string
  columns: readonly ListColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Whether the first cell of each row is a `RowLink`. */
  isLinked?: boolean
  /** Shown instead of the table until the reader wants it. */
  plot?: ReactNode
}

const most = 10

/** A card of figures: a plot or the first rows, with all of them on demand and as a file; nothing without rows. */
export function FigureTable<Row>(props: Props<Row>) {
  const { title, description, file, columns, rows, rowKey, isLinked, plot } = props
  const [isTable, setTable] = useState(!plot)
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, most)
  if (rows.length === 0) return null
  return (
    <Card
      title={title}
      description={description}
      aside={
        <div className="flex flex-wrap gap-2">
          {plot && <PlotSwitch isTable={isTable} onChange={setTable} />}
          <Button
            variant="secondary"
            size="dense"
            icon={<Download aria-hidden className="size-4" />}
            onClick={() => downloadText(toCsv(csvOf(columns), rows), `${file}.csv`, 'text/csv')}
          >
            CSV
          </Button>
        </div>
      }
    >
      {isTable ? (
        <Table caption={title} columns={cellsOf(columns)} rows={shown} rowKey={rowKey} isLinked={isLinked} />
      ) : (
        plot
      )}
      {isTable && rows.length > most && (
        <div className="mt-3">
          <Button variant="secondary" size="dense" onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show Fewer' : `Show All ${formatCount(rows.length)}`}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** A figure that needs its name where a phone shows no headings. */
export function NamedOnPhone({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <span className="sm:hidden">{name}: </span>
      {children}
    </>
  )
}
