import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { useIsPending } from './form.tsx'

interface Props {
  /** Leaves the form without sending it. */
  onCancel: () => void
  /** What the way back says, such as "Keep User". */
  cancelLabel?: string
  /** While the form is being sent, there is no way back. */
  isCancelDisabled?: boolean
  /** The button that sends the form. */
  children: ReactNode
}

/** The last row of a form in a dialog: the way back, and the button that sends the form. */
export function FormButtons({ onCancel, cancelLabel = 'Cancel', isCancelDisabled = false, children }: Props) {
  return (
    <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
      <CancelButton onCancel={onCancel} isDisabled={isCancelDisabled}>
        {cancelLabel}
      </CancelButton>
      {children}
    </div>
  )
}

interface CancelProps {
  onCancel: () => void
  isDisabled?: boolean
  children: ReactNode
}

/** The way back, closed while the form is being sent. */
export function CancelButton({ onCancel, isDisabled = false, children }: CancelProps) {
  const isPending = useIsPending()
  return (
    <Button variant="secondary" disabled={isDisabled || isPending} onClick={onCancel}>
      {children}
    </Button>
  )
}
