import { useState } from 'react'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'

/** Why a payment failed; `isReplaced` when it can no longer be paid. */
export interface Refusal {
  reason: string
  isReplaced: boolean
}

interface Props {
  title: string
  reason: string
  /** Opens another payment; given where this one was replaced elsewhere. */
  onRenew?: (() => Promise<unknown>) | undefined
}

/** Says why a card was not charged, and offers a new payment where this one cannot be retried. */
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
