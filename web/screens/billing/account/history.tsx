import { useQuery } from '@tanstack/react-query'
import { transactions } from '#contract/billing/account.ts'
import { formatChange, formatDollars, plainDollars } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { CsvColumn } from '#contract/csv.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { DownloadCsv } from '#web/client/lists/list-tools.tsx'
import { Loaded } from '#web/client/loaded.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Pagination, usePage } from '#web/kit/pagination.tsx'
import { Table, type Column } from '#web/kit/table.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
type Transaction = Answer<typeof transactions>[number]

const nameType = ({ type }: Transaction) => (type === 'credits' ? 'Credits' : 'Subscription')

const rowsPerPage = 25

/** The columns of payments and refunds, for a person's list and an organization's. */
export const transactionColumns = {
  date: { title: 'Date', cell: ({ createdAt }) => <DateTime value={createdAt} />, phone: 'left' },
  description: { title: 'Description', cell: ({ description }) => description, phone: 'lead' },
  minutes: {
    title: 'Credits',
    numeric: true,
    cell: ({ creditsAdded }) => <MinutesHistory minutes={creditsAdded} />,
    phone: 'right',
  },
  amount: { title: 'Amount', numeric: true, cell: ({ amount }) => formatDollars(amount), phone: 'figure' },
  receipt: {
    title: 'Receipt',
    cell: ({ id, receiptNumber }) => (
      <TextLink href={paths.receipt(id)} className="-my-1 inline-block py-1 whitespace-nowrap tabular">
        <span className="sr-only">Receipt </span>
        {receiptNumber}
      </TextLink>
    ),
    phone: 'right',
  },
} as const satisfies Record<string, Column<Transaction>>

const columns: Column<Transaction>[] = [
  transactionColumns.date,
  { title: 'Type', cell: nameType, phone: 'left' },
  transactionColumns.description,
  transactionColumns.minutes,
  transactionColumns.amount,
  transactionColumns.receipt,
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

/** The columns of the file, which names its units. */
export const csvColumns: readonly CsvColumn<Transaction>[] = [
  ['Date (UTC)', ({ createdAt }) => createdAt],
  ['Type', nameType],
  ['Description', ({ description }) => description],
  ['Amount (USD)', ({ amount }) => plainDollars(amount)],
  ['Credits (minutes)', ({ creditsAdded }) => creditsAdded],
  ['Receipt', ({ receiptNumber }) => receiptNumber],
  ['Payment', ({ stripePaymentIntentId }) => stripePaymentIntentId ?? ''],
]

interface Props {
  /** Returns the address of another page of the list. */
  hrefOf: (page: number) => string
}

/** Payments and refunds, newest first, as a list and as a file (S101, S102, D43). */
export function History({ hrefOf }: Props) {
  const history = useQuery(query(transactions))
  const rows = history.data
  return (
    <Card
      title="Transaction History"
      aside={
        rows &&
        rows.length > 0 && (
          <DownloadCsv csv={csvColumns} readRows={async () => rows} name="luna-transactions" disabled={false} />
        )
      }
    >
      <Loaded read={history} what="your transactions">
        {(all) => <Rows rows={all} hrefOf={hrefOf} />}
      </Loaded>
    </Card>
  )
}

function Rows({ rows, hrefOf }: Props & { rows: readonly Transaction[] }) {
  const { page, pageCount, shown } = usePage(rows, rowsPerPage)
  return (
    <div className="flex flex-col gap-4">
      <Table
        caption="Your payments, newest first"
        columns={columns}
        rows={shown}
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

/** /account/receipts: payments and refunds, also for people without access (D43, D178). */
export default function Receipts() {
  return (
    <Page
      title="Payments and Receipts"
      description="All your payments and refunds. You can see them even without access."
      above={<ParentLink href={paths.account()} name="Account" />}
    >
      <History hrefOf={(page) => paths.receipts({ page })} />
    </Page>
  )
}
