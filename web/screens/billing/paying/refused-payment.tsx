import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'

/** Why a payment failed. */
export interface Refusal {
  reason: string
  /** It can no longer be paid. */
  isReplaced: boolean
  /** Nothing is known to be wrong with the card, nor whether the payment was made. */
  isUnanswered: boolean
}

interface Props {
  /** Shown for a refusal; without an answer it might be wrong. */
  title: string
  problem: Refusal
  /** Opens another payment in place of one that was replaced elsewhere. */
  onReplaced?: (() => Promise<unknown>) | undefined
}

/**
 * Says below a card why it was not charged, or offers a new payment where this one cannot be retried. The toast has
 * announced it (S253), so this is no second alert.
 */
export function RefusedPayment({ title: ofRefusal, problem, onReplaced }: Props) {
  const { reason, isReplaced, isUnanswered } = problem
  const title = isUnanswered ? 'We got no confirmation' : ofRefusal
  const onRenew = isReplaced ? onReplaced : undefined
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
