import { adminAgents, deleteAgent } from '#contract/agents/admin-agents.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { handOnFocus } from '#web/kit/kept-focus.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { agentDeleted, agentFailures } from './toasts.ts'
import { countAbove } from '#web/client/lists/list-focus.ts'
import { useAdminCall } from '../use-admin-call.ts'
import type { TaskProps } from './task.ts'
import { changedReadings } from './changed-readings.ts'

/** Asks before an agent is removed everywhere (D146). */
export function DeleteDialog({ agent, onClose, finalFocus }: TaskProps) {
  const remove = useAdminCall(deleteAgent, {
    list: adminAgents,
    changes: changedReadings,
    failed: agentFailures.deleteAgent,
    done: ({ isArchived }) => {
      showToast(agentDeleted(isArchived))
      onClose()
      handOnFocus(countAbove())
    },
  })
  const holders = agent.organizations.map(({ name }) => name)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete ${agent.name}?`}
      confirmLabel="Delete Agent"
      keepLabel="Keep Agent"
      onConfirm={() => remove.submit({ params: { id: agent.id } })}
      finalFocus={finalFocus}
    >
      <p>
        It disappears from the marketplace and every organization right away, and all unlocks are removed. Live
        conversations end. Past conversations keep its name. This cannot be undone.
      </p>
      {holders.length > 0 && <p className="mt-3 wrap-anywhere">It is used by {holders.join(', ')}.</p>}
    </ConfirmDialog>
  )
}
