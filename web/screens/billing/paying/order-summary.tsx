import type { ReactNode } from 'react'
import { formatDollars, minutesText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { createCombinedPurchase } from '#contract/billing/purchases.ts'
import { Card } from '#web/kit/card.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'

/** What the server charges and what it buys; the screen shows these figures, never its own (D29). */
export type Order = Answer<typeof createCombinedPurchase>['summary']

/** Returns the line of the month, which is always the last one; undefined without a month in the order. */
export function monthOf({ monthlyMinutes, lines }: Order): Order['lines'][number] | undefined {
  return monthlyMinutes > 0 ? lines.at(-1) : undefined
}

interface Props {
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
export function OrderSummary({ order, title = 'Order summary', isRenewal = false, head, children }: Props) {
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
