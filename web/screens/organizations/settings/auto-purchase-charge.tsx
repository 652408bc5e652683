import { useState, type ReactNode } from 'react'
import { formatDollars, minutesText } from '#contract/amounts.ts'
import { cardName } from '#web/screens/billing/paying/card-name.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import type { TabProps } from '../scope.ts'
import type { Billing } from '../billing/billing.ts'

export interface AutoPurchaseProps extends Pick<TabProps, 'scope'> {
  autoPurchase: NonNullable<Billing['autoPurchase']>
  card: Billing['card']
  /** The pool's minutes. */
  balance: number
}

type Settings = Pick<AutoPurchaseProps['autoPurchase'], 'enabled' | 'monthlyCap'>

/** Returns whether saving these settings charges the card right away; a higher limit can do that, too (D45). */
export function chargesNow({ enabled, monthlyCap }: Settings, { autoPurchase, balance }: AutoPurchaseProps): boolean {
  if (balance > autoPurchase.threshold || !enabled) return false
  return !autoPurchase.enabled || monthlyCap > autoPurchase.monthlyCap
}

interface ChargeQuestion {
  /** Resolves to whether the person agrees to the charge. */
  ask: () => Promise<boolean>
  question: ReactNode
}

/** Asks before a charge, so that it surprises nobody (D45). */
export function useChargeQuestion({ autoPurchase: { price, threshold }, card }: AutoPurchaseProps): ChargeQuestion {
  const [waiting, setWaiting] = useState<{ answer: (isAgreed: boolean) => void } | null>(null)

  async function ask(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    setWaiting({ answer: resolve })
    const isAgreed = await promise
    setWaiting(null)
    return isAgreed
  }

  return {
    ask,
    question: (
      <ConfirmDialog
        open={waiting !== null}
        onClose={() => waiting?.answer(false)}
        title="The card will be charged now"
        keepLabel="Keep Current Settings"
        confirmLabel={`Save and Pay ${money(price)}`}
        tone="primary"
        onConfirm={() => waiting?.answer(true)}
      >
        The pool has <span>{minutesText(threshold)}</span> or less, so {money(price)} will be charged right away
        {card && <span>{` to the ${cardName(card)}`}</span>}.
      </ConfirmDialog>
    ),
  }
}

export function money(dollars: number): string {
  return formatDollars(dollars)
}
