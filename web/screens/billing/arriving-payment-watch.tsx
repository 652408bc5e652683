import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import type { Me } from '#contract/identity/people.ts'
import { ApiError } from '#web/client/api-error.ts'
import { send } from '#web/client/api.ts'
import { readAgain } from '#web/client/query-client.ts'
import { type ArrivingPayment, clearArrivingPayment } from './arriving-payment.ts'

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
  // Unknown, someone else's, or not paid after all: nothing will arrive.
  const isRefused = error instanceof ApiError && (error.status === 404 || error.status === 409)
  useEffect(() => {
    if (!hasArrived && !isRefused) return
    void readAgain().then(clearArrivingPayment)
  }, [hasArrived, isRefused])
  return null
}
