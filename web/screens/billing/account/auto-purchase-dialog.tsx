import { useState } from 'react'
import { formatCents, formatDollars, minutesText } from '#contract/amounts.ts'
import { automaticPackage } from '#web/screens/billing/automatic-package.ts'
import { cardName, type SavedCard } from '#web/screens/billing/paying/card-name.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { packageOptions } from './auto-purchase-fields.tsx'
import type { AutoPurchaseChange, AutoPurchaseState, Question } from './use-auto-purchase-changes.ts'

interface Props {
  state: AutoPurchaseState
  card: SavedCard
  /** Minutes at this moment. */
  balance: number
  isPending: boolean
  onClose: () => void
  onConfirm: (change: AutoPurchaseChange, isCharging: boolean) => void
}

/**
 * States what will be bought, when, with which card and up to what amount, before anything is switched on (D45, D46).
 */
export function AutoPurchaseDialog({ state, card, balance, isPending, onClose, onConfirm }: Props) {
  const [tier, setTier] = useState(state.tier)
  const price = formatCents(automaticPackage(state, tier).priceCents)
  const threshold = minutesText(state.threshold)
  // A smaller package may still fit the limit when the chosen one does not.
  const chargesNow = state.chargesNow || (tier !== state.tier && balance <= state.threshold)
  return (
    <Dialog
      open
      onClose={() => !isPending && onClose()}
      title="Switch on auto-purchase?"
      description="We'll charge your card without asking again until you switch this off."
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
          <Banner tone="warning" title="You will be charged now">
            Your balance is at or below <span>{threshold}</span>, so we'll charge <span>{price}</span> right away.
          </Banner>
        )}
        <Select name="tier" label="Package" options={packageOptions(state)} value={tier} onChange={setTier} />
        <dl className="flex flex-col gap-2.5">
          <Line label="Price" value={`${price} each time`} />
          <Line label="Threshold" value={threshold} />
          <Line label="Paid with" value={cardName(card)} />
          <Line label="Monthly limit" value={formatDollars(state.monthlyCap)} />
          <Line label="Your balance" value={minutesText(balance)} />
          <Line label="Next possible charge" value={chargesNow ? 'Now' : `At ${threshold}`} />
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

/** A new threshold or limit never charges anybody by surprise (D45). */
export function ChargeQuestion({ state, question }: { state: AutoPurchaseState; question: Question | null }) {
  // Keeps the text in place while the dialog fades out.
  const [shown, setShown] = useState(question)
  if (question && question !== shown) setShown(question)
  if (!shown) return null
  const { tier = state.tier, threshold = state.threshold } = shown.change
  const price = formatCents(automaticPackage(state, tier).priceCents)
  return (
    <ConfirmDialog
      open={question !== null}
      onClose={() => shown.answer(false)}
      title="You will be charged now"
      keepLabel="Keep Current Settings"
      confirmLabel={`Save and Pay ${price}`}
      tone="primary"
      onConfirm={() => shown.answer(true)}
    >
      Your balance is at or below <span>{minutesText(threshold)}</span>, so we'll charge <span>{price}</span>
      {state.card && <span>{` to your ${cardName(state.card)}`}</span>} right away.
    </ConfirmDialog>
  )
}
