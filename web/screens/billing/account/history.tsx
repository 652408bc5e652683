import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { transactions } from '#contract/billing/account.ts'
import { formatChange, formatDollars } from '#contract/amounts.ts'
import { query } from '#web/client/api.ts'
import { downloadText } from '#web/kit/download-text.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Pagination } from '#web/kit/pagination.tsx'
import { typeNames } from '../labels.ts'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { Table, type Column } from '#web/kit/table.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import type { Transaction } from './transaction.ts'
import { transactionsCsv } from './transactions-csv.ts'

const rowsPerPage = 25

const columns: Column<Transaction>[] = [
  { title: 'Date', cell: ({ createdAt }) => <DateTime value={createdAt} />, phone: 'left' },
  { title: 'Type', cell: ({ type }) => typeNames[type], phone: 'left' },
  { title: 'Description', cell: ({ description }) => description, phone: 'lead' },
  {
    title: 'Credits',
    numeric: true,
    cell: ({ creditsAdded }) => <MinutesHistory minutes={creditsAdded} />,
    phone: 'right',
  },
  { title: 'Amount', numeric: true, cell: ({ amount }) => formatDollars(amount), phone: 'figure' },
  {
    title: 'Receipt',
    cell: ({ id, receiptNumber }) => (
      <TextLink href={paths.receipt(id)} className="-my-1 inline-block py-1 whitespace-nowrap tabular">
        <span className="sr-only">Receipt </span>
        {receiptNumber}
      </TextLink>
    ),
    phone: 'right',
  },
]

function MinutesHistory({ minutes }: { minutes: number }) {
  if (minutes === 0) return <span className="max-sm:invisible">–</span>
  return (
    <>
      <span translate="no">{formatChange(minutes)}</span>
      <span className="sm:hidden"> minutes</span>
    </>
  )
}

interface Props {
  /** Returns the address of another page of the list. */
  hrefOf: (page: number) => string
}

/** Payments and refunds, newest first, as a list and as a file (S101, S102, D43). */
export function History({ hrefOf }: Props) {
  const history = useQuery(query(transactions))
  const rows = history.data
  return (
    <Card title="Transaction History" aside={rows && rows.length > 0 && <DownloadButton rows={rows} />}>
      {history.isPending && (
        <SkeletonGroup label="Loading your transactions…" className="flex flex-col gap-3">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </SkeletonGroup>
      )}
      {history.isError && <LoadError what="your transactions" failed={history} />}
      {rows && <Rows rows={rows} hrefOf={hrefOf} />}
    </Card>
  )
}

function Rows({ rows, hrefOf }: Props & { rows: readonly Transaction[] }) {
  const [search] = useSearchParams()
  const pageCount = Math.max(1, Math.ceil(rows.length / rowsPerPage))
  const page = Math.min(Math.max(1, Math.trunc(Number(search.get('page'))) || 1), pageCount)
  return (
    <div className="flex flex-col gap-4">
      <Table
        caption="Your payments, newest first"
        columns={columns}
        rows={rows.slice((page - 1) * rowsPerPage, page * rowsPerPage)}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No transactions yet">
            Payments for your plan and your packages will be listed here.
          </EmptyState>
        }
      />
      <Pagination page={page} pageCount={pageCount} hrefOf={hrefOf} />
    </div>
  )
}

function DownloadButton({ rows }: { rows: readonly Transaction[] }) {
  return (
    <Button
      variant="secondary"
      size="dense"
      icon={<Download aria-hidden className="size-4" />}
      onClick={() =>
        downloadText(
          transactionsCsv(rows),
          `luna-transactions-${new Date().toISOString().slice(0, 10)}.csv`,
          'text/csv',
        )
      }
    >
      Download CSV
    </Button>
  )
}
