import { useId } from 'react'
import { Link } from 'wouter'
import { countText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { organizationAgents } from '#contract/organizations/agents.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { AgentPicture } from './agent-card.tsx'
import { NoAgents } from './no-agents.tsx'
import type { TalkAgent } from './voice-agent.ts'

type Assignment = Answer<typeof organizationAgents>[number]

const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'

interface Props {
  list: readonly Assignment[]
  /** Whether the person is working in this organization; conversations always belong to the current one. */
  isHere: boolean
  /** Whether the organization has access; without it, its people cannot talk (D129, D130). */
  isOpen?: boolean
  onTalk: (agent: TalkAgent) => void
  /** The heading level of the agents' names on the page. */
  level?: 2 | 3
  /** Whether names lead to the agents' pages, which an organization's own app does not have. */
  hasPages?: boolean
}

/** The agents that an organization makes available to a person (S412-S414). */
export function AssignedAgents({ list, isHere, isOpen = true, onTalk, level = 3, hasPages = false }: Props) {
  if (list.length === 0) return <NoAgents />
  return (
    <ul className={grid}>
      {list.map((assignment) => {
        const { name, category, imageUrl } = assignment.agent
        return (
          <li key={assignment.id}>
            <AgentTile
              agent={assignment.agent}
              level={level}
              href={hasPages ? paths.agent(assignment.agentId) : null}
              isOpen={isOpen}
              canUse={isHere && isOpen && assignment.agent.isActive}
              onUse={() => onTalk({ id: assignment.agentId, name, category, imageUrl })}
            />
          </li>
        )
      })}
    </ul>
  )
}

interface TileProps {
  agent: Assignment['agent']
  level: 2 | 3
  href: string | null
  isOpen: boolean
  canUse: boolean
  onUse: () => void
}

function AgentTile({ agent, level, href, isOpen, canUse, onUse }: TileProps) {
  const nameId = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <article
      aria-labelledby={nameId}
      className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface shadow-raised"
    >
      <AgentPicture agent={agent} className="aspect-[16/9] w-full" />
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div>
          <div className="mb-1.5 flex items-center justify-between gap-3">
            <p className="min-w-0 truncate text-sm text-muted">{agent.category}</p>
            <State isActive={agent.isActive} isOpen={isOpen} />
          </div>
          <Heading id={nameId} className="text-lg font-semibold">
            {href === null ? (
              agent.name
            ) : (
              <Link href={href} className="inline-block rounded-[2px] hover:underline">
                {agent.name}
              </Link>
            )}
          </Heading>
        </div>
        <p className="line-clamp-3 text-muted">{agent.description}</p>
        <p className="mt-auto text-sm text-muted">{`(${countText(agent.sessionCount, 'session')})`}</p>
        {canUse && (
          <Button wide onClick={onUse}>
            Use This Agent
          </Button>
        )}
      </div>
    </article>
  )
}

function State({ isActive, isOpen }: { isActive: boolean; isOpen: boolean }) {
  if (!isActive) return <Badge tone="warning">Paused</Badge>
  return isOpen ? <Badge tone="success">Unlocked</Badge> : <Badge tone="neutral">Not available</Badge>
}

export function LoadingAgents() {
  return (
    <SkeletonGroup label="Loading your agents…" className={grid}>
      {Array.from({ length: 3 }, (_, card) => (
        <Skeleton key={card} className="h-80" />
      ))}
    </SkeletonGroup>
  )
}
