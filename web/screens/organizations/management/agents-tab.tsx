import { Plus } from 'lucide-react'
import { useState } from 'react'
import { removeAgentFromOrganization } from '#contract/organizations/agents.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { useCall } from '#web/client/api.ts'
import { AgentPicture } from '#web/screens/agents/agent-card.tsx'
import { managementFailures } from '#web/screens/organizations/management-toasts.ts'
import { organizationSuccesses } from '../toasts.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { AddAgentDialog } from './add-agent-dialog.tsx'
import { levelNames } from '../labels.ts'
import type { Details, TabProps } from './details.ts'

/** The agents that the organization's people may use; admins add and remove them (S421, D125, D126). */
export function AgentsTab({ details: { organization, role, agents: assigned } }: TabProps) {
  const [isAdding, setAdding] = useState(false)
  const isAdmin = role === 'admin'
  return (
    <Card
      title="Agents"
      description={isAdmin ? 'Members see the agents at or below their access level.' : 'The agents you can talk to.'}
      aside={
        isAdmin && (
          <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
            Add Agent
          </Button>
        )
      }
    >
      {assigned.length === 0 && (
        <EmptyState title="No agents yet">
          {isAdmin ? 'Add the agents your team can talk to.' : 'Its admins choose the agents for the team.'}
        </EmptyState>
      )}
      {assigned.length > 0 && (
        <ul aria-label="Agents" className="-my-3 divide-y divide-line">
          {assigned.map((assignment) => (
            <li key={assignment.id} className="py-3">
              <Assigned assignment={assignment} canRemove={isAdmin} />
            </li>
          ))}
        </ul>
      )}
      <AddAgentDialog open={isAdding} onClose={() => setAdding(false)} organization={organization} />
    </Card>
  )
}

interface AssignedProps {
  assignment: Details['agents'][number]
  canRemove: boolean
}

function Assigned({ assignment, canRemove }: AssignedProps) {
  const { id, organizationId, agent, agentId, accessLevel, isPrivate, managesDocuments } = assignment
  const [isAsking, setAsking] = useState(false)
  const remove = useCall(removeAgentFromOrganization, {
    failed: managementFailures.removeAgent,
    done: () => showToast(organizationSuccesses.agentRemoved),
  })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <AgentPicture agent={agent} className="size-11 shrink-0 rounded-control text-lg" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium break-words">{agent.name}</span>
          {isPrivate && <Badge>Private</Badge>}
          {!agent.isActive && <Badge tone="warning">Paused</Badge>}
        </p>
        <p className="text-sm text-muted">
          {agent.category} · {levelNames[accessLevel]}
        </p>
      </div>
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
      {canRemove && (
        <Button variant="ghost" size="dense" aria-label={`Remove: ${agent.name}`} onClick={() => setAsking(true)}>
          Remove
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Remove ${agent.name}?`}
        confirmLabel="Remove Agent"
        keepLabel="Keep Agent"
        onConfirm={() => remove.submit({ params: { organizationId: String(organizationId), id } })}
      >
        Members will no longer be able to talk to {agent.name}. Live conversations will end.
      </ConfirmDialog>
    </div>
  )
}
