import { useQuery } from '@tanstack/react-query'
import { AudioLines } from 'lucide-react'
import { sessions } from '#contract/conversations/voice.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { newestFirst, splitCharged } from './session-filters.ts'
import { SessionList } from './session-list.tsx'

const shownCount = 5

/** The five newest sessions by their start (S108-S110). */
export function RecentSessions() {
  const list = useQuery(query(sessions))
  const talks = list.data && splitCharged(list.data).talks
  return (
    <Card
      title="Recent Sessions"
      aside={
        <LinkButton href={paths.sessions()} variant="secondary" size="dense">
          View All
        </LinkButton>
      }
    >
      {list.isPending && <LoadingSessions count={shownCount} />}
      {list.isError && <LoadError what="your sessions" failed={list} />}
      {talks &&
        (talks.length > 0 ? <SessionList sessions={newestFirst(talks).slice(0, shownCount)} /> : <NoSessions />)}
    </Card>
  )
}

/** Nobody has talked yet: the way to the agents (S109). */
export function NoSessions() {
  return (
    <EmptyState
      title="No sessions yet"
      icon={<AudioLines aria-hidden className="size-6" />}
      action={<LinkButton href={paths.marketplace()}>Browse Agents</LinkButton>}
    >
      Choose an agent and say hello. Your sessions will be listed here.
    </EmptyState>
  )
}

export function LoadingSessions({ count }: { count: number }) {
  return (
    <SkeletonGroup label="Loading your sessions…" className="flex flex-col gap-3">
      {Array.from({ length: count }, (_, row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </SkeletonGroup>
  )
}
