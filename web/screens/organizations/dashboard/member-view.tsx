import { useQuery } from '@tanstack/react-query'
import { formatMinutes } from '#contract/amounts.ts'
import { organizationAgents } from '#contract/organizations/agents.ts'
import { query } from '#web/client/api.ts'
import { useMe } from '#web/client/me.ts'
import { AssignedAgents, LoadingAgents } from '#web/screens/agents/assigned-agents.tsx'
import { LeaveOrganization } from '#web/screens/organizations/leave-organization.tsx'
import { Loaded } from '#web/client/loaded.tsx'
import { RequestMinutes } from '#web/screens/frame/header/request-minutes.tsx'
import { useTalk } from '#web/screens/agents/talking.ts'
import { Banner } from '#web/kit/banner.tsx'
import { StatTile, StatTiles } from '#web/kit/stat-tile.tsx'
import { isNearLimit, monthText } from '../members/month-share.ts'
import type { Overview, TabProps } from '../scope.ts'

/** The view for members: the pool, the agents at their level, and a way to get more minutes (S412-S415, S546). */
export function MemberView({ overview, scope }: Pick<TabProps, 'overview' | 'scope'>) {
  const list = useQuery(query(organizationAgents, { query: scope }))
  const talkTo = useTalk()
  // Conversations happen in the organization that the person is working in.
  const isHere = useMe()?.organizationId === overview.id
  return (
    <div className="in-order flex flex-col gap-6">
      <StatTiles>
        <StatTile label="Organization Credits" value={formatMinutes(overview.creditBalance)} note="minutes" />
        <StatTile label="Available Agents" value={list.data?.length ?? '–'} note="for you" />
        <StatTile label="Team Members" value={overview.totalMembers} note="active" />
        <StatTile
          label="Minutes You Used"
          value={formatMinutes(overview.ownMinutesThisMonth)}
          note={overview.ownLimitMinutes === null ? 'this month' : `of ${overview.ownLimitMinutes} this month`}
        />
      </StatTiles>
      {overview.givesAccess && <MonthNotice overview={overview} />}
      <section aria-labelledby="available-agents">
        <header className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 id="available-agents" className="text-xl font-semibold">
            Available Agents
          </h2>
          {overview.givesAccess && <RequestMinutes size="dense" />}
        </header>
        {!isHere && <p className="mb-4 text-muted">Switch to {overview.name} in the menu to talk to its agents.</p>}
        <Loaded read={list} what="your agents" skeleton={<LoadingAgents />}>
          {(agents) => (
            <AssignedAgents list={agents} isHere={isHere} isOpen={overview.givesAccess} onTalk={talkTo} hasPages />
          )}
        </Loaded>
      </section>
      <div className="-ml-3">
        <LeaveOrganization organization={overview} />
      </div>
    </div>
  )
}

/** Shown from 80% of the person's minutes, when the mail goes out as well (D131). */
function MonthNotice({ overview: { ownMinutesThisMonth: talked, ownLimitMinutes: limit } }: { overview: Overview }) {
  if (limit === null || !isNearLimit(talked, limit)) return null
  const isUsedUp = talked >= limit
  return (
    <Banner
      tone="warning"
      title={isUsedUp ? 'Your minutes for this month are used up' : 'Your minutes for this month are almost used up'}
      actions={<RequestMinutes size="dense" about="limit" />}
    >
      You've used <span>{monthText(talked, limit)}</span>. You'll get new minutes on the first of next month.
    </Banner>
  )
}
