import { formatDollars, formatMinutes, plainDollars } from '#contract/amounts.ts'
import { type ListColumn, timeOrders } from '#web/client/lists/list-tools.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'

/** Columns that several lists of the panel have. */

export const balanceColumn: ListColumn<{ creditBalance: number }> = {
  title: 'Credits',
  sort: 'credits',
  numeric: true,
  phone: 'right',
  csv: ({ creditBalance }) => creditBalance,
  cell: ({ creditBalance }) => (
    <>
      {formatMinutes(creditBalance)}
      <span className="sm:hidden"> {creditBalance === 1 ? 'credit' : 'credits'}</span>
    </>
  ),
}

export const amountColumn: ListColumn<{ amount: number }> = {
  title: 'Amount',
  sort: 'amount',
  numeric: true,
  phone: 'figure',
  cell: ({ amount }) => formatDollars(amount),
  csv: ({ amount }) => plainDollars(amount),
}

export function createdColumn(title: string): ListColumn<{ createdAt: string }> {
  return {
    title,
    sort: 'created',
    orders: timeOrders,
    phone: 'left',
    cell: ({ createdAt }) => <DateTime value={createdAt} />,
    csv: ({ createdAt }) => createdAt,
  }
}
