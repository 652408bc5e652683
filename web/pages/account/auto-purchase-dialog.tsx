import { useState } from 'react'
import { formatCents, formatCredits, formatDollars } from '#contract/amounts.ts'
import { packages } from '#contract/prices.ts'
import { cardName, type SavedCard } from '#web/parts/card-name.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import type { AutoPurchaseChange, AutoPurchaseState } from './auto-purchase.tsx'
import { packageOptions } from './auto-purchase-fields.tsx'

interface Props {
  state: AutoPurchaseState
  card: SavedCard
  /** Minutes now. */
  balance: number
  isPending: boolean
  onClose: () => void
  onConfirm: (change: AutoPurchaseChange, chargesNow: boolean) => void
}

/** Says what will be bought, when, with which card and up to which sum, before anything is switched on (D45, D46). */
export function AutoPurchaseDialog({ state, card, balance, isPending, onClose, onConfirm }: Props) {
  const [tier, setTier] = useState(state.tier)
  const { name, minutes, priceCents } = packages[tier]
  const price = formatCents(priceCents)
  const chargesNow = state.chargesNow || balance <= state.threshold
  return (
    <Dialog
      open
      onClose={() => !isPending && onClose()}
      title="Switch on auto-purchase?"
      description="Charges happen without asking you again, until you switch it off."
      width="small"
      footer={
        <>
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            Keep It Off
          </Button>
          <Button pending={isPending} onClick={() => onConfirm({ tier }, chargesNow)}>
            {chargesNow ? `Switch On and Pay ${price}` : 'Switch On'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {chargesNow && (
          <Banner tone="warning" title="You will be charged now" announce>
            Your balance of {formatCredits(balance)} minutes is at or below the threshold of {state.threshold}, so{' '}
            {price} is charged at once.
          </Banner>
        )}
        <Select name="tier" label="Package" options={packageOptions} value={tier} onChange={setTier} />
        <dl className="flex flex-col gap-2">
          <Line label="Buys" value={`${name}, ${minutes} minutes`} />
          <Line label="Price" value={price} />
          <Line label="When your balance is at or below" value={`${state.threshold} minutes`} />
          <Line label="Card" value={cardName(card)} />
          <Line label="At most each month" value={formatDollars(state.monthlyCap)} />
          <Line
            label="Next possible charge"
            value={chargesNow ? 'Now' : `At ${state.threshold} minutes; you have ${formatCredits(balance)}`}
          />
        </dl>
      </div>
    </Dialog>
  )
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-6">
      <dt className="text-muted">{label}</dt>
      <dd className="text-right font-medium tabular">{value}</dd>
    </div>
  )
}
