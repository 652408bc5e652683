import { useSearchParams } from 'wouter'
import type { Communication } from '#contract/messages/messages.ts'
import type { Me } from '#contract/identity/people.ts'
import { useMe } from '#web/client/me.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Loaded, LoadingRows } from '#web/client/loaded.tsx'
import { MessagePlaces } from '#web/screens/frame/message-places.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Pagination, usePage } from '#web/kit/pagination.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { UnreadMark } from './communications.tsx'
import { MessageThread } from './message-thread.tsx'
import { ContactAdmin, senderOf, threadIdOf, useMessages } from './own-messages.tsx'
/** /messages and /dashboard/messages: all threads, twenty per page, or one complete thread with ?thread= (D58, D66). */
export default function Messages() {
  const user = useMe()
  const [search] = useSearchParams()
  if (!user) return null
  return <MessagesOf user={user} threadId={search.get('thread')} />
}

function MessagesOf({ user, threadId }: { user: Me; threadId: string | null }) {
  const list = useMessages(user)
  return (
    <Page
      title="Your Messages"
      description="Between you and the Luna team."
      above={threadId && <ParentLink href={paths.messages()} name="All Messages" />}
      actions={<ContactAdmin size="default" />}
    >
      {!threadId && <MessagePlaces at={paths.messages()} />}
      <Loaded
        read={list}
        what="your messages"
        skeleton={
          <Card>
            <LoadingRows what="your messages" count={5} height="h-20" />
          </Card>
        }
      >
        {(all) => (threadId ? <OneThread id={threadId} all={all} /> : <Threads all={all} />)}
      </Loaded>
    </Page>
  )
}

/** Returns the threads, newest first, each with its newest message first. */
function threadsOf(messages: readonly Communication[]): [id: string, messages: Communication[]][] {
  return [...Map.groupBy(messages, threadIdOf)]
}

function Threads({ all }: { all: readonly Communication[] }) {
  const { page, pageCount, shown } = usePage(threadsOf(all))
  if (all.length === 0) {
    return (
      <EmptyState title="No messages yet">
        Have a question? Write to the team, and the answer will appear here.
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <ul className="-my-4 divide-y divide-line">
          {shown.map(([id, messages]) => (
            <ThreadRow key={id} id={id} messages={messages} />
          ))}
        </ul>
      </Card>
      <Pagination page={page} pageCount={pageCount} hrefOf={(to) => paths.messages({ page: to })} />
    </div>
  )
}

function ThreadRow({ id, messages }: { id: string; messages: readonly Communication[] }) {
  const newest = messages[0]
  if (!newest) return null
  const isUnread = messages.some((message) => message.isUnread)
  return (
    <li className="flex flex-col gap-1 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="flex min-w-0 items-center gap-2">
          {isUnread && <UnreadMark />}
          <TextLink
            href={paths.messages({ thread: id })}
            quiet
            className={isUnread ? 'min-w-0 truncate font-semibold text-text' : 'min-w-0 truncate font-medium text-text'}
          >
            {newest.subject}
          </TextLink>
          {messages.length > 1 && <span className="shrink-0 text-sm text-muted">{`${messages.length} messages`}</span>}
        </p>
        <span className="text-sm text-muted">
          <DateTime value={newest.createdAt} withTime />
        </span>
      </div>
      <p className="line-clamp-2 max-w-prose break-words text-muted">
        {senderOf(newest)}: {newest.message}
      </p>
    </li>
  )
}

function OneThread({ id, all }: { id: string; all: readonly Communication[] }) {
  const messages = all.filter((message) => threadIdOf(message) === id).toReversed()
  if (messages.length > 0) return <MessageThread key={id} id={id} messages={messages} />
  return <EmptyState title="There is nothing here">These messages were deleted or withdrawn.</EmptyState>
}
