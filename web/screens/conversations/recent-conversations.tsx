import { useQuery } from '@tanstack/react-query'
import { AudioLines } from 'lucide-react'
import { myConversations } from '#contract/conversations/voice.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { newestFirst, splitCharged } from './conversation-filters.ts'
import { ConversationList } from './conversation-list.tsx'

const shownCount = 5

/** The five newest conversations by start time (S108-S110). */
export function RecentConversations() {
  const list = useQuery(query(myConversations))
  const conversations = list.data && splitCharged(list.data).conversations
  return (
    <Card
      title="Recent Sessions"
      aside={
        <LinkButton href={paths.sessions()} variant="secondary" size="dense">
          View All
        </LinkButton>
      }
    >
      {list.isPending && <LoadingConversations count={shownCount} />}
      {list.isError && <LoadError what="your sessions" failed={list} />}
      {conversations &&
        (conversations.length > 0 ? (
          <ConversationList conversations={newestFirst(conversations).slice(0, shownCount)} />
        ) : (
          <NoConversations />
        ))}
    </Card>
  )
}

/** Shown before the first conversation: the way to the agents (S109). */
export function NoConversations() {
  return (
    <EmptyState
      title="No sessions yet"
      icon={<AudioLines aria-hidden className="size-6" />}
      action={<LinkButton href={paths.marketplace()}>Browse Agents</LinkButton>}
    >
      Pick an agent and say hello. Your sessions will show up here.
    </EmptyState>
  )
}

export function LoadingConversations({ count }: { count: number }) {
  return (
    <SkeletonGroup label="Loading your sessions…" className="flex flex-col gap-3">
      {Array.from({ length: count }, (_, row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </SkeletonGroup>
  )
}
