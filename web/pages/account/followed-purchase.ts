import { useEffect, useState } from 'react'
import type { Me } from '#contract/people.ts'
import { refreshAutoPurchase, refreshPaidThings } from '#web/refresh.ts'

const askAgainMs = 1500
const patienceMs = 20_000

interface FollowedPurchase {
  isFollowing: boolean
  /** From now on, until the minutes are there, something stands in the way, or it has taken too long. */
  follow: () => void
}

/** Looks more often for minutes that an automatic purchase is about to bring, which happens behind the page. */
export function useFollowedPurchase({ purchasedCredits }: Me, hasProblem: boolean): FollowedPurchase {
  const [creditsBefore, setCreditsBefore] = useState<number | null>(null)
  const isFollowing = creditsBefore !== null && purchasedCredits <= creditsBefore && !hasProblem
  if (creditsBefore !== null && !isFollowing) setCreditsBefore(null)
  useEffect(() => {
    if (!isFollowing) return
    const ask = setInterval(() => void refreshAutoPurchase(), askAgainMs)
    const giveUp = setTimeout(() => {
      setCreditsBefore(null)
      refreshPaidThings()
    }, patienceMs)
    return () => {
      clearInterval(ask)
      clearTimeout(giveUp)
    }
  }, [isFollowing])
  return { isFollowing, follow: () => setCreditsBefore(purchasedCredits) }
}
