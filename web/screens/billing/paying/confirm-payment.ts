import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import type { Failure } from '#web/client/failure.ts'
import { billingFailures } from '../toasts.ts'

/**
 * The id of the payment or setup, or the reason in the provider's words; null where the form itself shows it.
 * `isReplaced`: the payment was ended elsewhere, for instance by another choice in another tab.
 */
export type Outcome = { paid: string } | { refused: string | null; isUnexpected?: boolean; isReplaced?: boolean }

const unanswered = "The payment service did not answer. Please try again; you won't be charged twice."

/** Pays with the card in the card form. */
export async function confirmPayment(stripe: Stripe, elements: StripeElements, returnPath: string): Promise<Outcome> {
  try {
    const checked = await elements.submit()
    if (checked.error) return refusal(checked.error, billingFailures.payment)
    return outcomeOf(await stripe.confirmPayment(confirmation(elements, returnPath)))
  } catch {
    return { refused: unanswered, isUnexpected: true }
  }
}

/** Pays with a saved card; the bank may ask for confirmation over the page. */
export async function confirmKeptCard(stripe: Stripe, clientSecret: string, paymentMethodId: string): Promise<Outcome> {
  try {
    return outcomeOf(await stripe.confirmCardPayment(clientSecret, { payment_method: paymentMethodId }))
  } catch {
    return { refused: unanswered, isUnexpected: true }
  }
}

type Confirmed = Awaited<ReturnType<Stripe['confirmCardPayment']>>

function outcomeOf({ error, paymentIntent }: Confirmed): Outcome {
  // The first answer was lost, but the payment went through: the second try finds it paid.
  if (error?.payment_intent?.status === 'succeeded') return { paid: error.payment_intent.id }
  if (error?.payment_intent?.status === 'canceled') {
    return { refused: 'This payment was replaced by another choice. Nothing was charged.', isReplaced: true }
  }
  if (error) return refusal(error, billingFailures.payment)
  const isPaid = paymentIntent.status === 'succeeded' || paymentIntent.status === 'processing'
  return isPaid ? { paid: paymentIntent.id } : { refused: billingFailures.payment.text }
}

/** Saves the card in the card form. */
export async function confirmSetup(stripe: Stripe, elements: StripeElements, returnPath: string): Promise<Outcome> {
  try {
    const checked = await elements.submit()
    if (checked.error) return refusal(checked.error, billingFailures.cardRefused)
    const { error, setupIntent } = await stripe.confirmSetup(confirmation(elements, returnPath))
    if (error?.setup_intent?.status === 'succeeded') return { paid: error.setup_intent.id }
    if (error) return refusal(error, billingFailures.cardRefused)
    return setupIntent.status === 'succeeded' ? { paid: setupIntent.id } : { refused: billingFailures.cardRefused.text }
  } catch {
    return {
      refused: 'The payment service did not answer. Please try again; saving a card is free.',
      isUnexpected: true,
    }
  }
}

/** The page is left only when a bank requires it (S158). */
function confirmation(elements: StripeElements, returnPath: string) {
  const confirmParams = { return_url: new URL(returnPath, location.origin).href }
  return { elements, confirmParams, redirect: 'if_required' as const }
}

function refusal({ type, message }: StripeError, { text }: Failure): Outcome {
  // The provider's internal errors mean nothing to people.
  if (type === 'api_error') return { refused: message ?? text, isUnexpected: true }
  return { refused: type === 'validation_error' ? null : (message ?? text) }
}
