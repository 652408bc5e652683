import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatCount, formatDuration, formatMinutes } from '#contract/amounts.ts'
import { userStats, type VoiceSession } from '#contract/conversations/voice.ts'
import type { Me } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { LineSection } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { RequestedAgents } from '#web/screens/agents/requests/requested-agents.tsx'
import { InviteCard } from '#web/screens/identity/invitations/invite-card.tsx'
import { Communications } from '#web/screens/messages/communications.tsx'
import { OpenSteps } from '#web/screens/results/next-steps/open-steps.tsx'
import { newestFirst, splitCharged } from '../conversation-filters.ts'
import { ConversationList } from '../conversation-list.tsx'

const shownCount = 5

interface Props {
  user: Me
  list: UseQueryResult<VoiceSession[]>
}

/** The lower half of the dashboard: open steps, messages, requested agents, and the newest sessions with figures. */
export default function Lines({ user, list }: Props) {
  return (
    <div className="flex flex-col border-b border-line">
      <OpenSteps />
      <Communications user={user} />
      <RequestedAgents />
      <LineSection
        title="Recent Sessions"
        aside={
          <LinkButton href={paths.sessions()} variant="ghost" size="dense">
            View All
          </LinkButton>
        }
      >
        <Recent list={list} />
        <Figures />
      </LineSection>
      <InviteCard user={user} />
    </div>
  )
}

/** The five newest conversations by start time; before the first one, the way to the agents (S108-S110). */
function Recent({ list }: { list: UseQueryResult<VoiceSession[]> }) {
  const loading = (
    <SkeletonGroup label="Loading your sessions…">
      <Skeleton className="h-14" />
    </SkeletonGroup>
  )
  return (
    <Loaded read={list} what="your sessions" skeleton={loading}>
      {(all) => {
        const { conversations } = splitCharged(all)
        return conversations.length > 0 ? (
          <ConversationList conversations={newestFirst(conversations).slice(0, shownCount)} />
        ) : (
          <p className="text-muted">
            No sessions yet. <TextLink href={paths.marketplace()}>Browse Agents</TextLink>
          </p>
        )
      }}
    </Loaded>
  )
}

/** The five figures as one small line (S107). */
function Figures() {
  const stats = useQuery(query(userStats))
  return (
    <Loaded read={stats} what="your figures" skeleton={<Skeleton className="mt-4 h-5" />}>
      {({ totalSessions, agentsRequested, minutesUsed, averageSessionSeconds, creditsUsed }) => (
        <dl className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
          <Figure label="Total Sessions">{formatCount(totalSessions)}</Figure>
          <Figure label="Agents Requested">{formatCount(agentsRequested)}</Figure>
          <Figure label="Minutes Used">{formatMinutes(minutesUsed)}</Figure>
          <Figure label="Avg. Session">{formatDuration(averageSessionSeconds)}</Figure>
          <Figure label="Credits Used">{formatMinutes(creditsUsed)}</Figure>
        </dl>
      )}
    </Loaded>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt>{label}</dt>
      <dd className="text-text tabular">{children}</dd>
    </div>
  )
}
