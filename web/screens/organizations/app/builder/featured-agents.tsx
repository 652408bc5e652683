import { brandedAppLimits } from '#contract/organizations/app/branded-app-settings.ts'
import type { Answer } from '#contract/call.ts'
import type { organizationAgents } from '#contract/organizations/agents.ts'
import { AgentPicture } from '#web/screens/agents/agent-card.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { showable } from './draft.ts'

interface Props {
  agents: Answer<typeof organizationAgents>
  featuredIds: readonly string[]
  onChange: (featuredIds: string[]) => void
}

/** Which agents come first in the app, in the order they were chosen (D141). */
export function FeaturedAgents({ agents, featuredIds, onChange }: Props) {
  const offered = showable(agents)
  if (offered.length === 0) {
    return <EmptyState title="No agents to show">Assign agents on the AI Agents tab first.</EmptyState>
  }
  const isFull = featuredIds.length >= brandedAppLimits.featuredAgents
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">Featured agents</legend>
      <p className="mt-1 text-sm text-muted">
        Featured agents come first, in the order you choose them. Private agents are shown only if you feature them.
      </p>
      <ul aria-label="Featured agents" className="mt-2 divide-y divide-line">
        {offered.map(({ agentId, agent, isPrivate }) => {
          const place = featuredIds.indexOf(agentId) + 1
          const isFeatured = place > 0
          return (
            <li key={agentId} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <div className="min-w-0 flex-1 basis-48">
                <Checkbox
                  name={`featured-${agentId}`}
                  label={
                    <span className="flex items-center gap-2.5">
                      <span className="w-4 shrink-0 text-right font-medium text-muted tabular">
                        {isFeatured && <span className="sr-only">Position </span>}
                        {isFeatured && <span>{place}</span>}
                      </span>
                      <AgentPicture agent={agent} className="size-6 shrink-0 rounded-control text-xs" />
                      <span className="min-w-0 break-words">{agent.name}</span>
                    </span>
                  }
                  checked={isFeatured}
                  disabled={isFull && !isFeatured}
                  onChange={(checked) =>
                    onChange(checked ? [...featuredIds, agentId] : featuredIds.filter((id) => id !== agentId))
                  }
                />
              </div>
              {isPrivate && <Badge>Private</Badge>}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
