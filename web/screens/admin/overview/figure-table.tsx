import { Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import type { minuteChoices, moneyChoices, outcomeChoices, subscriptionChoices } from '#contract/admin/overview-rows.ts'
import { formatCount } from '#contract/amounts.ts'
import type { EndReason } from '#contract/conversations/voice-socket.ts'
import { toCsv } from '#contract/csv.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { cellsOf, csvOf, type ListColumn } from '#web/client/lists/list-tools.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { PlotSwitch } from '#web/kit/charts/plot-switch.tsx'
import { downloadText } from '#web/kit/download-text.ts'
import { Table } from '#web/kit/table.tsx'

interface Props<Row> {
  title: string
  description?: ReactNode
  columns: readonly ListColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Whether the first column links each row. */
  isLinked?: boolean
  /** Shown instead of the table until the reader wants it. */
  plot?: ReactNode
}

const most = 10

/** A card of figures: a plot or the first rows, with all of them on demand and as a file; nothing without rows. */
export function FigureTable<Row>({ title, description, columns, rows, rowKey, isLinked, plot }: Props<Row>) {
  const [isTable, setTable] = useState(!plot)
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, most)
  const file = `${title.toLowerCase().replaceAll(' ', '-')}.csv`
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
            onClick={() => downloadText(toCsv(csvOf(columns), rows), file, 'text/csv')}
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

/** The rows that a figure counts: the name of their list, and what narrows it down. */
export type Behind =
  | { rows: 'money'; kind?: (typeof moneyChoices)[number] }
  | {
      rows: 'conversations'
      outcome?: (typeof outcomeChoices)[number]
      endReason?: EndReason
      hour?: number
      agentId?: string
      /** An id, or `people`. */
      organization?: string
    }
  | { rows: 'subscriptions'; what: (typeof subscriptionChoices)[number] }
  | { rows: 'minutes'; kind: (typeof minuteChoices)[number] }
  | { rows: 'owed' }

/** Returns a function that gives the address of rows in the period that the address names, or in `month`. */
export function useRowsHref(): (behind: Behind, month?: string) => string {
  const [search] = useSearchParams()
  return (behind, month) => {
    const period = month ? { period: month } : periodIn(search)
    return paths.adminFigures({ ...behind, ...period })
  }
}

/** Returns the part of an address that names the period. */
export function periodIn(search: URLSearchParams): Record<string, string> {
  return Object.fromEntries(['period', 'from', 'to'].map((name) => [name, search.get(name) ?? '']))
}
