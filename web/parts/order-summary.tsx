import { dollarsToCents, formatCents } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { platformAccess } from '#contract/prices.ts'
import type { createCombinedPurchase } from '#contract/purchases.ts'
import { Card } from '#web/ui/card.tsx'

/** What the server charges and what it brings; these figures are shown, never our own (D29). */
export type Order = Answer<typeof createCombinedPurchase>['summary']

interface Props {
  order: Order
  /** Below the figures: a way to choose differently. */
  children?: React.ReactNode
}

/** What is being bought, beside the pay button: every line, the sum, the minutes, and what renews (S091, D33). */
export function OrderSummary({ order, children }: Props) {
  return (
    <Card title="Order summary">
      <dl className="flex flex-col gap-3">
        {order.lines.map(({ label, amount }) => (
          <Line key={label} label={label} value={money(amount)} note={noteOf(label)} />
        ))}
        <Line label="Total today" value={money(order.totalAmount)} isSum />
      </dl>
      <dl className="mt-4 flex flex-col gap-3 border-t border-line pt-4">
        <Line label="Purchased minutes" value={`${order.packageMinutes} minutes`} note="Never expire" />
        {order.monthlyMinutes > 0 && (
          <>
            <Line label="Minutes this month" value={`${order.monthlyMinutes} minutes`} note="Used first, no rollover" />
            <Line label="Ready to talk" value={`${order.packageMinutes + order.monthlyMinutes} minutes`} isSum />
          </>
        )}
      </dl>
      {order.monthlyMinutes > 0 && (
        <p className="mt-4 text-sm text-muted">
          Platform access renews every month at {formatCents(platformAccess.priceCents)} with {order.monthlyMinutes} new
          minutes. Cancel anytime.
        </p>
      )}
      {children && <div className="mt-4">{children}</div>}
    </Card>
  )
}

interface LineProps {
  label: string
  value: string
  note?: string | undefined
  isSum?: boolean
}

function Line({ label, value, note, isSum = false }: LineProps) {
  return (
    <div className={isSum ? 'flex justify-between gap-4 text-lg font-semibold' : 'flex justify-between gap-4'}>
      <dt>
        {label}
        {note && <span className="block text-sm text-muted">{note}</span>}
      </dt>
      <dd className="text-right whitespace-nowrap tabular">{value}</dd>
    </div>
  )
}

function noteOf(label: string): string {
  return label === 'Platform access' ? 'First month' : 'Once'
}

function money(dollars: number): string {
  return formatCents(dollarsToCents(dollars))
}

/** The pay button's words: the act with its amount (D33). */
export function payLabel(order: Order): string {
  return `Pay ${money(order.totalAmount)}`
}
