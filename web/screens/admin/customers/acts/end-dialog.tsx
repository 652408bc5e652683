import { endLiveConversation } from '#contract/admin/customers.ts'
import { adminUsers } from '#contract/admin/users.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { useAdminCall } from '../../use-admin-call.ts'
import { customerFailures, ended } from './toasts.ts'

interface Props {
  conversation: { id: string; agentName: string; person: { name: string } }
  onClose: () => void
  finalFocus: () => HTMLElement | null
}

/** Ends a live conversation, after a question that says what it costs. */
export function EndDialog({ conversation: { id, agentName, person }, onClose, finalFocus }: Props) {
  const end = useAdminCall(endLiveConversation, {
    list: adminUsers,
    failed: customerFailures.end,
    done: ({ chargedSeconds }) => showToast(ended(chargedSeconds)),
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`End ${person.name}’s conversation?`}
      confirmLabel="End Conversation"
      keepLabel="Keep Talking"
      onConfirm={() => end.mutateAsync({ params: { id } })}
      finalFocus={finalFocus}
    >
      {person.name} is talking with {agentName} right now. The conversation stops at once and is charged up to this
      second.
    </ConfirmDialog>
  )
}
