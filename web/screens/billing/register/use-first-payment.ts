import { useRef, useState } from 'react'
import { centsToDollars } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { platformAccess, type PackageTier } from '#contract/billing/prices.ts'
import { createCombinedPurchase } from '#contract/billing/purchases.ts'
import { ApiError } from '#web/client/api-error.ts'
import { useCall } from '#web/client/api.ts'
import { refreshMe } from '#web/client/me.ts'
import { readPriceChange, type PriceChange } from '#web/screens/billing/subscription/price-change.ts'
import { billingFailures } from '../toasts.ts'

interface Options {
  onOpened: (tier: PackageTier) => void
  /** Called when there is no payment to make. */
  onFailed: (tier: PackageTier) => void
}

/** Opens the first payment for a package, or resumes the open one (D34). */
export function useFirstPayment({ onOpened, onFailed }: Options) {
  const [opened, setOpened] = useState<Answer<typeof createCombinedPurchase> | null>(null)
  const [priceChange, setPriceChange] = useState<PriceChange | null>(null)
  const [awaited, setAwaited] = useState<PackageTier | null>(null)
  // An answer that arrives after the user moved on is ignored.
  const isAwaited = useRef(false)
  const call = useCall(createCombinedPurchase, {
    failed: billingFailures.paymentSetup,
    done: (answer, { body }) => {
      if (!isAwaited.current) return
      setAwaited(null)
      setOpened(answer)
      onOpened(body.package)
    },
    refused: (error, { body }) => {
      setAwaited(null)
      setPriceChange(readPriceChange(error) ?? priceChange)
      if (isAwaited.current && !opened) onFailed(body.package)
      // Paid or overdue in another tab meanwhile: reloading the user leads to the right screen.
      if (error instanceof ApiError && error.status === 409) void refreshMe()
    },
  })
  const subscriptionPrice = priceChange?.monthly ?? centsToDollars(platformAccess.priceCents)

  return {
    opened,
    priceChange,
    /** Price of a month of platform access, in dollars. */
    monthlyDollars: subscriptionPrice,
    isPending: awaited !== null,
    /** Never rejects: a failure has shown its toast. */
    async open(tier: PackageTier): Promise<void> {
      isAwaited.current = true
      setAwaited(tier)
      await call.submit({ body: { package: tier, subscriptionPrice } })
    },
    leave() {
      isAwaited.current = false
      setAwaited(null)
    },
  }
}
