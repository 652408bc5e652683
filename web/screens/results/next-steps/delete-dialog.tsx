import { useRef, useState } from 'react'
import { deleteNextStep, nextSteps, type NextStep } from '#contract/results/next-steps.ts'
import { readRecap } from '#contract/results/recap.ts'
import { useCall } from '#web/client/api.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { menuOf, rowBeside, rowId } from './row-focus.ts'
import { stepFailures } from './toasts.ts'

interface Props {
  /** Null while nothing is to be deleted. */
  step: NextStep | null
  onClose: () => void
}

/** Asks before a step is deleted, which cannot be undone. */
export function DeleteDialog({ step, onClose }: Props) {
  // Its title stays while the dialog fades out.
  const [shown, setShown] = useState(step)
  if (step && step !== shown) setShown(step)
  const beside = useRef<Element | null>(null)
  const id = shown?.id ?? ''
  const removal = useCall(deleteNextStep, {
    changes: [nextSteps, readRecap],
    failed: stepFailures.remove,
    done: () => showToast({ title: 'Step Deleted', description: shown?.title, tone: 'success' }),
  })
  return (
    <ConfirmDialog
      open={step !== null}
      onClose={onClose}
      title="Delete this step?"
      confirmLabel="Delete Step"
      keepLabel="Keep Step"
      finalFocus={() => {
        const next = beside.current?.isConnected ? beside.current : null
        return menuOf(document.getElementById(rowId(id))) ?? menuOf(next) ?? document.querySelector<HTMLElement>('main')
      }}
      onConfirm={() => {
        beside.current = rowBeside(id)
        return removal.submit({ params: { id } })
      }}
    >
      <p className="break-words">This permanently deletes “{shown?.title}”.</p>
    </ConfirmDialog>
  )
}
