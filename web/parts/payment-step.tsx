import { ArrowLeft, CircleCheck } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Me } from '#contract/people.ts'
import { paths, type PaymentKind } from '#web/paths.ts'
import { settlePayment, type Settlement } from '#web/settle-payment.ts'
import { failures, showFailure } from '#web/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { OrderSummary, payLabel, type Order } from './order-summary.tsx'
import { CardSkeleton } from './card-skeleton.tsx'
import { TermsNote } from './terms-note.tsx'

const PaymentForm = lazy(async () => ({ default: (await import('./payment-form.tsx')).PaymentForm }))

/** How long "paid" stands before the dashboard follows (S068, S092). */
export const redirectDelayMs: Record<PaymentKind, number> = { registration: 1000, purchase: 2000 }

interface Props {
  kind: PaymentKind
  user: Me
  /** The payment as the server opened it. */
  opened: { clientSecret: string; summary: Order }
  backLabel: string
  onBack: () => void
  /** Called once the provider has the money, before the server is told. */
  onPaid?: () => void
  /** The way to another package, where there is one. */
  onChangePackage?: () => void
}

/** Card form and order summary; pays, tells the server, and goes on to the dashboard (S158-S160). */
export function PaymentStep({ kind, user, opened, backLabel, onBack, onPaid, onChangePackage }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [paid, setPaid] = useState<'settling' | Settlement | null>(null)

  async function settle(paymentIntentId: string) {
    onPaid?.()
    setPaid('settling')
    const settlement = await settlePayment({ paymentIntentId, purchasedBefore: user.purchasedCredits })
    // The seed keeps this silent after a registration, where the dashboard says it (D38).
    if (settlement.state === 'failed' && kind === 'purchase') showFailure(failures.creditsLate)
    setPaid(settlement)
  }

  if (paid) return <Paid kind={kind} settlement={paid === 'settling' ? null : paid} />
  return (
    <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_20rem] lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="md:order-2">
        <OrderSummary order={opened.summary}>
          {onChangePackage && (
            <Button variant="secondary" size="dense" disabled={isBusy} onClick={onChangePackage}>
              Change Package
            </Button>
          )}
        </OrderSummary>
      </div>
      <div className="flex flex-col gap-4 md:order-1">
        <Card title="Card details">
          <Suspense fallback={<CardSkeleton />}>
            <PaymentForm
              clientSecret={opened.clientSecret}
              payLabel={payLabel(opened.summary)}
              returnPath={paths.paymentReturn({ after: kind })}
              onBusy={setBusy}
              onPaid={(id) => void settle(id)}
            />
          </Suspense>
          <div className="mt-4">
            <TermsNote />
          </div>
        </Card>
        <div>
          <Button
            variant="ghost"
            icon={<ArrowLeft aria-hidden className="size-4" />}
            disabled={isBusy}
            onClick={onBack}
          >
            {backLabel}
          </Button>
        </div>
      </div>
    </div>
  )
}

interface PaidProps {
  kind: PaymentKind
  /** null while the server is being told. */
  settlement: Settlement | null
}

/** The money is there; the dashboard follows after the stated delay (S068, S092). */
export function Paid({ kind, settlement }: PaidProps) {
  const [, navigate] = useLocation()
  const isSettled = settlement !== null
  useEffect(() => {
    if (!isSettled) return
    const timer = setTimeout(() => navigate(paths.dashboard()), redirectDelayMs[kind])
    return () => clearTimeout(timer)
  }, [isSettled, kind, navigate])
  return (
    <Card className="w-full max-w-form">
      <div role="status" className="flex flex-col items-center gap-2 py-6 text-center">
        <CircleCheck aria-hidden className="size-10 text-success" />
        <p className="mt-1 text-xl font-semibold">Payment received</p>
        <p className="text-lg">{paidText(settlement)}</p>
        <p className="mt-2 text-muted">
          <Spinner label="Taking you to your dashboard…" />
        </p>
      </div>
    </Card>
  )
}

function paidText(settlement: Settlement | null): string {
  if (settlement === null) return 'Adding your minutes…'
  if (settlement.state !== 'credited') return 'Your minutes are arriving.'
  return `${settlement.minutes} minutes were added to your balance.`
}
