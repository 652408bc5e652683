import { useState, type ReactNode } from 'react'
import { Button } from '#web/kit/button.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'

interface Props {
  /** Whether the subscription ends with the period that is paid. */
  cancelAtPeriodEnd: boolean
  /** Asks before the cancellation. */
  title: string
  isResuming: boolean
  onResume: () => void
  /** The dialog stays, pending, while its promise runs. */
  onCancel: () => Promise<unknown>
  /** Below the button. */
  note?: ReactNode
  /** What the cancellation means. */
  children: ReactNode
}

/** Cancels or resumes a subscription. One button for both: the focus stays on it when one has become the other. */
export function CancelOrResume({ cancelAtPeriodEnd, title, isResuming, onResume, onCancel, note, children }: Props) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        wide
        pending={isResuming}
        pendingText="Resuming…"
        onClick={() => (cancelAtPeriodEnd ? onResume() : setAsking(true))}
      >
        {cancelAtPeriodEnd ? 'Resume Subscription' : 'Cancel Subscription'}
      </Button>
      {note}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={title}
        keepLabel="Keep Subscription"
        confirmLabel="Cancel Subscription"
        onConfirm={onCancel}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
