import { useState } from 'react'
import { dollarsToCents, formatPrice, minutesText } from '#contract/amounts.ts'
import type { Answer, Input } from '#contract/call.ts'
import { createOrganizationPayment } from '#contract/organizations/payment.ts'
import { poolAutoPurchaseBelowMinutes } from '#contract/organizations/prices.ts'
import { useCall } from '#web/client/api.ts'
import { checkoutFailures } from './toasts.ts'
import { Switch } from '#web/kit/fields/switch.tsx'

type Terms = Answer<typeof createOrganizationPayment>['autoPurchase']

/** Returns whether auto-purchase is on, and what changes that at the server. */
export function useAutoPurchaseChoice(asked: Input<typeof createOrganizationPayment>['body'], terms: Terms) {
  const [isOn, setOn] = useState(terms.enabled)
  const save = useCall(createOrganizationPayment, {
    failed: checkoutFailures.autoPurchaseChoice,
    refused: () => setOn(terms.enabled),
    done: (answer) => setOn(answer.autoPurchase.enabled),
  })
  function choose(autoPurchase: boolean) {
    setOn(autoPurchase)
    save.mutate({ body: { ...asked, autoPurchase } })
  }
  return { isOn, isSaving: save.isPending, choose }
}

interface Props {
  terms: Terms
  choice: ReturnType<typeof useAutoPurchaseChoice>
  isDisabled: boolean
}

/** Later charges of the saved card, as a line of the price with a switch to decline them (D109, D196). */
export function AutoPurchaseLine({ terms, choice, isDisabled }: Props) {
  const { minutes, price, monthlyCap } = terms
  return (
    <div className="mt-5 border-t border-line pt-4">
      <Switch
        name="autoPurchase"
        label={`Refills: ${minutesText(minutes)} for ${priceText(price)} when fewer than ${poolAutoPurchaseBelowMinutes} remain, at most ${priceText(monthlyCap)} a month`}
        checked={choice.isOn}
        disabled={isDisabled || choice.isSaving}
        onChange={choice.choose}
      />
    </div>
  )
}

/** Returns the same sums as a sentence next to the pay button; empty when auto-purchase is off (D196). */
export function autoPurchaseText({ price, monthlyCap }: Terms, isOn: boolean): string {
  if (!isOn) return ''
  return `Refills cost ${priceText(price)} each, at most ${priceText(monthlyCap)} a month; an admin can turn them off anytime under Settings.`
}

function priceText(dollars: number): string {
  return formatPrice(dollarsToCents(dollars))
}
