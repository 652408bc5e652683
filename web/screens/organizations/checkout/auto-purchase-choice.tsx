import { useState } from 'react'
import { formatDollars, minutesText } from '#contract/amounts.ts'
import type { Answer, Input } from '#contract/call.ts'
import { createOrganizationPayment } from '#contract/organizations/payment.ts'
import { poolAutoPurchaseBelowMinutes } from '#contract/organizations/prices.ts'
import { useCall } from '#web/client/api.ts'
import { checkoutFailures } from './toasts.ts'
import { Switch } from '#web/kit/fields/switch.tsx'

interface Props {
  /** The input that the payment was opened with. */
  asked: Input<typeof createOrganizationPayment>['body']
  autoPurchase: Answer<typeof createOrganizationPayment>['autoPurchase']
  isDisabled: boolean
}

/** Says what the saved card may be charged later, with a switch to decline (D109). */
export function AutoPurchaseChoice({ asked, autoPurchase, isDisabled }: Props) {
  const [isOn, setOn] = useState(autoPurchase.enabled)
  const save = useCall(createOrganizationPayment, {
    failed: checkoutFailures.autoPurchaseChoice,
    refused: () => setOn(autoPurchase.enabled),
    done: (answer) => setOn(answer.autoPurchase.enabled),
  })

  function choose(autoPurchase: boolean) {
    setOn(autoPurchase)
    save.mutate({ body: { ...asked, autoPurchase } })
  }

  const { minutes, price, monthlyCap } = autoPurchase
  return (
    <Switch
      name="autoPurchase"
      label="Refill the pool automatically"
      help={`${minutesText(minutes)} for ${formatDollars(price)} when fewer than ${poolAutoPurchaseBelowMinutes} remain, at most ${formatDollars(monthlyCap)} a month.`}
      checked={isOn}
      disabled={isDisabled || save.isPending}
      onChange={choose}
    />
  )
}
