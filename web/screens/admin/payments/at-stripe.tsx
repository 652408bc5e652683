import { useQuery } from '@tanstack/react-query'
import {
  readPaymentAtStripe,
  type AdminPaymentPage,
  type CheckedPayment,
  type PaymentAtStripe,
} from '#contract/admin/payments.ts'
import { formatDollars } from '#contract/amounts.ts'
import { query } from '#web/client/api.ts'
import { Loaded, LoadingRows } from '#web/client/loaded.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Card } from '#web/kit/card.tsx'
import { Table } from '#web/kit/table.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Facts } from '../organizations/section.tsx'
import { bookedText, declineText, sidesAgree, stripeText } from './payment-words.ts'

interface Props {
  payment: AdminPaymentPage
  /** What a check on this page just found; newer than the first reading. */
  checked: CheckedPayment | undefined
}

/** How the payment stands at Stripe beside our books, and each try to pay it. */
export function AtStripe({ payment, checked }: Props) {
  const read = useQuery({ ...query(readPaymentAtStripe, { params: { id: payment.id } }), staleTime: 0 })
  const stripe = read.data ?? checked?.stripe
  return (
    <Card
      title="Stripe and Luna"
      aside={
        stripe &&
        (sidesAgree(payment, stripe) ? (
          <Badge tone="success">In sync</Badge>
        ) : (
          <Badge tone="warning">Out of sync</Badge>
        ))
      }
    >
      {stripe ? (
        <Sides payment={payment} stripe={stripe} />
      ) : (
        <Loaded
          read={read}
          what="the payment from Stripe"
          skeleton={<LoadingRows what="what Stripe knows" count={2} />}
        >
          {() => null}
        </Loaded>
      )}
    </Card>
  )
}

function Sides({ payment, stripe }: { payment: AdminPaymentPage; stripe: PaymentAtStripe }) {
  return (
    <div className="flex flex-col gap-6">
      <Facts
        facts={[
          ['Stripe', stripeText(stripe)],
          ['Luna', `${bookedText(payment.state)}, ${formatDollars(payment.amount)}`],
          ['Refunded', `Stripe ${formatDollars(stripe.refunded)}, Luna ${formatDollars(payment.refunded)}`],
        ]}
      />
      {stripe.attempts.length === 0 ? (
        <p className="text-muted">No card has been charged for it.</p>
      ) : (
        <Table
          caption="Attempts to pay"
          rows={stripe.attempts}
          rowKey={({ at, amount, isPaid }) => `${at} ${amount} ${isPaid}`}
          columns={[
            { title: 'Attempt', phone: 'left', cell: ({ at }) => <DateTime value={at} withTime /> },
            { title: 'Card', phone: 'left', cell: ({ card }) => card ?? 'Not known' },
            {
              title: 'Result',
              phone: 'lead',
              cell: ({ isPaid, declineCode }) =>
                isPaid ? 'Paid' : `Declined: ${declineCode ? declineText(declineCode) : 'no reason given'}`,
            },
            { title: 'Amount', numeric: true, phone: 'figure', cell: ({ amount }) => formatDollars(amount) },
          ]}
        />
      )}
    </div>
  )
}
