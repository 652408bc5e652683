import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { configQuery } from '#web/config.ts'
import { failures, withdrawFailure, type Failure } from '#web/toasts.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useCardAppearance } from './card-appearance.ts'
import { CardSkeleton } from './card-skeleton.tsx'
import { LoadError } from './load-error.tsx'
import { loadPayments } from './load-payments.ts'

/** What the card is asked for: to pay now, or to be kept for later payments. */
type Purpose = 'payment' | 'setup'

const words = {
  payment: { failure: failures.payment, refused: 'Your card was not charged', pending: 'Paying…' },
  setup: { failure: failures.cardRefused, refused: 'Your card was not saved', pending: 'Saving…' },
} as const

interface Props {
  clientSecret: string
  /** Must be what the secret was made for; to pay, unless told. */
  purpose?: Purpose
  /** What the button says, with the amount: "Pay $27.97" (D33). */
  payLabel: string
  /** Path that a bank's own page leads back to, where one is needed (D39). */
  returnPath: string
  onBusy: (isBusy: boolean) => void
  /** The payment went through, or the card is kept; gets the provider's id of the payment or the setup. */
  onPaid: (intentId: string) => void
}

/** The provider's card form; pays without leaving the page unless a bank asks for it (S158). */
export function PaymentForm(props: Props) {
  const config = useQuery(configQuery)
  const payments = config.data?.payments
  const script = useQuery({
    queryKey: ['payment script', payments?.publishableKey],
    enabled: payments !== undefined,
    structuralSharing: false,
    queryFn: () => (payments ? loadPayments(payments) : Promise.reject(new Error('No configuration yet'))),
  })
  const appearance = useCardAppearance()
  if (config.isError) return <LoadError what="the card form" failed={config} />
  if (script.isError) return <LoadError what="the card form" failed={script} />
  if (!script.data) return <CardSkeleton />
  return (
    <Elements
      stripe={script.data}
      options={{ clientSecret: props.clientSecret, appearance, loader: 'never', locale: 'en' }}
    >
      <CardForm {...props} />
    </Elements>
  )
}

function CardForm({ purpose = 'payment', payLabel, returnPath, onBusy, onPaid }: Props) {
  const { failure, refused, pending } = words[purpose]
  const stripe = useStripe()
  const elements = useElements()
  const [isReady, setReady] = useState(false)
  const [isPaying, setPaying] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

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
      return onPaid(result.paid)
    }
    setBusy(false)
    if (!result.refused) return
    setProblem(result.refused)
    showToast({ title: failure.title, description: result.refused, tone: 'danger' })
  }

  return (
    <form onSubmit={pay} aria-label="Card" className="flex flex-col gap-4">
      {problem && (
        <Banner tone="danger" title={refused}>
          {problem}
        </Banner>
      )}
      <div className="relative">
        {!isReady && (
          <div className="absolute inset-0">
            <CardSkeleton />
          </div>
        )}
        <div className={isReady ? undefined : 'invisible min-h-60'}>
          <PaymentElement options={{ layout: 'tabs', readOnly: isPaying }} onReady={() => setReady(true)} />
        </div>
      </div>
      <Button type="submit" size="touch" wide disabled={!isReady} pending={isPaying} pendingText={pending}>
        {payLabel}
      </Button>
    </form>
  )
}

/** The id of what was paid or set up, or why not in the provider's words; no words where the form itself shows them. */
type Outcome = { paid: string } | { refused: string | null }

type Confirm = (stripe: Stripe, elements: StripeElements, returnPath: string) => Promise<Outcome>

const confirm: Record<Purpose, Confirm> = { payment: confirmPayment, setup: confirmSetup }

async function confirmPayment(stripe: Stripe, elements: StripeElements, returnPath: string): Promise<Outcome> {
  try {
    const checked = await elements.submit()
    if (checked.error) return refusal(checked.error, failures.payment)
    const { error, paymentIntent } = await stripe.confirmPayment(confirmation(elements, returnPath))
    // An answer got lost and the payment was made after all: the second try finds it paid.
    if (error?.payment_intent?.status === 'succeeded') return { paid: error.payment_intent.id }
    if (error) return refusal(error, failures.payment)
    const isPaid = paymentIntent.status === 'succeeded' || paymentIntent.status === 'processing'
    return isPaid ? { paid: paymentIntent.id } : { refused: failures.payment.text }
  } catch {
    return { refused: 'The payment service did not answer. Please try again; nobody is charged twice.' }
  }
}

async function confirmSetup(stripe: Stripe, elements: StripeElements, returnPath: string): Promise<Outcome> {
  try {
    const checked = await elements.submit()
    if (checked.error) return refusal(checked.error, failures.cardRefused)
    const { error, setupIntent } = await stripe.confirmSetup(confirmation(elements, returnPath))
    if (error?.setup_intent?.status === 'succeeded') return { paid: error.setup_intent.id }
    if (error) return refusal(error, failures.cardRefused)
    return setupIntent.status === 'succeeded' ? { paid: setupIntent.id } : { refused: failures.cardRefused.text }
  } catch {
    return { refused: 'The payment service did not answer. Please try again; saving a card costs nothing.' }
  }
}

/** The page is left only where a bank asks for it (S158). */
function confirmation(elements: StripeElements, returnPath: string) {
  const confirmParams = { return_url: new URL(returnPath, location.origin).href }
  return { elements, confirmParams, redirect: 'if_required' as const }
}

function refusal({ type, message }: StripeError, { text }: Failure): Outcome {
  return { refused: type === 'validation_error' ? null : (message ?? text) }
}
