import { CreditCard } from 'lucide-react'
import { LoadError } from '#web/client/load-error.tsx'
import { Button } from '#web/kit/button.tsx'
import type { KeptCard } from './card-name.ts'
import { confirmKeptCard, RefusedPayment, useConfirmation } from './confirm-payment.tsx'
import { usePayments } from './use-payments.ts'

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
  const { isPaying, problem, pay } = useConfirmation({ onBusy, onPaid })
  if (payments.isError) return <LoadError what="the payment" failed={payments} />
  const stripe = payments.data
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
        disabled={!stripe}
        pending={isPaying}
        pendingText="Confirming…"
        onClick={() => stripe && void pay(() => confirmKeptCard(stripe, clientSecret, card.paymentMethodId))}
      >
        {card.action} with {card.name}
      </Button>
    </div>
  )
}
