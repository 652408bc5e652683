import { useQuery } from '@tanstack/react-query'
import {
  adminAgents,
  type AdminAgentPage,
  type AgentChange,
  changeAgent,
  readAdminAgent,
} from '#contract/admin-agents.ts'
import { query } from '#web/api.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { LoadingRows } from '../admin-list.tsx'
import { adminFailures, agentUpdated } from '../admin-toasts.ts'
import { useAdminCall } from '../use-admin-call.ts'
import { AgentForm, type AgentValues } from './agent-form.tsx'
import { SyncNote } from './agent-list.tsx'
import type { TaskProps } from './agents-tab.tsx'
import { changedReadings } from './changed-readings.ts'

/** Changes an agent; only what is another than before is sent, so that two admins do not undo each other (S426, S598). */
export function EditDialog({ agent, onClose, finalFocus }: TaskProps) {
  const params = { id: agent.id }
  // Read when it is opened, and not again while it is being worked on.
  const read = useQuery({ ...query(readAdminAgent, { params }), staleTime: Infinity, gcTime: 0 })
  const change = useAdminCall(changeAgent, {
    list: adminAgents,
    changes: changedReadings,
    failed: adminFailures.updateAgent,
    done: (changed) => {
      showToast(agentUpdated(changed))
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={() => !change.isPending && onClose()}
      title="Edit Agent"
      description={
        <>
          {agent.name} <SyncNote agent={read.data ?? agent} />
        </>
      }
      width="large"
      keepOpenOutside
      finalFocus={finalFocus}
    >
      {read.isError && <LoadError what="the agent" failed={read} />}
      {read.isPending && <LoadingRows what="agent" />}
      {read.data && (
        <AgentForm
          agent={read.data}
          submitLabel="Save Agent"
          pendingText="Saving…"
          isPending={change.isPending}
          onSubmit={(values) => change.submit({ params, body: changesOf(read.data, values) })}
          onCancel={onClose}
        />
      )}
    </Dialog>
  )
}

/** What is another than it was. */
function changesOf(agent: AdminAgentPage, { organizationIds, ...values }: AgentValues): AgentChange {
  const before: Record<string, unknown> = {
    ...agent,
    voiceId: agent.voiceId ?? '',
    elevenLabsAgentId: agent.elevenLabsAgentId ?? '',
  }
  const changed = Object.entries(values).filter(([name, value]) => value !== before[name])
  const had = agent.organizations.map(({ id }) => id).toSorted((a, b) => a - b)
  const has = organizationIds.toSorted((a, b) => a - b)
  const isAccessChanged = values.isPrivate && (!agent.isPrivate || had.join() !== has.join())
  return { ...(Object.fromEntries(changed) as AgentChange), ...(isAccessChanged && { organizationIds: has }) }
}
