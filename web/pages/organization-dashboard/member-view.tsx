import { useQuery } from '@tanstack/react-query'
import { Bot } from 'lucide-react'
import { useId } from 'react'
import { formatCredits } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { organizationAgents } from '#contract/organization-agents.ts'
import { query } from '#web/api.ts'
import { useMe } from '#web/me.ts'
import { AgentPicture } from '#web/parts/agent-card.tsx'
import { LoadError } from '#web/parts/load-error.tsx'
import { RequestMinutes } from '#web/parts/request-minutes.tsx'
import { useTalk } from '#web/parts/use-talk.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { StatTile, StatTiles } from '#web/ui/stat-tile.tsx'
import { isNearLimit, monthText } from './month-share.ts'
import type { Overview, Scope } from './scope.ts'

type Assignment = Answer<typeof organizationAgents>[number]

const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'

/** What members see: the pool, the agents of their level, and the way to ask for minutes (S412-S415, S546). */
export function MemberView({ overview, scope }: { overview: Overview; scope: Scope }) {
  const list = useQuery(query(organizationAgents, { query: scope }))
  // Conversations are held in the context that one works in.
  const isHere = useMe()?.organizationId === overview.id
  return (
    <div className="flex flex-col gap-6">
      <StatTiles>
        <StatTile label="Organization Credits" value={formatCredits(overview.creditBalance)} note="minutes" />
        <StatTile label="Available Agents" value={list.data?.length ?? '–'} note="for you" />
        <StatTile label="Team Members" value={overview.totalMembers} note="active" />
        <StatTile
          label="Your Minutes"
          value={formatCredits(overview.ownMinutesThisMonth)}
          note={overview.ownLimitMinutes === null ? 'this month' : `of ${overview.ownLimitMinutes} this month`}
        />
      </StatTiles>
      <MonthNotice overview={overview} />
      <section aria-labelledby="available-agents">
        <header className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 id="available-agents" className="text-xl font-semibold">
            Available Agents
          </h2>
          <RequestMinutes size="dense" />
        </header>
        {list.isPending && <LoadingAgents />}
        {list.isError && <LoadError what="your agents" failed={list} />}
        {!isHere && <p className="mb-4 text-muted">Switch to {overview.name} in the menu to talk to its agents.</p>}
        {list.data && <Agents list={list.data} isHere={isHere} />}
      </section>
    </div>
  )
}

/** From 80 % of the own minutes on, as the mails tell it (D131). */
function MonthNotice({ overview: { ownMinutesThisMonth: talked, ownLimitMinutes: limit } }: { overview: Overview }) {
  if (limit === null || !isNearLimit(talked, limit)) return null
  const isUsedUp = talked >= limit
  return (
    <Banner
      tone="warning"
      title={isUsedUp ? 'Your minutes of this month are used up' : 'Your minutes of this month are nearly used up'}
      actions={<RequestMinutes size="dense" about="limit" />}
    >
      You have talked {monthText(talked, limit)}. New ones come on the first of the next month.
    </Banner>
  )
}

function Agents({ list, isHere }: { list: readonly Assignment[]; isHere: boolean }) {
  const talk = useTalk()
  if (list.length === 0) {
    return (
      <EmptyState title="No agents available" icon={<Bot aria-hidden className="size-6" />}>
        Contact your organization admin to assign agents.
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={grid}>
        {list.map((assignment) => {
          const { name, category, imageUrl } = assignment.agent
          return (
            <li key={assignment.id}>
              <AgentTile
                agent={assignment.agent}
                canUse={isHere && assignment.agent.isActive}
                onUse={() => talk.talkTo({ id: assignment.agentId, name, category, imageUrl })}
              />
            </li>
          )
        })}
      </ul>
      {talk.dialog}
    </>
  )
}

interface TileProps {
  agent: Assignment['agent']
  canUse: boolean
  onUse: () => void
}

function AgentTile({ agent, canUse, onUse }: TileProps) {
  const nameId = useId()
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
            {agent.isActive ? <Badge tone="success">Unlocked</Badge> : <Badge tone="warning">Paused</Badge>}
          </div>
          <h3 id={nameId} className="text-lg font-semibold">
            {agent.name}
          </h3>
        </div>
        <p className="line-clamp-3 text-muted">{agent.description}</p>
        <p className="mt-auto text-sm text-muted">
          ({agent.sessionCount} {agent.sessionCount === 1 ? 'session' : 'sessions'})
        </p>
        {canUse && (
          <Button wide onClick={onUse}>
            Use This Agent
          </Button>
        )}
      </div>
    </article>
  )
}

function LoadingAgents() {
  return (
    <SkeletonGroup label="Loading your agents…" className={grid}>
      {Array.from({ length: 3 }, (_, card) => (
        <Skeleton key={card} className="h-80" />
      ))}
    </SkeletonGroup>
  )
}
