import { useEffect, useState } from 'react'
import type { Me } from '#contract/people.ts'
import { refreshMe } from '#web/me.ts'
import { refreshPaidThings } from '#web/refresh.ts'

const askAgainMs = 1500
const patienceMs = 20_000

interface FollowedPurchase {
  isFollowing: boolean
  /** From now on, until the minutes are there or it has taken too long. */
  follow: () => void
}

/** Looks more often for minutes that an automatic purchase is about to bring, which happens behind the page. */
export function useFollowedPurchase({ purchasedCredits }: Me): FollowedPurchase {
  const [creditsBefore, setCreditsBefore] = useState<number | null>(null)
  if (creditsBefore !== null && purchasedCredits > creditsBefore) setCreditsBefore(null)
  const isFollowing = creditsBefore !== null
  useEffect(() => {
    if (!isFollowing) return
    const ask = setInterval(() => void refreshMe(), askAgainMs)
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
