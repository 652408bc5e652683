import type { ReactNode } from 'react'
import { formatDollars } from '#contract/amounts.ts'
import { ApiError } from '#web/client/api-error.ts'
import { Banner } from '#web/kit/banner.tsx'

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

interface Props {
  change: PriceChange
  /** Continues with the new prices. */
  action?: ReactNode
}

/** The price differs from the one shown, so nothing was charged (D29). */
export function PriceChanged({ change: { monthly, total }, action }: Props) {
  const sum = total === monthly ? '' : `, and the payment you asked for ${formatDollars(total)}`
  return (
    <Banner tone="warning" title="The price has changed" actions={action} announce>
      Platform access is <span translate="no">{formatDollars(monthly)}</span> a month{sum}. Nothing was charged.
    </Banner>
  )
}
