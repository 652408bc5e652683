import { useQuery } from '@tanstack/react-query'
import { formatCents } from '#contract/amounts.ts'
import { autoPurchase } from '#contract/billing/auto-purchase.ts'
import type { Answer } from '#contract/call.ts'
import { query } from '#web/client/api.ts'
import { automaticPackage } from '#web/screens/billing/automatic-package.ts'
import { useCardForm } from '#web/screens/billing/paying/use-card-form.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import type { FollowedPurchase } from './followed-purchase.ts'

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
