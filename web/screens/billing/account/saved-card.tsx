import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { card } from '#contract/billing/cards.ts'
import { query } from '#web/client/api.ts'
import { CardExpiry } from '#web/screens/billing/paying/card-expiry.tsx'
import { cardExpiry, cardName, type SavedCard as KeptCard } from '#web/screens/billing/paying/card-name.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import type { FollowedPurchase } from './followed-purchase.ts'
import { useCardDialog } from './use-card-dialog.tsx'

/** The card saved for renewals and automatic purchases, and the way to change it. */
export function SavedCard({ purchase }: { purchase: FollowedPurchase }) {
  const kept = useQuery(query(card))
  return (
    <Card title="Saved card">
      {kept.isPending && (
        <SkeletonGroup label="Loading your card…" className="flex flex-col gap-4">
          <Skeleton className="h-16" />
          <Skeleton className="h-9" />
        </SkeletonGroup>
      )}
      {kept.isError && <LoadError what="your card" failed={kept} />}
      {kept.data && <Kept kept={kept.data.card} purchase={purchase} />}
    </Card>
  )
}

function Kept({ kept, purchase }: { kept: KeptCard | null; purchase: FollowedPurchase }) {
  const update = useCardDialog({
    title: kept ? 'Update card' : 'Add card',
    purchase,
  })
  return (
    <div className="flex flex-col gap-4">
      {kept ? <Facts kept={kept} /> : <p className="text-muted">No saved card.</p>}
      {kept && <CardExpiry card={kept} />}
      <Button variant="secondary" wide pending={update.isOpening} pendingText="Preparing…" onClick={update.open}>
        {kept ? 'Update Card' : 'Add Card'}
      </Button>
      {update.dialog}
    </div>
  )
}

/** What we know of the saved card: brand, last four digits and expiry. */
function Facts({ kept }: { kept: KeptCard }) {
  return (
    <div className="night flex min-h-36 flex-col justify-between rounded-card border border-moon-shade p-4">
      <div className="flex items-start justify-between gap-4">
        <CreditCard aria-hidden className="size-6 text-moon" />
        <p className="font-medium">{cardName(kept)}</p>
      </div>
      <div className="flex items-end justify-between gap-4 text-night-muted">
        <p aria-hidden className="text-lg whitespace-nowrap tracking-[0.1em] tabular">
          •••• {kept.last4}
        </p>
        <p className="text-sm whitespace-nowrap tabular">Expires {cardExpiry(kept)}</p>
      </div>
    </div>
  )
}
