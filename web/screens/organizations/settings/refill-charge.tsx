import { useState, type ReactNode } from 'react'
import { dollarsToCents, formatCents } from '#contract/amounts.ts'
import { cardName } from '#web/screens/billing/paying/card-name.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import type { TabProps } from '../scope.ts'
import type { Billing } from '../billing/billing.ts'

export interface RefillProps extends Pick<TabProps, 'scope'> {
  refill: NonNullable<Billing['refill']>
  card: Billing['card']
  /** Minutes of the pool. */
  balance: number
}

type Settings = Pick<RefillProps['refill'], 'enabled' | 'monthlyCap'>

/** Whether these settings, in place of those that stand, charge the card at once: also a higher limit can (D45). */
export function chargesNow({ enabled, monthlyCap }: Settings, { refill, balance }: RefillProps): boolean {
  if (balance > refill.threshold || !enabled) return false
  return !refill.enabled || monthlyCap > refill.monthlyCap
}

interface ChargeQuestion {
  /** Resolves to whether the charge is agreed to. */
  ask: () => Promise<boolean>
  question: ReactNode
}

/** Nobody is charged by surprise (D45). */
export function useChargeQuestion({ refill: { price, threshold }, card }: RefillProps): ChargeQuestion {
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
        keepLabel="Leave It As It Is"
        confirmLabel={`Save and Pay ${money(price)}`}
        tone="primary"
        onConfirm={() => waiting?.answer(true)}
      >
        The pool has {threshold} minutes or less, so {money(price)} is charged at once
        {card && ` to the ${cardName(card)}`}.
      </ConfirmDialog>
    ),
  }
}

export function money(dollars: number): string {
  return formatCents(dollarsToCents(dollars))
}
