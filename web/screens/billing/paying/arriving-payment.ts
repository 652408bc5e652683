import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { Me } from '#contract/identity/people.ts'
import { ApiError } from '#web/client/api-error.ts'
import { send } from '#web/client/api.ts'

/** A payment that went through but is not credited yet. */
interface ArrivingPayment {
  paymentIntentId: string
  /** Purchased minutes before the payment; when there are more, it has arrived. */
  purchasedBefore: number
}

const storageKey = 'luna-arriving-payment'
const askAgainMs = 3000
const listeners = new Set<() => void>()

/** Remembers across reloads of this tab that minutes are on their way (D38). */
export function notePaymentArriving(payment: ArrivingPayment): void {
  sessionStorage.setItem(storageKey, JSON.stringify(payment))
  for (const notify of listeners) notify()
}

function clearPayment(): void {
  sessionStorage.removeItem(storageKey)
  for (const notify of listeners) notify()
}

function listen(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

// Waiting for a payment is rare, so its code is loaded only then.

async function askForPayment(paymentIntentId: string) {
  const { processPaymentSuccess } = await import('#contract/billing/purchases.ts')
  return send(processPaymentSuccess, { body: { paymentIntentId } })
}

async function refresh(): Promise<void> {
  const { refreshAfterPayment } = await import('#web/client/refresh.ts')
  await refreshAfterPayment()
}

/** Returns whether a payment is on its way, and asks the server until it is credited. */
export function useArrivingPayment(user: Me): boolean {
  const noted = useSyncExternalStore(listen, () => sessionStorage.getItem(storageKey))
  const payment = noted === null ? null : (JSON.parse(noted) as ArrivingPayment)
  const { data, error } = useQuery({
    queryKey: ['arriving payment', payment?.paymentIntentId],
    enabled: payment !== null,
    queryFn: () => askForPayment(payment?.paymentIntentId ?? ''),
    refetchInterval: askAgainMs,
  })
  const isCredited = data !== undefined && data.creditsAdded + data.monthlyCreditsAdded > 0
  const hasArrived = payment !== null && (isCredited || user.purchasedCredits > payment.purchasedBefore)
  // Unknown, someone else's, or not paid after all: nothing will arrive.
  const isRefused = error instanceof ApiError && (error.status === 404 || error.status === 409)
  useEffect(() => {
    if (!hasArrived && !isRefused) return
    void refresh().then(clearPayment)
  }, [hasArrived, isRefused])
  return payment !== null
}
