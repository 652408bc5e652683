import type { Stripe } from '@stripe/stripe-js'
import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { withdrawFailure } from '#web/client/failure.ts'
import { billingFailures } from '../toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { confirmKeptCard } from './confirm-payment.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { RefusedPayment, type Refusal } from './refused-payment.tsx'
import { usePayments } from './use-payments.ts'
import type { KeptCard } from './kept-card.ts'

interface Props {
  card: KeptCard
  clientSecret: string
  onBusy: (isBusy: boolean) => void
  onPaid: (paymentIntentId: string) => void
  /** Opens another payment if this one was replaced elsewhere. */
  onReplaced?: (() => Promise<unknown>) | undefined
}

/** Pays with a saved card, so nothing has to be typed again (D47, D49). */
export function KeptCardForm({ card, clientSecret, onBusy, onPaid, onReplaced }: Props) {
  const payments = usePayments()
  const [isPaying, setPaying] = useState(false)
  const [problem, setProblem] = useState<Refusal | null>(null)
  if (payments.isError) return <LoadError what="the payment" failed={payments} />

  function setBusy(isBusy: boolean) {
    setPaying(isBusy)
    onBusy(isBusy)
  }

  async function pay(stripe: Stripe) {
    setBusy(true)
    setProblem(null)
    const result = await confirmKeptCard(stripe, clientSecret, card.paymentMethodId)
    if ('paid' in result) {
      withdrawFailure(billingFailures.payment)
      return onPaid(result.paid)
    }
    setBusy(false)
    const refused = result.refused ?? billingFailures.payment.text
    const { isReplaced = false, isUnexpected: isUnanswered = false } = result
    setProblem({ reason: refused, isReplaced, isUnanswered })
    showToast({ title: billingFailures.payment.title, description: refused, tone: 'danger' })
  }

  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <span className="flex h-10 w-14 shrink-0 items-center justify-center rounded-control border border-line bg-sunken text-muted">
          <CreditCard aria-hidden className="size-5" />
        </span>
        <p className="font-medium">{card.name}</p>
      </div>
      {problem && <RefusedPayment title="Your card was not charged" problem={problem} onReplaced={onReplaced} />}
      <Button
        size="touch"
        wide
        wraps
        disabled={!payments.data}
        pending={isPaying}
        pendingText="Confirming…"
        onClick={() => payments.data && void pay(payments.data)}
      >
        {card.action} with {card.name}
      </Button>
    </div>
  )
}
