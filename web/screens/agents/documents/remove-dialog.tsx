import { useState } from 'react'
import { removeDocument } from '#contract/agents/documents.ts'
import { useCall } from '#web/client/api.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { backToOpener } from './focus.ts'
import type { ChosenDocument, DocumentsAgent } from './task.ts'
import { documentFailures, documentRemoved } from './toasts.ts'

interface Props {
  agent: DocumentsAgent
  /** Null while nothing is to be removed. */
  document: ChosenDocument | null
  onClose: () => void
  /** Called once it is removed. */
  onRemoved?: () => void
  /** Whether it opens over the list, whose row will go. */
  isOverList?: boolean
}

/** Asks before a document is removed, for the text is gone with it. */
export function RemoveDialog({ agent, document, onClose, onRemoved, isOverList = false }: Props) {
  // Its title stays while the dialog fades out.
  const [shown, setShown] = useState(document)
  if (document && document !== shown) setShown(document)
  const remove = useCall(removeDocument, {
    failed: documentFailures.remove,
    done: () => {
      showToast(documentRemoved(agent.name))
      onRemoved?.()
    },
  })
  return (
    <ConfirmDialog
      open={document !== null}
      onClose={onClose}
      title={`Remove “${shown?.title ?? ''}”?`}
      confirmLabel="Remove Document"
      keepLabel="Keep Document"
      onConfirm={() => remove.submit({ params: { agentId: agent.id, id: shown?.id ?? '' } })}
      finalFocus={isOverList ? () => backToOpener(buttonOf(shown)) : undefined}
    >
      {agent.name} will no longer answer from it, and its text will be deleted. You can't undo this.
    </ConfirmDialog>
  )
}

/** Returns the button in the list that opened the question. */
function buttonOf(removed: ChosenDocument | null): HTMLElement | null {
  return document.getElementById(`remove-${removed?.id}`)
}
