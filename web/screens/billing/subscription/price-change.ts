import { ApiError } from '#web/client/api-error.ts'

/** What the server charges instead of the price shown, in dollars. */
export interface PriceChange {
  /** A month of platform access. */
  monthly: number
  /** The total that the refused payment would have cost. */
  total: number
}

/** Returns the correct prices if a payment was refused for a wrong one; null for every other failure (D29). */
export function readPriceChange(error: unknown): PriceChange | null {
  if (!(error instanceof ApiError) || error.code !== 'price_changed') return null
  const { amount, subscriptionPrice, totalAmount } = error.details
  const monthly = amount ?? subscriptionPrice
  const total = amount ?? totalAmount
  return typeof monthly === 'number' && typeof total === 'number' ? { monthly, total } : null
}
