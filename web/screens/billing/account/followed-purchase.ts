import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatCents } from '#contract/amounts.ts'
import { autoPurchase } from '#contract/billing/auto-purchase.ts'
import type { Answer } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { readAgain } from '#web/client/query-client.ts'
import { automaticPackage } from '#web/screens/billing/automatic-package.ts'
import { useCardForm } from '#web/screens/billing/paying/use-card-form.tsx'

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

/** Saves another personal card and follows the declined purchase that is tried again with it. */
export function useCardDialog(title: string, purchase: FollowedPurchase) {
  const settings = useQuery(query(autoPurchase)).data
  const form = useCardForm({
    title,
    description: `We'll use it for renewals and automatic purchases. ${chargeText(settings)}`,
    returnPath: paths.paymentReturn({ after: 'card' }),
  })

  /** Resolves to whether a card was saved. */
  async function open(): Promise<boolean> {
    const isSaved = await form.open()
    if (isSaved && settings && chargesNewCard(settings)) purchase.follow(purchase.minutesNow)
    return isSaved
  }

  return { ...form, open }
}

type Settings = Answer<typeof autoPurchase>

/** A card that replaces a declined one is charged at once (D47). */
function chargesNewCard({ enabled, problem }: Settings): boolean {
  return enabled && (problem?.code === 'declined' || problem?.code === 'card_blocked')
}

function chargeText(settings: Settings | undefined): string {
  if (!settings || !chargesNewCard(settings)) return "You won't be charged now."
  const price = formatCents(automaticPackage(settings).priceCents)
  return `We'll use it right away to retry the declined automatic purchase of ${price}.`
}
