import { useState } from 'react'
import type { Answer } from '#contract/call.ts'
import { changeOrganizationAgent, organizationAgents, removeOrganizationAgent } from '#contract/organizations/agents.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { useCall } from '#web/client/api.ts'
import { AgentPicture } from '#web/screens/agents/agent-card.tsx'
import { organizationSuccesses } from '../toasts.ts'
import { dashboardFailures, dashboardSuccesses } from './toasts.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import type { TabProps } from '../scope.ts'
import { levelsFor } from '../members/choices.ts'
import { InstructionsDialog } from './instructions-dialog.tsx'

type Asked = 'remove' | 'instructions'

interface Props extends Pick<TabProps, 'scope'> {
  assignment: Answer<typeof organizationAgents>[number]
}

/** One assigned agent with its level, its instructions and a button to remove it (S397, S575, D126, D127). */
export function AssignedAgent({ assignment, scope }: Props) {
  const { id, agent, accessLevel } = assignment
  const [asked, setAsked] = useState<Asked | null>(null)
  const input = { params: { id }, query: scope }
  const change = useCall(changeOrganizationAgent, {
    failed: dashboardFailures.changeAssignment,
    done: () => showToast(dashboardSuccesses.agentUpdated),
  })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <AgentPicture agent={agent} className="size-11 shrink-0 rounded-control text-lg" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium break-words">{agent.name}</span>
          {!agent.isActive && <Badge tone="warning">Paused</Badge>}
          {assignment.isPrivate && <Badge>Private</Badge>}
        </p>
        <p className="text-sm text-muted">
          {`${agent.category} · ${assignment.customInstructions ? 'With' : 'No'} custom instructions`}
        </p>
      </div>
      <div className="w-full sm:w-40">
        <Select
          name={`level-${id}`}
          label={`Access level of ${agent.name}`}
          hideLabel
          options={levelsFor(accessLevel)}
          value={accessLevel}
          disabled={change.isPending}
          onChange={(level) => void change.submit({ ...input, body: { accessLevel: level } })}
        />
      </div>
      <Actions assignment={assignment} onAsk={setAsked} />
      <InstructionsDialog
        assignment={assignment}
        scope={scope}
        open={asked === 'instructions'}
        onClose={() => setAsked(null)}
      />
      <RemoveDialog assignment={assignment} scope={scope} open={asked === 'remove'} onClose={() => setAsked(null)} />
    </div>
  )
}

function Actions({ assignment, onAsk }: Pick<Props, 'assignment'> & { onAsk: (asked: Asked) => void }) {
  const { agent, agentId, managesDocuments } = assignment
  return (
    <div className="flex flex-wrap gap-2">
      {managesDocuments && (
        <LinkButton
          href={paths.agent(agentId, { part: 'documents' })}
          variant="secondary"
          size="dense"
          aria-label={`Documents: ${agent.name}`}
        >
          Documents
        </LinkButton>
      )}
      <Button
        variant="secondary"
        size="dense"
        aria-label={`Instructions: ${agent.name}`}
        onClick={() => onAsk('instructions')}
      >
        Instructions
      </Button>
      <Button variant="ghost" size="dense" aria-label={`Remove: ${agent.name}`} onClick={() => onAsk('remove')}>
        Remove
      </Button>
    </div>
  )
}

function RemoveDialog({
  assignment: { id, agent },
  scope,
  open,
  onClose,
}: Props & { open: boolean; onClose: () => void }) {
  const remove = useCall(removeOrganizationAgent, {
    failed: dashboardFailures.removeAssignment,
    done: () => showToast(organizationSuccesses.agentRemoved),
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Remove ${agent.name}?`}
      confirmLabel="Remove Agent"
      keepLabel="Keep Agent"
      onConfirm={() => remove.submit({ params: { id }, query: scope })}
    >
      Members will no longer be able to talk to {agent.name}. Live conversations will end.
    </ConfirmDialog>
  )
}
