import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'

/** Why a payment failed. */
export interface Refusal {
  reason: string
  /** It can no longer be paid. */
  isReplaced: boolean
  /** Nothing is known to be wrong with the card. */
  isUnanswered: boolean
}

interface Props {
  title: string
  reason: string
  /** Opens another payment; given where this one was replaced elsewhere. */
  onRenew?: (() => Promise<unknown>) | undefined
}

/**
 * Says below a card why it was not charged, or offers a new payment where this one cannot be retried. The toast has
 * announced it (S253), so this is no second alert.
 */
export function RefusedPayment({ title, reason, onRenew }: Props) {
  const [isRenewing, setRenewing] = useState(false)

  async function renew() {
    setRenewing(true)
    await onRenew?.()
    setRenewing(false)
  }

  if (!onRenew) {
    return (
      <p className="flex items-start gap-1.5 text-danger">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>
          <span className="block font-medium">{title}</span>
          <span className="block">{reason}</span>
        </span>
      </p>
    )
  }
  return (
    <Banner
      tone="danger"
      title={title}
      actions={
        <Button size="dense" pending={isRenewing} pendingText="Preparing…" onClick={() => void renew()}>
          Start a New Payment
        </Button>
      }
    >
      {reason}
    </Banner>
  )
}
