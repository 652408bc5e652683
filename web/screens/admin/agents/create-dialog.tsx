import { adminAgents, createAgent, createPrivateAgent } from '#contract/agents/admin-agents.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { agentCreated, agentFailures } from './toasts.ts'
import { useAdminCall } from '../use-admin-call.ts'
import { AgentForm } from './agent-form.tsx'
import { changedReadings } from './changed-readings.ts'

/** Creates an agent; a private one is created along with its access (S426, S494). */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const shared = { list: adminAgents, changes: changedReadings }
  const makePublic = useAdminCall(createAgent, {
    ...shared,
    failed: agentFailures.createAgent,
    done: (made) => {
      showToast(agentCreated(made))
      onClose()
    },
  })
  const makePrivate = useAdminCall(createPrivateAgent, {
    ...shared,
    failed: agentFailures.createPrivateAgent,
    done: (made) => {
      showToast(agentCreated(made))
      onClose()
    },
  })
  const isPending = makePublic.isPending || makePrivate.isPending
  return (
    <Dialog open onClose={() => !isPending && onClose()} title="Create New Agent" width="large" keepOpenOutside>
      <AgentForm
        submitLabel="Create Agent"
        pendingText="Creating…"
        isPending={isPending}
        onSubmit={({ organizationIds, ...agent }) =>
          agent.isPrivate
            ? makePrivate.submit({ body: { agent, organizationIds } })
            : makePublic.submit({ body: agent })
        }
        onCancel={onClose}
      />
    </Dialog>
  )
}
