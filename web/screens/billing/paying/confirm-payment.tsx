import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { type Failure, withdrawFailure } from '#web/client/failure.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { paymentFailed } from './settle-payment.ts'

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

const unanswered = {
  reason: "The payment service did not answer. Please try again; you won't be charged twice.",
  isUnanswered: true,
}

/** Pays with the card in the card form. */
export async function confirmPayment(stripe: Stripe, elements: StripeElements, returnPath: string): Promise<Outcome> {
  try {
    const checked = await elements.submit()
    if (checked.error) return refusal(checked.error, paymentFailed)
    return outcomeOf(await stripe.confirmPayment(confirmation(elements, returnPath)))
  } catch {
    return unanswered
  }
}

/** Pays with a saved card; the bank may ask for confirmation over the page. */
export async function confirmKeptCard(stripe: Stripe, clientSecret: string, paymentMethodId: string): Promise<Outcome> {
  try {
    const outcome = outcomeOf(await stripe.confirmCardPayment(clientSecret, { payment_method: paymentMethodId }))
    // There is no form that shows what is wrong.
    return 'paid' in outcome ? outcome : { ...outcome, reason: outcome.reason ?? paymentFailed.text }
  } catch {
    return unanswered
  }
}

type Confirmed = Awaited<ReturnType<Stripe['confirmCardPayment']>>

function outcomeOf({ error, paymentIntent }: Confirmed): Outcome {
  // The first answer was lost, but the payment went through: the second try finds it paid.
  if (error?.payment_intent?.status === 'succeeded') return { paid: error.payment_intent.id }
  if (error?.payment_intent?.status === 'canceled') {
    return { reason: 'This payment was replaced by another choice. Nothing was charged.', isReplaced: true }
  }
  if (error) return refusal(error, paymentFailed)
  const isPaid = paymentIntent.status === 'succeeded' || paymentIntent.status === 'processing'
  return isPaid ? { paid: paymentIntent.id } : { reason: paymentFailed.text }
}

/** Saves the card in the card form. */
export async function confirmSetup(stripe: Stripe, elements: StripeElements, returnPath: string): Promise<Outcome> {
  try {
    const checked = await elements.submit()
    if (checked.error) return refusal(checked.error, cardRefused)
    const { error, setupIntent } = await stripe.confirmSetup(confirmation(elements, returnPath))
    if (error?.setup_intent?.status === 'succeeded') return { paid: error.setup_intent.id }
    if (error) return refusal(error, cardRefused)
    return setupIntent.status === 'succeeded' ? { paid: setupIntent.id } : { reason: cardRefused.text }
  } catch {
    return { ...unanswered, reason: 'The payment service did not answer. Please try again; saving a card is free.' }
  }
}

/** The page is left only when a bank requires it (S158). */
function confirmation(elements: StripeElements, returnPath: string) {
  const confirmParams = { return_url: new URL(returnPath, location.origin).href }
  return { elements, confirmParams, redirect: 'if_required' as const }
}

function refusal({ type, message }: StripeError, { text }: Failure): Outcome {
  // The provider's internal errors mean nothing to people.
  if (type === 'api_error') return { reason: message ?? text, isUnanswered: true }
  return { reason: type === 'validation_error' ? null : (message ?? text) }
}

interface Confirming {
  /** The toast of a refusal, with the provider's reason. */
  failure: Failure
  /** The toast when the provider did not answer; by default the same as for a refusal. */
  unexpected?: Failure | undefined
  onBusy: (isBusy: boolean) => void
  /** Gets the provider's id of the payment or setup. */
  onPaid: (intentId: string) => void
}

/** Confirms a payment or a setup, and keeps why the last try failed. */
export function useConfirmation({ failure, unexpected, onBusy, onPaid }: Confirming) {
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
