import { formatChange, formatDollars } from '#contract/amounts.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Table, type Column } from '#web/kit/table.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import type { Billing } from './billing.ts'
import { PackageSummary } from './package-summary.tsx'
import { SetupPayment } from './setup-payment.tsx'

interface Props {
  billing: Billing
  /** Receipts open only for one's own organization. */
  isOwn: boolean
}

/** Every payment with its receipt, and all parts of the first one (S407-S410, D43). */
export function History({ billing, isOwn }: Props) {
  const { businessRegistration: order, stripeBilling, payments } = billing
  const setupPayments = stripeBilling?.setupPayments ?? []
  const hasNothing = !order && payments.length === 0
  return (
    <Card title="Billing History">
      {hasNothing && (
        <EmptyState title="No billing data available">
          Payments for your plan and your minutes will be listed here.
        </EmptyState>
      )}
      <div className="flex flex-col gap-8">
        {payments.length > 0 && (
          <Table
            caption="Payments since registration, newest first"
            columns={isOwn ? [...columns, receiptColumn] : columns}
            rows={payments}
            rowKey={({ id }) => id}
          />
        )}
        {setupPayments.map((payment) => (
          <SetupPayment key={payment.id} payment={payment} isOwn={isOwn} />
        ))}
        {setupPayments.length === 0 && order && <PackageSummary order={order} />}
      </div>
    </Card>
  )
}

type Payment = Billing['payments'][number]

const columns: Column<Payment>[] = [
  { title: 'Date', cell: ({ createdAt }) => <DateTime value={createdAt} />, phone: 'left' },
  { title: 'Description', cell: ({ description }) => description, phone: 'lead' },
  {
    title: 'Minutes',
    numeric: true,
    cell: ({ creditsAdded }) =>
      creditsAdded === 0 ? (
        <span className="max-sm:invisible">–</span>
      ) : (
        <>
          <span translate="no">{formatChange(creditsAdded)}</span>
          <span className="sm:hidden"> minutes</span>
        </>
      ),
    phone: 'right',
  },
  { title: 'Amount', numeric: true, cell: ({ amount }) => formatDollars(amount), phone: 'figure' },
  {
    title: 'Status',
    cell: ({ amount }) => (
      <Badge tone={amount < 0 ? 'neutral' : 'success'}>{amount < 0 ? 'Refunded' : 'Completed'}</Badge>
    ),
    phone: 'left',
  },
]

const receiptColumn: Column<Payment> = {
  title: 'Receipt',
  cell: ({ id, receiptNumber }) => (
    <TextLink href={paths.receipt(id)} className="-my-1 inline-block py-1 whitespace-nowrap tabular">
      <span className="sr-only">Receipt </span>
      {receiptNumber}
    </TextLink>
  ),
  phone: 'right',
}
