import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { autoPurchase } from '#contract/billing/auto-purchase.ts'
import type { Me } from '#contract/identity/people.ts'
import { query } from '#web/client/api.ts'
import { readAgain } from '#web/client/query-client.ts'

const askAgainMs = 1500
const patienceMs = 20_000

export interface FollowedPurchase {
  isFollowing: boolean
  /** Purchased minutes now, to compare with later. */
  minutesNow: number
  /** Follows until there are more minutes than these, a new problem appears, or it has taken too long. */
  follow: (creditsBefore: number) => void
}

/** Polls faster while an automatic purchase, which runs on the server, is about to add minutes. */
export function useFollowedPurchase({ purchasedCredits }: Me): FollowedPurchase {
  const problem = useQuery(query(autoPurchase)).data?.problem?.code ?? null
  const [start, setStart] = useState<{ minutes: number; problem: string | null } | null>(null)
  const isFollowing =
    start !== null && purchasedCredits <= start.minutes && (problem === null || problem === start.problem)
  if (start !== null && !isFollowing) setStart(null)
  useEffect(() => {
    if (!isFollowing) return
    const ask = setInterval(() => void readAgain(), askAgainMs)
    const giveUp = setTimeout(() => {
      setStart(null)
      void readAgain()
    }, patienceMs)
    return () => {
      clearInterval(ask)
      clearTimeout(giveUp)
    }
  }, [isFollowing])
  return { isFollowing, minutesNow: purchasedCredits, follow: (minutes) => setStart({ minutes, problem }) }
}
