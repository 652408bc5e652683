import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDollars, minutesText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { createCombinedPurchase } from '#contract/billing/purchases.ts'
import type { PaymentKind } from '#web/client/addresses/paths.ts'
import { useConfig } from '#web/client/config.ts'
import { Card } from '#web/kit/card.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'

/** What the server charges and what it buys; the screen shows these figures, never its own (D29). */
export type Order = Answer<typeof createCombinedPurchase>['summary']

/** Returns the line of the month, which is always the last one; undefined without a month in the order. */
function monthOf({ monthlyMinutes, lines }: Order): Order['lines'][number] | undefined {
  return monthlyMinutes > 0 ? lines.at(-1) : undefined
}

interface SummaryProps {
  /** Undefined while it loads, null if it cannot be known. */
  order: Order | undefined | null
  title?: string
  /** Whether it pays the open month of a running subscription. */
  isRenewal?: boolean
  /** Above the figures: the plan and what it includes. */
  head?: ReactNode
  /** Below the figures: a way to change the choice. */
  children?: ReactNode
}

/** The order, next to the pay button: every line, the total, and the minutes (S091, D33). */
export function OrderSummary({ order, title = 'Order summary', isRenewal = false, head, children }: SummaryProps) {
  return (
    <Card title={title}>
      {head && <div className={order === null ? undefined : 'mb-4 border-b border-line pb-4'}>{head}</div>}
      {order === undefined && <LoadingFigures />}
      {order && <Figures order={order} isRenewal={isRenewal} isBrief={Boolean(head)} />}
      {children && <div className="mt-4">{children}</div>}
    </Card>
  )
}

interface FiguresProps {
  order: Order
  isRenewal: boolean
  /** Leaves out the minutes where the head shows them. */
  isBrief: boolean
}

function Figures({ order, isRenewal, isBrief }: FiguresProps) {
  const { packageMinutes, bonusMinutes = 0, monthlyMinutes } = order
  const month = monthOf(order)
  const monthNote = isRenewal ? 'Overdue month' : 'First month'
  return (
    <>
      <dl className="flex flex-col gap-3">
        {order.lines.map((line) => (
          <Line
            key={line.label}
            label={line.label}
            value={formatDollars(line.amount)}
            note={line === month ? monthNote : packageMinutes > 0 && 'Once'}
          />
        ))}
        <Line label="Total today" value={formatDollars(order.totalAmount)} isSum />
      </dl>
      {(!isBrief || bonusMinutes > 0) && packageMinutes + monthlyMinutes > 0 && <Minutes order={order} />}
    </>
  )
}

function Minutes({ order: { packageMinutes, bonusMinutes = 0, monthlyMinutes } }: { order: Order }) {
  const isSum = packageMinutes > 0 && bonusMinutes + monthlyMinutes > 0
  return (
    <dl className="mt-4 flex flex-col gap-3 border-t border-line pt-4">
      {packageMinutes > 0 && <Line label="Purchased minutes" value={minutesText(packageMinutes)} note="Never expire" />}
      {bonusMinutes > 0 && <Line label="First-package bonus" value={minutesText(bonusMinutes)} note="Never expire" />}
      {monthlyMinutes > 0 && (
        <Line label="Minutes this month" value={minutesText(monthlyMinutes)} note="Used first, no rollover" />
      )}
      {isSum && (
        <Line label="Ready to talk" value={minutesText(packageMinutes + bonusMinutes + monthlyMinutes)} isSum />
      )}
    </dl>
  )
}

interface LineProps {
  label: string
  value: string
  note?: string | false
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

function LoadingFigures() {
  return (
    <SkeletonGroup label="Loading the figures…" className="flex flex-col gap-3">
      <Skeleton className="h-10" />
      <Skeleton className="h-6" />
    </SkeletonGroup>
  )
}

/** Returns the pay button's label, with the amount (D33). */
export function payLabel(order: Order): string {
  return `Pay ${formatDollars(order.totalAmount)}`
}

interface ChargeProps {
  seller: string
  /** What is charged now, as the server said it. */
  today: string
  /** What is charged later, and how to stop it. */
  later: string
}

/** The seller, the sums and their times, and the company that handles the card; it belongs to a pay button. */
export function ChargeNote({ seller, today, later }: ChargeProps) {
  const config = useConfig()
  const handling =
    config?.payments.mode === 'standin'
      ? 'In demo mode, Stripe is simulated and nothing is charged.'
      : 'Your card number goes to Stripe, never to us.'
  return (
    <div className="flex flex-col gap-2 text-sm text-muted">
      <p>
        {seller} charges <span className="font-medium text-text tabular">{today}</span> today. {later}
      </p>
      <p className="flex items-start gap-1.5">
        <LockKeyhole aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        <span>
          <span className="font-medium text-text">Secured by Stripe.</span> {handling}
        </span>
      </p>
    </div>
  )
}

/** The same for an order: the product sells to people, the business to organizations. */
export function OrderChargeNote({ kind, order }: { kind: PaymentKind; order: Order }) {
  const config = useConfig()
  const isForPool = kind === 'pool' || kind === 'pool-resume'
  const seller = isForPool ? config?.businessName : config?.productName
  return (
    <ChargeNote
      seller={seller ?? 'Luna'}
      today={formatDollars(order.totalAmount)}
      later={laterText(kind, monthOf(order)?.amount)}
    />
  )
}

function laterText(kind: PaymentKind, monthly: number | undefined): string {
  if (kind === 'resume') return 'Automatic purchases continue until you turn them off on your Account page.'
  if (kind === 'pool-resume') return 'Auto-refill continues until an admin turns it off.'
  if (monthly === undefined) return "It's a one-time payment that doesn't renew."
  // An overdue month began before today, and only the server knows when the next one does.
  const start = kind === 'overdue' ? '' : ', starting one month from today'
  return `Platform access then renews at ${formatDollars(monthly)} a month${start}. Cancel anytime on your Account page.`
}
