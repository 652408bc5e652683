import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { Answer } from '#contract/call.ts'
import { changeOrganizationAgent, organizationAgents, removeOrganizationAgent } from '#contract/organizations/agents.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query, useCall, write } from '#web/client/api.ts'
import { openForm } from '#web/client/forms/call-dialog.tsx'
import { Loaded } from '#web/client/loaded.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ActButtons } from '#web/kit/dialogs/acts.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { AgentPicture } from '#web/screens/agents/agent-card.tsx'
import { levelNames } from '../labels.ts'
import { LoadingTab } from '../loading-tab.tsx'
import { levelsFor } from '../members/choices.ts'
import type { PartProps } from '../scope.ts'
import { OfferAgents, openAddAgents } from './offer-agents.tsx'

/** The agents that members may use; admins choose them, their levels and their instructions (S397, S421, D126, D127). */
export default function AgentsTab({ overview, scope, front }: PartProps) {
  const list = useQuery(query(organizationAgents, { query: scope }))
  const isAdmin = overview.role === 'admin'
  return (
    <Card
      title="Assigned Agents"
      description={isAdmin ? 'Members see the agents at or below their access level.' : 'The agents you can talk to.'}
      aside={
        isAdmin && (
          <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => void openAddAgents(scope, front)}>
            Add Agents
          </Button>
        )
      }
    >
      <Loaded
        read={list}
        what="the agents"
        skeleton={<LoadingTab />}
        empty={
          <EmptyState title="No agents yet" action={isAdmin && <OfferAgents scope={scope} />}>
            {isAdmin
              ? 'Add the agents your team can talk to. Until then, the people you invite find no one to talk to.'
              : 'Its admins choose the agents for the team.'}
          </EmptyState>
        }
      >
        {(assigned) => (
          <ul aria-label="Assigned agents" className="-my-4 divide-y divide-line">
            {assigned.map((assignment) => (
              <li key={assignment.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
                <About assignment={assignment} isAdmin={isAdmin} />
                {isAdmin && <Level assignment={assignment} scope={scope} front={front} />}
                {isAdmin && <Actions assignment={assignment} scope={scope} front={front} />}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

type Assignment = Answer<typeof organizationAgents>[number]

interface Props extends Pick<PartProps, 'scope'> {
  assignment: Assignment
  front: PartProps['front']
}

function About({ assignment, isAdmin }: { assignment: Assignment; isAdmin: boolean }) {
  const { agent, accessLevel, customInstructions, isPrivate } = assignment
  const more = isAdmin ? `${customInstructions ? 'With' : 'No'} custom instructions` : levelNames[accessLevel]
  return (
    <>
      <AgentPicture agent={agent} className="size-11 shrink-0 rounded-control text-lg" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium break-words">{agent.name}</span>
          {!agent.isActive && <Badge tone="warning">Paused</Badge>}
          {isPrivate && <Badge>Private</Badge>}
        </p>
        <p className="text-sm text-muted">{`${agent.category} · ${more}`}</p>
      </div>
    </>
  )
}

function Level({ assignment: { id, agent, accessLevel }, scope, front }: Props) {
  const change = useCall(changeOrganizationAgent)
  return (
    <div className="w-full sm:w-40">
      <Select
        name={`level-${id}`}
        label={`Access level of ${agent.name}`}
        hideLabel
        options={levelsFor(accessLevel, front)}
        value={accessLevel}
        disabled={change.isPending}
        onChange={(level) => void change.submit({ params: { id }, query: scope, body: { accessLevel: level } })}
      />
    </div>
  )
}

/** The words on /organizations, which differ from those of the dashboard (S610). */
const notRemoved = { title: 'Failed to remove agent', text: 'The agent is still assigned. Please try again.' }

function Actions({ assignment, scope, front }: Props) {
  const { id, agent, agentId, managesDocuments } = assignment
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
      <ActButtons
        of={agent.name}
        acts={[
          { label: 'Instructions', run: () => void openInstructions(assignment, scope) },
          {
            label: 'Remove',
            ask: {
              title: `Remove ${agent.name}?`,
              text: `Members will no longer be able to talk to ${agent.name}. Live conversations will end.`,
              confirm: 'Remove Agent',
              keep: 'Keep Agent',
            },
            run: () =>
              write(
                removeOrganizationAgent,
                { params: { id }, query: scope },
                { ...(front === 'list' && { failed: notRemoved }) },
              ),
          },
        ]}
      />
    </div>
  )
}

/** What the agent follows in this organization in addition to its own prompt; members never see it (D127). */
function openInstructions({ id, agent, customInstructions = '' }: Assignment, scope: PartProps['scope']) {
  return openForm({
    title: `Instructions for ${agent.name}`,
    description: "The agent follows them only in your organization's conversations. Members never see them.",
    width: 'medium',
    call: changeOrganizationAgent,
    at: { params: { id }, query: scope },
    known: { customInstructions },
    submit: 'Save Instructions',
    pendingText: 'Saving…',
  })
}
