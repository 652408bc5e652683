import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { formatCents } from '#contract/amounts.ts'
import { autoPurchase } from '#contract/billing/auto-purchase.ts'
import type { Answer } from '#contract/call.ts'
import { query } from '#web/client/api.ts'
import { automaticPackage } from '#web/screens/billing/automatic-package.ts'
import { useCardForm } from '#web/screens/billing/paying/use-card-form.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import type { FollowedPurchase } from './followed-purchase.ts'

interface Options {
  title: string
  /** Follows the declined purchase when it is tried again with the new card. */
  purchase: FollowedPurchase
  onSaved?: () => void
}

/** Saves another personal card and follows the purchase that is tried with it. */
export function useCardDialog({ title, purchase, onSaved }: Options) {
  const settings = useQuery(query(autoPurchase)).data
  /** Purchased minutes before the card was charged; null when the card is only saved. */
  const tried = useRef<number | null>(null)
  return useCardForm({
    title,
    description: `We'll use it for renewals and automatic purchases. ${chargeText(settings)}`,
    returnPath: paths.paymentReturn({ after: 'card' }),
    confirmed: () => {
      tried.current = settings && chargesNewCard(settings) ? purchase.minutesNow : null
    },
    kept: () => {
      if (tried.current !== null) purchase.follow(tried.current)
      onSaved?.()
    },
  })
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
