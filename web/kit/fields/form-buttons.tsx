import type { ReactNode } from 'react'
import { Button } from '../button.tsx'

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
      <Button variant="secondary" disabled={isCancelDisabled} onClick={onCancel}>
        {cancelLabel}
      </Button>
      {children}
    </div>
  )
}
