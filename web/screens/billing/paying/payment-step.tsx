import { ArrowLeft } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Me } from '#contract/identity/people.ts'
import { paths, type PaymentKind } from '#web/client/addresses/paths.ts'
import { paymentFlows } from './payment-flows.ts'
import { settlePayment, type Settlement } from './settle-payment.ts'
import { showFailure } from '#web/client/failure.ts'
import { billingFailures } from '../toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { OrderChargeNote } from '../charge-note.tsx'
import { OrderSummary, payLabel, type Order } from './order-summary.tsx'
import { PaymentColumns } from './payment-columns.tsx'
import { PaymentDone } from './payment-done.tsx'
import { WaysToPay } from './ways-to-pay.tsx'
import { type KeptCard } from './kept-card.ts'

interface Props {
  kind: PaymentKind
  user: Me
  /** The payment as the server opened it. */
  opened: { clientSecret: string; summary: Order }
  /** Path that a bank's own page leads back to; by default the return page of this kind. */
  returnPath?: string
  /** A saved card that awaits its confirmation. */
  keptCard?: KeptCard | null
  back?: { label: string; onBack: () => void }
  /** Called once the provider has the money, before the server is notified. */
  onPaid?: () => void
  /** Opens another payment if this one was replaced elsewhere; settles once that is decided. */
  onReplaced?: (() => Promise<unknown>) | undefined
  /** Goes to another package, where there is a choice. */
  onChangePackage?: () => void
  /** Title and head of the summary. */
  summaryTitle?: string
  summaryHead?: ReactNode
  /** Below the card form: what the card is saved for. */
  note?: ReactNode
}

/** Card form and order summary; pays, notifies the server and continues to the dashboard (S158-S161). */
export function PaymentStep({
  kind,
  user,
  opened,
  returnPath,
  keptCard = null,
  back,
  onPaid,
  onReplaced,
  ...rest
}: Props) {
  const [isBusy, setBusy] = useState(false)
  const [paid, setPaid] = useState<'settling' | Settlement | null>(null)

  async function settle(paymentIntentId: string) {
    onPaid?.()
    setPaid('settling')
    const settlement = await settlePayment({ paymentIntentId, purchasedBefore: user.purchasedCredits })
    if (settlement.state === 'failed' && !paymentFlows[kind].isSilent) showFailure(billingFailures.minutesLate)
    setPaid(settlement)
  }

  if (paid) return <PaymentDone kind={kind} settlement={paid === 'settling' ? null : paid} />
  const { onChangePackage, summaryTitle, summaryHead, note } = rest
  const summary = (
    <OrderSummary order={opened.summary} title={summaryTitle} isRenewal={kind === 'overdue'} head={summaryHead}>
      {onChangePackage && (
        <Button variant="secondary" size="dense" disabled={isBusy} onClick={onChangePackage}>
          Change Package
        </Button>
      )}
    </OrderSummary>
  )
  return (
    <PaymentColumns summary={summary}>
      <WaysToPay
        clientSecret={opened.clientSecret}
        payLabel={payLabel(opened.summary)}
        returnPath={returnPath ?? paths.paymentReturn({ after: kind })}
        keptCard={keptCard}
        charge={<OrderChargeNote kind={kind} order={opened.summary} />}
        note={note}
        isBusy={isBusy}
        onBusy={setBusy}
        onPaid={(id) => void settle(id)}
        onReplaced={onReplaced}
      />
      {back && <Back {...back} isBusy={isBusy} />}
    </PaymentColumns>
  )
}

function Back({ label, onBack, isBusy }: { label: string; onBack: () => void; isBusy: boolean }) {
  return (
    <div>
      <Button
        variant="ghost"
        className="-ml-4"
        icon={<ArrowLeft aria-hidden className="size-4" />}
        disabled={isBusy}
        onClick={onBack}
      >
        {label}
      </Button>
    </div>
  )
}
