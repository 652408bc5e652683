import type { ReactNode } from 'react'
import { Button } from '#web/kit/button.tsx'
import { ask } from '#web/kit/dialogs/confirm-dialog.tsx'

interface Props {
  /** Whether the subscription ends with the paid period. */
  cancelAtPeriodEnd: boolean
  /** Title of the question before a cancellation. */
  title: string
  isResuming: boolean
  onResume: () => void
  /** The question stays pending until the promise settles. */
  onCancel: () => Promise<unknown>
  /** Below the button. */
  note?: ReactNode
  /** What a cancellation means. */
  children: ReactNode
}

/** Cancels or resumes a subscription. One button does both, so that it keeps the focus when its label changes. */
export function CancelOrResume({ cancelAtPeriodEnd, title, isResuming, onResume, onCancel, note, children }: Props) {
  const askToCancel = () =>
    ask({ title, text: children, confirm: 'Cancel Subscription', keep: 'Keep Subscription', act: onCancel })
  return (
    <>
      <Button
        variant="secondary"
        wide
        pending={isResuming}
        pendingText="Resuming…"
        onClick={() => (cancelAtPeriodEnd ? onResume() : void askToCancel())}
      >
        {cancelAtPeriodEnd ? 'Resume Subscription' : 'Cancel Subscription'}
      </Button>
      {note}
    </>
  )
}
