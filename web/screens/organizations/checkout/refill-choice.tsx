import { useState } from 'react'
import { dollarsToCents, formatCents } from '#contract/amounts.ts'
import type { Answer, Input } from '#contract/call.ts'
import { createOrganizationPayment } from '#contract/organizations/payment.ts'
import { refillBelowMinutes } from '#contract/organizations/prices.ts'
import { useCall } from '#web/client/api.ts'
import { failures } from '#web/client/toasts.ts'
import { Switch } from '#web/kit/fields/switch.tsx'

interface Props {
  /** What the payment was opened with. */
  asked: Input<typeof createOrganizationPayment>['body']
  refill: Answer<typeof createOrganizationPayment>['refill']
  isDisabled: boolean
}

/** What the saved card may be charged for later, in figures, and the way to say no (D109). */
export function RefillChoice({ asked, refill, isDisabled }: Props) {
  const [isOn, setOn] = useState(refill.enabled)
  const save = useCall(createOrganizationPayment, {
    failed: failures.refillChoice,
    refused: () => setOn(refill.enabled),
    done: (answer) => setOn(answer.refill.enabled),
  })

  function choose(autoRefill: boolean) {
    setOn(autoRefill)
    save.mutate({ body: { ...asked, autoRefill } })
  }

  const { minutes, price, monthlyCap } = refill
  return (
    <Switch
      name="autoRefill"
      label="Refill the pool automatically"
      help={`${minutes.toLocaleString('en-US')} minutes for ${formatCents(dollarsToCents(price))} when fewer than ${refillBelowMinutes} remain, at most ${formatCents(dollarsToCents(monthlyCap))} a month.`}
      checked={isOn}
      disabled={isDisabled || save.isPending}
      onChange={choose}
    />
  )
}
