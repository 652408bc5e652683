import type { ReactNode } from 'react'
import type { AdminPaymentPage } from '#contract/admin/payments.ts'
import { formatDollars, minutesText } from '#contract/amounts.ts'
import { Card } from '#web/kit/card.tsx'
import { Table } from '#web/kit/table.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'

/** The minutes and time that the payment credited, with a receipt for each part. */
export function Given({ payment: { parts }, aside }: { payment: AdminPaymentPage; aside: ReactNode }) {
  return (
    <Card title="Credited" aside={parts.length > 0 && aside}>
      {parts.length === 0 ? (
        <p className="text-muted">Nothing yet. Minutes and receipts follow once it is paid.</p>
      ) : (
        <Table
          caption="What the payment credited"
          rows={parts}
          rowKey={({ id }) => id}
          columns={[
            { title: 'Bought', phone: 'lead', cell: ({ description }) => description },
            { title: 'Receipt', phone: 'left', cell: ({ receiptNumber }) => receiptNumber },
            { title: 'Booked', phone: 'left', cell: ({ createdAt }) => <DateTime value={createdAt} withTime /> },
            {
              title: 'Minutes',
              numeric: true,
              phone: 'right',
              cell: ({ creditsAdded }) => (creditsAdded === 0 ? 'None' : minutesText(creditsAdded)),
            },
            { title: 'Amount', numeric: true, phone: 'figure', cell: ({ amount }) => formatDollars(amount) },
          ]}
        />
      )}
    </Card>
  )
}
