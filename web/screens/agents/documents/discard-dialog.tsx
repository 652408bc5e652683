import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'

interface Props {
  open: boolean
  onKeep: () => void
  onDiscard: () => void
}

/** Asks before a dialog closes over a text that nobody has saved. */
export function DiscardDialog({ open, onKeep, onDiscard }: Props) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onKeep}
      title="Discard your changes?"
      confirmLabel="Discard Changes"
      keepLabel="Keep Editing"
      onConfirm={onDiscard}
    >
      What you have typed is not saved yet.
    </ConfirmDialog>
  )
}
