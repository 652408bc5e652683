import { countText, formatDollars, minutesText } from '#contract/amounts.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Table, type Column } from '#web/kit/table.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Fact } from '#web/kit/text/fact.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { transactionColumns } from '#web/screens/billing/account/history.tsx'
import { agentTypeNames } from '../labels.ts'
import type { Billing, Order } from './billing.ts'

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
            columns={isOwn ? [...columns, transactionColumns.receipt] : columns}
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

const columns: Column<Billing['payments'][number]>[] = [
  transactionColumns.date,
  transactionColumns.description,
  { ...transactionColumns.minutes, title: 'Minutes' },
  transactionColumns.amount,
  {
    title: 'Status',
    cell: ({ amount }) => (
      <Badge tone={amount < 0 ? 'neutral' : 'success'}>{amount < 0 ? 'Refunded' : 'Completed'}</Badge>
    ),
    phone: 'left',
  },
]

interface SetupProps extends Pick<Props, 'isOwn'> {
  payment: NonNullable<Billing['stripeBilling']>['setupPayments'][number]
}

/** The payment that opened the organization, part by part (S407). */
function SetupPayment({ payment, isOwn }: SetupProps) {
  const { id, created, receiptId } = payment
  return (
    <article className="rounded-card border border-line p-4 sm:p-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">{payment.description}</h3>
        <Badge tone="success">Completed</Badge>
        <p className="ml-auto text-lg font-semibold tabular">{formatDollars(payment.amount)}</p>
      </header>
      <ul aria-label="Paid items" className="mt-3 divide-y divide-line">
        {payment.productBreakdown.map((part) => (
          <li key={part.name} className="flex justify-between gap-4 py-2.5">
            <span className="min-w-0">
              {part.name}
              <span className="block text-sm text-muted tabular">{part.description}</span>
            </span>
            <span className="text-right tabular">
              <span translate="no">{formatDollars(part.amount)}</span>
              <span className="block text-sm text-muted">{part.type === 'one_time' ? 'Setup' : 'Monthly'}</span>
            </span>
          </li>
        ))}
      </ul>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-3 border-t border-line pt-4 text-sm">
        <Fact label="Date">
          <DateTime value={created} />
        </Fact>
        <Fact label="Type">Organization Registration</Fact>
        <Fact label="Payment ID">
          <span className="break-all">{id}</span>
        </Fact>
        {isOwn && (
          <Fact label="Receipt">
            <TextLink href={paths.receipt(receiptId)} className="-my-1 inline-block py-1">
              Open receipt
            </TextLink>
          </Fact>
        )}
      </dl>
    </article>
  )
}

/** Shows the order when there is no payment to show (S408, S409, D132). */
function PackageSummary({ order }: { order: Order }) {
  const isPaid = order.status === 'paid'
  return (
    <article className="flex flex-col gap-4 rounded-card border border-line p-4 sm:p-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">Package for {order.organizationName}</h3>
        <Badge tone={isPaid ? 'success' : 'warning'}>{isPaid ? 'Active' : 'Not paid yet'}</Badge>
      </header>
      {!isPaid && <Banner tone="warning">Payment integration is pending.</Banner>}
      <dl className="grid grid-cols-1 gap-x-8 gap-y-3 tabular sm:grid-cols-2 lg:grid-cols-4">
        <Fact label="Agent type">{agentTypeNames[order.agentType]}</Fact>
        <Fact label="Number of agents">{order.numberOfAgents}</Fact>
        <Fact label="Branded PWA">{yesOrNo(order.brandedPWA)}</Fact>
        <Fact label="Ongoing optimization">{yesOrNo(order.ongoingOptimization)}</Fact>
        <Fact label="Team size">{countText(order.teamSize, 'user')}</Fact>
        <Fact label="Voice minutes">{minutesText(order.voiceMinutesPackage)}</Fact>
        <Fact label="Setup payment">{formatDollars(order.paymentAmount)}</Fact>
        <Fact label="Monthly cost">{formatDollars(order.monthlyCost)}</Fact>
      </dl>
    </article>
  )
}

function yesOrNo(isBought: boolean): string {
  return isBought ? 'Yes' : 'No'
}
