import { ApiError } from '#web/client/api-error.ts'

/** What the server charges instead of the figure that was shown, in dollars. */
export interface PriceChange {
  /** A month of platform access. */
  monthly: number
  /** Everything that the refused payment would have cost. */
  total: number
}

/** The right figures when a payment was refused for a wrong one; null for every other failure (D29). */
export function readPriceChange(error: unknown): PriceChange | null {
  if (!(error instanceof ApiError) || error.code !== 'price_changed') return null
  const { amount, subscriptionPrice, totalAmount } = error.details
  const monthly = amount ?? subscriptionPrice
  const total = amount ?? totalAmount
  return typeof monthly === 'number' && typeof total === 'number' ? { monthly, total } : null
}
