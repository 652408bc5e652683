import { useState } from 'react'
import { changeAutoPurchase, type autoPurchase } from '#contract/billing/auto-purchase.ts'
import type { Answer, Input } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import { dollarsToCents } from '#contract/amounts.ts'
import { useCall } from '#web/client/api.ts'
import { automaticPackage } from '#web/screens/billing/automatic-package.ts'
import { billingFailures, billingSuccesses } from '../toasts.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import type { FollowedPurchase } from './followed-purchase.ts'

export type AutoPurchaseState = Answer<typeof autoPurchase>
export type AutoPurchaseChange = Input<typeof changeAutoPurchase>['body']

/** A change that charges at once and waits for the user's consent. */
export interface Question {
  change: AutoPurchaseChange
  answer: (isAgreed: boolean) => void
}

/** Saves each change at once (S174); asks before one that makes a purchase due. */
export function useAutoPurchaseChanges(state: AutoPurchaseState, user: Me, purchase: FollowedPurchase) {
  const [question, setQuestion] = useState<Question | null>(null)
  const [wanted, setWanted] = useState<AutoPurchaseChange>({})
  const call = useCall(changeAutoPurchase, {
    failed: billingFailures.settings,
    done: () => {
      showToast(billingSuccesses.settingsUpdated)
    },
  })

  /** Resolves to whether the server saved the change; a refusal has already shown its toast. */
  async function save(change: AutoPurchaseChange, isCharging = false): Promise<boolean> {
    const creditsBefore = purchase.minutesNow
    setWanted((others) => ({ ...others, ...change }))
    try {
      await call.mutateAsync({ body: change })
    } catch {
      return false
    } finally {
      setWanted((all) => without(all, change))
    }
    if (isCharging) purchase.follow(creditsBefore)
    return true
  }

  async function saveAfterAsking(change: AutoPurchaseChange): Promise<boolean> {
    if (!chargesAtOnce(state, change, user.creditBalance)) return save(change)
    const isAgreed = await new Promise<boolean>((answer) => setQuestion({ change, answer }))
    setQuestion(null)
    return isAgreed && save(change, true)
  }

  return {
    save,
    saveAfterAsking,
    question,
    isSaving: call.isPending,
    /** What is being saved. It shows right away, because the old value would look like a refusal. */
    wanted,
  }
}

function without(all: AutoPurchaseChange, saved: AutoPurchaseChange): AutoPurchaseChange {
  const isOpen = ([name, value]: [string, unknown]) => saved[name as keyof AutoPurchaseChange] !== value
  return Object.fromEntries(Object.entries(all).filter(isOpen))
}

/**
 * Returns whether changing active settings makes a purchase due: the new threshold is at or above the balance, or a
 * purchase that this month's limit held back now fits.
 */
function chargesAtOnce(state: AutoPurchaseState, change: AutoPurchaseChange, balance: number): boolean {
  const { tier, threshold, monthlyCap } = { ...state, ...change }
  if (balance > (threshold ?? state.threshold)) return false
  if (balance > state.threshold) return true
  const cents = dollarsToCents(state.spentThisMonth) + automaticPackage(state, tier ?? state.tier).priceCents
  return state.problem?.code === 'cap_reached' && cents <= dollarsToCents(monthlyCap ?? state.monthlyCap)
}
