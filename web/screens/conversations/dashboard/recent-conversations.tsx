import { useQuery } from '@tanstack/react-query'
import { myConversations } from '#contract/conversations/voice.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { newestFirst, splitCharged } from '../conversation-filters.ts'
import { ConversationList } from '../conversation-list.tsx'
import { LoadingConversations } from '../empty-lists.tsx'

const shownCount = 5

/** The five newest conversations by start time; before the first one, the way to the agents (S108-S110). */
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
          <p className="text-muted">
            No sessions yet. <TextLink href={paths.marketplace()}>Browse Agents</TextLink>
          </p>
        ))}
    </Card>
  )
}
