import { useQuery } from '@tanstack/react-query'
import { type Agent, publicAgents } from '#contract/agents/agents.ts'
import { query } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { PageSkeleton } from '#web/screens/frame/page-skeleton.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { AgentCardFrame, cardParts } from './agent-card.tsx'

/** /agents: every public agent, for everybody, to hear and to open (D198). */
export default function PublicAgents() {
  const list = useQuery(query(publicAgents))
  if (list.isPending) return <PageSkeleton kind="cards" label="Loading agents…" />
  return (
    <Page title="Agents" description="Press play to hear an agent, or open its page to hear a whole conversation.">
      <Loaded
        read={list}
        what="the agents"
        empty={<EmptyState title="No agents yet">Please come back soon.</EmptyState>}
      >
        {(all) => (
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {all.map((agent) => (
              <li key={agent.id}>
                <PublicCard agent={agent} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Page>
  )
}

/** It can be heard, and its page opened. */
function PublicCard({ agent }: { agent: Agent }) {
  const parts = cardParts(agent)
  return (
    <AgentCardFrame {...parts} level={2} badge={agent.isPremium && <Badge>Premium</Badge>}>
      <LinkButton href={parts.href} variant="secondary" wide>
        View Agent
      </LinkButton>
    </AgentCardFrame>
  )
}
