import { useState } from 'react'
import { countText } from '#contract/amounts.ts'
import { deleteMemory, memory } from '#contract/results/memory.ts'
import { useCall } from '#web/client/api.ts'
import { focusHeading } from '#web/client/navigation.ts'
import { Button } from '#web/kit/button.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { memoryFailures, memorySuccesses } from './toasts.ts'

/** Forgets every note at once, which cannot be undone. */
export function RemoveAll({ count }: { count: number }) {
  const [isAsking, setAsking] = useState(false)
  const remove = useCall(deleteMemory, {
    changes: [memory],
    failed: memoryFailures.removeAll,
    done: () => {
      showToast(memorySuccesses.removedAll)
      // The focused button disappears with the last note.
      focusHeading()
    },
  })
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Forget All
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Forget everything?"
        confirmLabel="Forget All"
        keepLabel="Keep Notes"
        onConfirm={() => remove.submit({ query: {} })}
      >
        This permanently deletes the <span>{countText(count, 'note')}</span> on this page. Your agents will start fresh
        with you.
      </ConfirmDialog>
    </>
  )
}
