import { useQuery } from '@tanstack/react-query'
import { formatMinutes, formatDuration } from '#contract/amounts.ts'
import type { Me } from '#contract/identity/people.ts'
import { userStats } from '#contract/conversations/voice.ts'
import { query } from '#web/client/api.ts'
import { useMe } from '#web/client/me.ts'
import { BalanceBanner } from '#web/screens/billing/balance-banner.tsx'
import { BalanceParts, MinutesLink } from '#web/screens/frame/header/balance-parts.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { useMovingBalance } from '#web/screens/billing/use-moving-balance.ts'
import { asksForMinutes } from '#web/screens/frame/header/links.ts'
import { RequestMinutes } from '#web/screens/frame/header/request-minutes.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { StatTile, StatTiles } from '#web/kit/stat-tile.tsx'
import { Communications } from '#web/screens/messages/communications.tsx'
import { InviteCard } from '#web/screens/identity/invitations/invite-card.tsx'
import { RecentConversations } from './recent-conversations.tsx'
import { RequestedAgents } from '#web/screens/agents/requests/requested-agents.tsx'
import { TalkTime } from './talk-time.tsx'

/** /dashboard: the balance, the figures, and the latest conversations (S103-S110). */
export default function Dashboard() {
  const user = useMe()
  useMovingBalance(user?.organizationCredits ?? user?.creditBalance ?? null)
  if (!user) return null
  return (
    <Page
      title="Your Dashboard"
      description={user.firstName ? `Good to see you, ${user.firstName}.` : undefined}
      actions={
        <LinkButton href={paths.marketplace()} variant="secondary">
          Browse Agents
        </LinkButton>
      }
    >
      <div className="flex flex-col gap-6">
        {user.role === 'admin' && <AdminPortal />}
        <BalanceBanner user={user} />
        <CreditBalance user={user} />
        <Stats />
        <TalkTime />
        <RecentConversations />
        <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
          <RequestedAgents />
          <Communications user={user} />
        </div>
        <InviteCard user={user} />
      </div>
    </Page>
  )
}

/** A platform admin lands here like everybody else, so the way to the panel comes first (D63). */
function AdminPortal() {
  return (
    <Card title="Admin Portal" aside={<LinkButton href={paths.admin()}>Open Admin Portal</LinkButton>}>
      <p className="text-muted">Users, agents, organizations, requests and messages of the whole platform.</p>
    </Card>
  )
}

/** The minutes to talk with: the pool for people of an organization, otherwise their own (S197, D49). */
function CreditBalance({ user }: { user: Me }) {
  const { organizationName, organizationCredits } = user
  const isPool = user.organizationId !== null && organizationCredits !== null
  return (
    <Card title="Credit Balance">
      <div className="grid items-center gap-x-12 gap-y-4 md:grid-cols-[1fr_18rem_auto]">
        <p className="flex items-baseline gap-2">
          <span className="text-4xl font-semibold tracking-[-0.02em] tabular">
            {formatMinutes(isPool ? organizationCredits : user.creditBalance)}
          </span>
          <span className="text-lg text-muted">minutes</span>
        </p>
        {isPool ? (
          <p className="text-muted">
            The pool of <span className="font-medium text-text">{organizationName}</span>, shared by everyone in it.
          </p>
        ) : (
          <div>
            <BalanceParts user={user} />
            <MinutesLink />
          </div>
        )}
        {asksForMinutes(user) ? (
          <RequestMinutes />
        ) : (
          <LinkButton href={paths.checkout()} className="max-md:w-full">
            Add Credits
          </LinkButton>
        )}
      </div>
    </Card>
  )
}

function Stats() {
  const stats = useQuery(query(userStats))
  if (stats.isError) return <LoadError what="your figures" failed={stats} />
  if (!stats.data) {
    return (
      <SkeletonGroup label="Loading your figures…">
        <Skeleton className="h-full min-h-22" />
      </SkeletonGroup>
    )
  }
  const { totalSessions, agentsRequested, minutesUsed, averageSessionSeconds, creditsUsed } = stats.data
  return (
    <StatTiles>
      <StatTile label="Total Sessions" value={totalSessions} />
      <StatTile label="Agents Requested" value={agentsRequested} />
      <StatTile label="Minutes Used" value={formatMinutes(minutesUsed)} />
      <StatTile label="Avg. Session" value={formatDuration(averageSessionSeconds)} />
      <StatTile label="Credits Used" value={formatMinutes(creditsUsed)} />
    </StatTiles>
  )
}
