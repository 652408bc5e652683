import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { organizationAgents } from '#contract/organizations/agents.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { AddAgentsDialog } from './add-agents-dialog.tsx'
import { LoadingTab } from '../loading-tab.tsx'
import { type TabProps } from '../scope.ts'
import { AssignedAgent } from './assigned-agent.tsx'
import { OfferAgents } from './offer-agents.tsx'

/** The agents that members may use, from which level, and with which instructions (S397, D126, D127). */
export default function AgentsTab({ scope }: TabProps) {
  const list = useQuery(query(organizationAgents, { query: scope }))
  const [isAdding, setAdding] = useState(false)
  return (
    <Card
      title="Assigned Agents"
      description="Members see the agents at or below their access level."
      aside={
        <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
          Add Agents
        </Button>
      }
    >
      {list.isPending && <LoadingTab />}
      {list.isError && <LoadError what="the agents" failed={list} />}
      {list.data?.length === 0 && (
        <EmptyState title="No agents yet" action={<OfferAgents scope={scope} />}>
          Add the agents your team can talk to. Until then, the people you invite find no one to talk to.
        </EmptyState>
      )}
      {list.data && list.data.length > 0 && (
        <ul aria-label="Assigned agents" className="-my-4 divide-y divide-line">
          {list.data.map((assignment) => (
            <li key={assignment.id} className="py-4">
              <AssignedAgent assignment={assignment} scope={scope} />
            </li>
          ))}
        </ul>
      )}
      <AddAgentsDialog open={isAdding} onClose={() => setAdding(false)} scope={scope} />
    </Card>
  )
}
