import { useSyncExternalStore } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'
import { tabStore } from '#web/kit/storage/text-store.ts'

/** A payment that went through but is not credited yet. */
export interface ArrivingPayment {
  paymentIntentId: string
  /** Purchased minutes before the payment; when there are more, it has arrived. */
  purchasedBefore: number
}

const storageKey = 'luna-arriving-payment'
const listeners = new Set<() => void>()

/** Remembers across reloads of this tab that minutes are on their way (D38). */
export function notePaymentArriving(payment: ArrivingPayment): void {
  tabStore.write(storageKey, JSON.stringify(payment))
  for (const notify of listeners) notify()
}

/** To be called when the payment has arrived or never will. */
export function clearArrivingPayment(): void {
  tabStore.delete(storageKey)
  for (const notify of listeners) notify()
}

function listen(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

/** Returns the payment that is on its way, or null. */
export function useArrivingPayment(): ArrivingPayment | null {
  const noted = useSyncExternalStore(listen, () => tabStore.read(storageKey))
  return noted === null ? null : (JSON.parse(noted) as ArrivingPayment)
}

/** The state of the address that a payment leads to. */
export const justPaid = { hasPaid: true }

/** Returns whether the person has just paid and came here from the confirmation. */
export function useJustPaid(): boolean {
  return useHistoryState<Partial<typeof justPaid> | null>()?.hasPaid === true
}
