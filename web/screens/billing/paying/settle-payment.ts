import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import type { Me } from '#contract/identity/people.ts'
import { ApiError } from '#web/client/api-error.ts'
import { send } from '#web/client/api.ts'
import { type Failure, serverMessage, showFailure } from '#web/client/failure.ts'
import { readAgain } from '#web/client/query-client.ts'
import { showToast, type ToastMessage } from '#web/kit/dialogs/toast.ts'
import { type ArrivingPayment, clearArrivingPayment, notePaymentArriving } from '../arriving-payment.ts'

/** The toast of a refused payment; the provider's reason replaces its text. */
export const paymentFailed = {
  title: 'Payment Failed',
  text: 'Please check your card and try again.',
} satisfies Failure

/** The toast of a payment that went through, but has not been credited. */
export const minutesLate = {
  title: 'Payment Processed',
  text: 'Payment succeeded but credits may take a few minutes to appear.',
  tone: 'info',
} satisfies Failure

export type Settlement =
  | { state: 'credited'; minutes: number }
  /** Paid, but the bank is still processing it. */
  | { state: 'arriving' }
  /** The server could not be notified, or (`refusal`) does not know the payment as paid. */
  | { state: 'failed'; refusal: string | null }

interface Paid {
  paymentIntentId: string
  /** Purchased minutes before the payment. */
  purchasedBefore: number
}

/**
 * Notifies the server of a payment that went through and reloads the balance (S159). Never rejects: what is not
 * credited now arrives with the provider's webhook, and the dashboard says so until then (D38).
 */
export async function settlePayment(paid: Paid): Promise<Settlement> {
  const settlement = await notifyServer(paid.paymentIntentId)
  const isComing = settlement.state === 'arriving' || (settlement.state === 'failed' && !settlement.refusal)
  if (isComing) notePaymentArriving(paid)
  await readAgain()
  return settlement
}

async function notifyServer(paymentIntentId: string): Promise<Settlement> {
  try {
    const credited = await send(processPaymentSuccess, { body: { paymentIntentId } })
    const minutes = credited.creditsAdded + credited.monthlyCreditsAdded + (credited.bonusCreditsAdded ?? 0)
    return minutes === 0 ? { state: 'arriving' } : { state: 'credited', minutes }
  } catch (error) {
    if (isRefused(error)) return { state: 'failed', refusal: serverMessage(error) ?? paymentFailed.text }
    console.warn('The payment went through, but is not credited yet:', error)
    return { state: 'failed', refusal: null }
  }
}

/** Returns whether the server knows the payment not at all, as someone else's, or as not paid. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 409)
}

/** Settles a payment on the screen where it was made; `paid` is `settling` until the server has answered. */
export function useSettlement({ purchasedCredits }: Me, isSilent = false) {
  const [paid, setPaid] = useState<'settling' | Settlement | null>(null)
  async function settle(paymentIntentId: string) {
    setPaid('settling')
    const settlement = await settlePayment({ paymentIntentId, purchasedBefore: purchasedCredits })
    if (settlement.state === 'failed' && !isSilent) showFailure(minutesLate)
    setPaid(settlement)
  }
  return { paid, settle, reset: () => setPaid(null) }
}

export const debtPaid: ToastMessage = {
  title: 'Debt Paid',
  description: 'You can talk to your agents again.',
  tone: 'success',
}

/**
 * Notifies the server of a payment that adds no minutes, such as that of a debt (D44), and reads the screen again; if
 * that fails, the provider's webhook settles it.
 */
export async function settleWithToast(paymentIntentId: string, done: ToastMessage): Promise<void> {
  const settlement = await notifyServer(paymentIntentId)
  await readAgain()
  if (settlement.state !== 'failed') return showToast(done)
  const text = 'Your payment went through, but it may take a few minutes to show up.'
  showFailure({ ...minutesLate, text })
}

const askAgainMs = 3000

/** Asks the server about a payment on its way until it is credited or refused. Shows nothing. */
export function ArrivingPaymentWatch({ user, payment }: { user: Me; payment: ArrivingPayment }) {
  const { paymentIntentId } = payment
  const { data, error } = useQuery({
    queryKey: ['arriving payment', paymentIntentId],
    queryFn: () => send(processPaymentSuccess, { body: { paymentIntentId } }),
    refetchInterval: askAgainMs,
  })
  const isCredited = data !== undefined && data.creditsAdded + data.monthlyCreditsAdded > 0
  const hasArrived = isCredited || user.purchasedCredits > payment.purchasedBefore
  const willNotArrive = isRefused(error)
  useEffect(() => {
    if (!hasArrived && !willNotArrive) return
    void readAgain().then(clearArrivingPayment)
  }, [hasArrived, willNotArrive])
  return null
}
