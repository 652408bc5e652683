import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { withdrawFailure, type Failure } from '#web/client/failure.ts'
import { billingFailures } from '../toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { useCardAppearance } from './card-appearance.ts'
import { CardSkeleton } from './card-skeleton.tsx'
import { confirmPayment, confirmSetup } from './confirm-payment.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { RefusedPayment, type Refusal } from './refused-payment.tsx'
import { usePayments } from './use-payments.ts'

/** What the card is for: to pay now, or to be saved for later payments. */
type Purpose = 'payment' | 'setup'

const words = {
  payment: { failure: billingFailures.payment, refused: 'Your card was not charged', pending: 'Paying…' },
  setup: { failure: billingFailures.cardRefused, refused: 'Your card was not saved', pending: 'Saving…' },
} as const

const confirm = { payment: confirmPayment, setup: confirmSetup }

interface Props {
  clientSecret: string
  /** Must match what the secret was made for; a payment by default. */
  purpose?: Purpose
  /** The button's label, with the amount: "Pay $27.97" (D33). */
  payLabel: string
  /** Path that a bank's own page leads back to (D39). */
  returnPath: string
  /** The failure to show when the provider did not answer; by default the same as for a refusal. */
  unexpected?: Failure
  onBusy: (isBusy: boolean) => void
  /** Called when the payment went through or the card is saved, with the provider's id of the payment or setup. */
  onPaid: (intentId: string) => void
  /** Opens another payment if this one was replaced elsewhere. */
  onReplaced?: (() => Promise<unknown>) | undefined
  /** The words to read before the button. */
  children?: ReactNode
}

/** The provider's card form; pays without leaving the page unless a bank requires it (S158). */
export function PaymentForm(props: Props) {
  const payments = usePayments()
  const appearance = useCardAppearance()
  if (payments.isError) return <LoadError what="the card form" failed={payments} />
  if (!payments.data) return <CardSkeleton />
  return (
    <Elements
      stripe={payments.data}
      options={{ clientSecret: props.clientSecret, appearance, loader: 'never', locale: 'en' }}
    >
      <CardForm {...props} />
    </Elements>
  )
}

function CardForm(props: Props) {
  const { purpose = 'payment', payLabel, returnPath, unexpected, onBusy, onPaid, onReplaced, children } = props
  const { failure, refused, pending } = words[purpose]
  const stripe = useStripe()
  const elements = useElements()
  const [isReady, setReady] = useState(false)
  const [isPaying, setPaying] = useState(false)
  const [problem, setProblem] = useState<Refusal | null>(null)
  useCardFocus(problem)

  function setBusy(isBusy: boolean) {
    setPaying(isBusy)
    onBusy(isBusy)
  }

  async function pay(event: FormEvent) {
    event.preventDefault()
    if (!stripe || !elements || !isReady || isPaying) return
    setBusy(true)
    setProblem(null)
    const result = await confirm[purpose](stripe, elements, returnPath)
    if ('paid' in result) {
      withdrawFailure(failure)
      if (unexpected) withdrawFailure(unexpected)
      return onPaid(result.paid)
    }
    setBusy(false)
    if (!result.refused) return
    setProblem({
      reason: result.refused,
      isReplaced: result.isReplaced ?? false,
      isUnanswered: result.isUnexpected ?? false,
    })
    const { title, text } =
      result.isUnexpected && unexpected ? unexpected : { title: failure.title, text: result.refused }
    showToast({ title, description: text, tone: 'danger' })
  }

  return (
    <form onSubmit={pay} aria-label="Card" className="flex flex-col gap-4">
      <div className="relative">
        {!isReady && (
          <div className="absolute inset-0">
            <CardSkeleton fieldsOnly />
          </div>
        )}
        <div className={isReady ? undefined : 'invisible min-h-51'}>
          <PaymentElement options={{ layout: 'tabs', readOnly: isPaying }} onReady={() => setReady(true)} />
        </div>
      </div>
      {problem && <RefusedPayment title={refused} problem={problem} onReplaced={onReplaced} />}
      {children}
      <Button type="submit" size="touch" wide disabled={!isReady} pending={isPaying} pendingText={pending}>
        {payLabel}
      </Button>
    </form>
  )
}

/** Moves the focus to the card number, the first field of the form, when the card was refused. */
function useCardFocus(problem: Refusal | null) {
  const elements = useElements()
  const isRefused = problem !== null && !problem.isReplaced && !problem.isUnanswered
  useEffect(() => {
    if (isRefused) elements?.getElement('payment')?.focus()
  }, [isRefused, elements])
}
