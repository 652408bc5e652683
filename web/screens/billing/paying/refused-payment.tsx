import { useState } from 'react'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'

/** Why a payment did not go through; `isReplaced` when it no longer can. */
export interface Refusal {
  reason: string
  isReplaced: boolean
}

interface Props {
  title: string
  reason: string
  /** Opens another payment; given where this one was replaced elsewhere and can no longer be paid. */
  onRenew?: (() => Promise<unknown>) | undefined
}

/** Why a card was not charged, and the way on where this payment has none. */
export function RefusedPayment({ title, reason, onRenew }: Props) {
  const [isRenewing, setRenewing] = useState(false)

  async function renew() {
    setRenewing(true)
    await onRenew?.()
    setRenewing(false)
  }

  return (
    <Banner
      tone="danger"
      title={title}
      actions={
        onRenew && (
          <Button size="dense" pending={isRenewing} pendingText="Preparing…" onClick={() => void renew()}>
            Start a New Payment
          </Button>
        )
      }
    >
      {reason}
    </Banner>
  )
}
