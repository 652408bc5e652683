import { formatDate } from '#contract/dates.ts'
import { formatDollars } from '#contract/amounts.ts'
import { cardName } from '#web/screens/billing/paying/card-name.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Table } from '#web/kit/table.tsx'
import { type Details, Facts, Section } from './section.tsx'

/** The number of payments shown; the Billing tab of the dashboard has all of them. */
const mostPayments = 5

/** The customer, the card, the subscription and the latest payments (D133). */
export function Payment({ details: { payment } }: { details: Details }) {
  const { businessRegistration: order, stripeBilling, plan, card, payments } = payment
  const received = [
    ...payments.map(({ id, description, amount, createdAt }) => ({ id, description, amount, createdAt })),
    ...(stripeBilling?.setupPayments ?? []).map(({ id, description, amount, created }) => ({
      id,
      description,
      amount,
      createdAt: created,
    })),
  ]
  return (
    <Section title="Payment Info">
      <Facts
        facts={[
          ['Customer ID', stripeBilling?.customerId ?? 'Not connected'],
          ['Saved card', card ? cardName(card) : 'None'],
          ['Subscription', describePlan(plan)],
          ['Monthly total', order?.status === 'paid' ? formatDollars(order.monthlyTotal) : 'None'],
          ['One-time total', order?.status === 'paid' ? formatDollars(order.paymentAmount) : 'None'],
        ]}
      />
      {received.length === 0 ? (
        <p className="text-muted">No billing data available</p>
      ) : (
        <Table
          caption="Latest payments"
          rows={received.slice(0, mostPayments)}
          rowKey={({ id }) => id}
          columns={[
            { title: 'Payment', phone: 'lead', cell: ({ description }) => description },
            { title: 'Date', phone: 'left', cell: ({ createdAt }) => <DateTime value={createdAt} /> },
            { title: 'Amount', numeric: true, phone: 'figure', cell: ({ amount }) => formatDollars(amount) },
          ]}
        />
      )}
    </Section>
  )
}

function describePlan(plan: Details['payment']['plan']): string {
  if (!plan) return 'None'
  if (plan.graceEndsAt) return `Overdue, access until ${formatDate(plan.graceEndsAt)}`
  if (!plan.renewsAt) return 'Active'
  if (plan.cancelAtPeriodEnd) return `Ends ${formatDate(plan.renewsAt)}`
  return plan.status === 'canceled' ? `Ended ${formatDate(plan.renewsAt)}` : `Renews ${formatDate(plan.renewsAt)}`
}
