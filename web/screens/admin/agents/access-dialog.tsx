import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { AccessForm } from './access-form.tsx'
import type { TaskProps } from './task.ts'

/** Adds an agent to an organization (S435). */
export function AccessDialog({ agent, onClose, finalFocus }: TaskProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add Agent to Organization"
      width="small"
      keepOpenOutside
      finalFocus={finalFocus}
    >
      <AccessForm agentId={agent.id} onDone={onClose} onCancel={onClose} />
    </Dialog>
  )
}
