import { useState } from 'react'
import type { Dispute } from '#contract/admin/disputes.ts'
import type { AdminPaymentPage } from '#contract/admin/payments.ts'
import { formatDollars } from '#contract/amounts.ts'
import { formatDate } from '#contract/dates.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Badge, type BadgeTone } from '#web/kit/badge.tsx'
import { Card } from '#web/kit/card.tsx'
import { Table } from '#web/kit/table.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { disputeNames, reasonText, refundReason, deadlineText } from './words.ts'

const refundNames: Record<AdminPaymentPage['refunds'][number]['status'], { label: string; tone: BadgeTone }> = {
  requested: { label: 'Requested', tone: 'neutral' },
  pending: { label: 'On its way', tone: 'neutral' },
  succeeded: { label: 'Refunded', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  canceled: { label: 'Canceled', tone: 'neutral' },
}

/** Refunds and disputes of the payment; nothing where there are none. */
export function MoneyBack({ payment: { refunds, disputes } }: { payment: AdminPaymentPage }) {
  return (
    <>
      {refunds.length > 0 && (
        <Card title="Refunds">
          <Table
            caption="Refunds"
            rows={refunds}
            rowKey={({ id }) => id}
            columns={[
              { title: 'Date', phone: 'left', cell: ({ createdAt }) => <DateTime value={createdAt} withTime /> },
              {
                title: 'Reason',
                phone: 'lead',
                cell: ({ reason, requestedBy }) => (
                  <>
                    <span className="wrap-anywhere">{refundReason(reason)}</span>
                    <span className="block text-xs font-normal wrap-anywhere text-muted">
                      {requestedBy ?? 'Made at Stripe or by Luna'}
                    </span>
                  </>
                ),
              },
              {
                title: 'State',
                phone: 'right',
                cell: ({ status }) => <Badge tone={refundNames[status].tone}>{refundNames[status].label}</Badge>,
              },
              { title: 'Amount', numeric: true, phone: 'figure', cell: ({ amount }) => formatDollars(amount) },
            ]}
          />
        </Card>
      )}
      {disputes.length > 0 && <Disputes disputes={disputes} />}
    </>
  )
}

function Disputes({ disputes }: Pick<AdminPaymentPage, 'disputes'>) {
  return (
    <Card title="Disputes">
      <Table
        caption="Disputes"
        rows={disputes}
        rowKey={({ id }) => id}
        columns={[
          {
            title: 'Reason',
            phone: 'lead',
            cell: ({ id, reason }) => <TextLink href={paths.adminDispute(id)}>{reasonText(reason)}</TextLink>,
          },
          {
            title: 'State',
            phone: 'left',
            cell: ({ state }) => <Badge tone={disputeNames[state].tone}>{disputeNames[state].label}</Badge>,
          },
          {
            title: 'Deadline',
            phone: 'right',
            cell: (dispute) => <Deadline dispute={dispute} />,
          },
          { title: 'Amount', numeric: true, phone: 'figure', cell: ({ amount }) => formatDollars(amount) },
        ]}
      />
    </Card>
  )
}

/** The time that is left for evidence, above the deadline itself. */
export function Deadline({ dispute: { state, dueAt } }: { dispute: Pick<Dispute, 'state' | 'dueAt'> }) {
  const [now] = useState(() => new Date())
  const { text, isUrgent } = deadlineText(state, dueAt, now)
  if (text === 'None' || dueAt === null) return <span className="text-muted">None</span>
  return (
    <>
      <span className={isUrgent ? 'font-medium text-danger' : undefined}>{text}</span>
      <span className="block text-xs font-normal text-muted">{formatDate(dueAt, true)}</span>
    </>
  )
}
