import { LockKeyhole } from 'lucide-react'
import { formatDollars } from '#contract/amounts.ts'
import { useConfig } from '#web/client/config.ts'
import type { PaymentKind } from '#web/client/addresses/paths.ts'
import { monthOf, type Order } from './paying/order-summary.tsx'

interface Props {
  seller: string
  /** What is charged now, as the server said it. */
  today: string
  /** What is charged later, and how to stop it. */
  later: string
}

/** The seller, the sums and their times, and the company that handles the card; it belongs to a pay button. */
export function ChargeNote({ seller, today, later }: Props) {
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
