import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { CircleAlert, CreditCard } from 'lucide-react'
import { useState } from 'react'
import { type Failure, withdrawFailure } from '#web/client/failure.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import type { KeptCard } from './card-name.ts'
import { paymentFailed } from './settle-payment.ts'
import { usePayments } from './use-payments.ts'

/** The toast of a card that the bank did not let us save; the provider's reason replaces its text. */
export const cardRefused = { title: 'Card Not Saved', text: paymentFailed.text } satisfies Failure

/** Why a payment or a setup failed. */
export interface Refusal {
  /** In the provider's words; null where the form itself shows it. */
  reason: string | null
  /** It was ended elsewhere, for instance by another choice in another tab, and can no longer be paid. */
  isReplaced?: boolean
  /** Nothing is known to be wrong with the card, nor whether the payment was made. */
  isUnanswered?: boolean
}

/** The id of the payment or setup, or why it failed. */
type Outcome = { paid: string } | Refusal

const purposes = {
  payment: { failure: paymentFailed, unanswered: "you won't be charged twice." },
  setup: { failure: cardRefused, unanswered: 'saving a card is free.' },
}
/** The purpose of a card: to pay now, or to be saved for later payments. */
export type Purpose = keyof typeof purposes

/** Pays with the card in the card form, or saves it; the page is left only when a bank requires it (S158). */
export function confirmForm(purpose: Purpose, stripe: Stripe, elements: StripeElements, returnPath: string) {
  const confirmParams = { return_url: new URL(returnPath, location.origin).href }
  const confirmation = { elements, confirmParams, redirect: 'if_required' as const }
  return attempt(purpose, async () => {
    const checked = await elements.submit()
    if (checked.error) return { error: checked.error }
    if (purpose === 'payment') return paymentOf(await stripe.confirmPayment(confirmation))
    const { error, setupIntent } = await stripe.confirmSetup(confirmation)
    return { error, intent: error?.setup_intent ?? setupIntent }
  })
}

/** Pays with a saved card; the bank may ask for confirmation over the page. */
async function confirmKeptCard(stripe: Stripe, clientSecret: string, paymentMethodId: string): Promise<Outcome> {
  const outcome = await attempt('payment', async () =>
    paymentOf(await stripe.confirmCardPayment(clientSecret, { payment_method: paymentMethodId })),
  )
  // There is no form that shows what is wrong.
  return 'paid' in outcome ? outcome : { ...outcome, reason: outcome.reason ?? paymentFailed.text }
}

interface Answered {
  error: StripeError | undefined
  intent?: { id: string; status: string } | undefined
}

function paymentOf({ error, paymentIntent }: Awaited<ReturnType<Stripe['confirmCardPayment']>>): Answered {
  return { error, intent: error?.payment_intent ?? paymentIntent }
}

async function attempt(purpose: Purpose, confirm: () => Promise<Answered>): Promise<Outcome> {
  const { failure, unanswered } = purposes[purpose]
  try {
    const { error, intent } = await confirm()
    const isPayment = purpose === 'payment'
    // The first answer may have been lost, but the payment went through: the second try finds it paid.
    if (intent?.status === 'succeeded') return { paid: intent.id }
    if (!error) return isPayment && intent?.status === 'processing' ? { paid: intent.id } : { reason: failure.text }
    if (isPayment && intent?.status === 'canceled') {
      return { reason: 'This payment was replaced by another choice. Nothing was charged.', isReplaced: true }
    }
    const { type, message = failure.text } = error
    // The provider's internal errors mean nothing to people.
    if (type === 'api_error') return { reason: message, isUnanswered: true }
    return { reason: type === 'validation_error' ? null : message }
  } catch {
    const reason = `The payment service did not answer. Please try again; ${unanswered}`
    return { reason, isUnanswered: true }
  }
}

interface Confirming {
  purpose?: Purpose
  /** The toast when the provider did not answer; by default the same as for a refusal. */
  unexpected?: Failure | undefined
  onBusy: (isBusy: boolean) => void
  /** Gets the provider's id of the payment or setup. */
  onPaid: (intentId: string) => void
}

/** Confirms a payment or a setup, and keeps why the last try failed. */
export function useConfirmation({ purpose = 'payment', unexpected, onBusy, onPaid }: Confirming) {
  const { failure } = purposes[purpose]
  const [isPaying, setPaying] = useState(false)
  const [problem, setProblem] = useState<Refusal | null>(null)

  function setBusy(isBusy: boolean) {
    setPaying(isBusy)
    onBusy(isBusy)
  }

  async function pay(confirm: () => Promise<Outcome>) {
    setBusy(true)
    setProblem(null)
    const result = await confirm()
    if ('paid' in result) {
      withdrawFailure(failure)
      if (unexpected) withdrawFailure(unexpected)
      return onPaid(result.paid)
    }
    setBusy(false)
    const { reason, isUnanswered } = result
    if (!reason) return
    setProblem(result)
    const { title, text } = isUnanswered && unexpected ? unexpected : { title: failure.title, text: reason }
    showToast({ title, description: text, tone: 'danger' })
  }

  return { isPaying, problem, pay }
}

interface RefusedProps {
  /** Shown for a refusal; without an answer it might be wrong. */
  title: string
  problem: Refusal
  /** Opens another payment in place of one that was replaced elsewhere. */
  onReplaced?: (() => Promise<unknown>) | undefined
}

/**
 * Says below a card why it was not charged, or offers a new payment where this one cannot be retried. The toast has
 * announced it (S253), so this is no second alert.
 */
export function RefusedPayment({ title: ofRefusal, problem, onReplaced }: RefusedProps) {
  const { reason, isReplaced, isUnanswered } = problem
  const title = isUnanswered ? 'We got no confirmation' : ofRefusal
  const onRenew = isReplaced ? onReplaced : undefined
  const [isRenewing, setRenewing] = useState(false)

  async function renew() {
    setRenewing(true)
    await onRenew?.()
    setRenewing(false)
  }

  if (!onRenew) {
    return (
      <p className="flex items-start gap-1.5 text-danger">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>
          <span className="block font-medium">{title}</span>
          <span className="block">{reason}</span>
        </span>
      </p>
    )
  }
  return (
    <Banner
      tone="danger"
      title={title}
      actions={
        <Button size="dense" pending={isRenewing} pendingText="Preparing…" onClick={() => void renew()}>
          Start a New Payment
        </Button>
      }
    >
      {reason}
    </Banner>
  )
}

interface KeptProps {
  card: KeptCard
  clientSecret: string
  onBusy: (isBusy: boolean) => void
  onPaid: (paymentIntentId: string) => void
  /** Opens another payment if this one was replaced elsewhere. */
  onReplaced?: (() => Promise<unknown>) | undefined
}

/** Pays with a saved card, so nothing has to be typed again (D47, D49). */
export function KeptCardForm({ card, clientSecret, onBusy, onPaid, onReplaced }: KeptProps) {
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
