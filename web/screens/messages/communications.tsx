import { Check, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { countText } from '#contract/amounts.ts'
import { markMessageRead, type Communication } from '#contract/messages/messages.ts'
import type { Me } from '#contract/identity/people.ts'
import { useCall } from '#web/client/api.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Loaded, LoadingRows } from '#web/client/loaded.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { LineSection } from '#web/kit/card.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { askToDelete, ContactAdmin, senderOf, threadIdOf, unreadCount, useMessages } from './own-messages.tsx'

const shownCount = 2

/** The two latest messages, the number of unread ones, and the Contact Admin button (S113, S114, S305). */
export function Communications({ user }: { user: Me }) {
  const list = useMessages(user)
  const unread = unreadCount(list.data ?? [])
  return (
    <LineSection
      title="Communications"
      aside={
        <div className="flex flex-wrap items-center gap-2">
          {unread > 0 && <Badge tone="brand">{`${unread} unread`}</Badge>}
          <ContactAdmin />
        </div>
      }
    >
      <Loaded
        read={list}
        what="your messages"
        skeleton={<LoadingRows what="your messages" count={shownCount} height="h-20" />}
        empty={<p className="text-muted">No messages yet. Write to the team whenever you have a question.</p>}
      >
        {(messages) => (
          <>
            <Newest messages={messages.slice(0, shownCount)} />
            {messages.length > shownCount && (
              <p className="mt-3">
                <TextLink href={paths.messages()}>
                  {`+${countText(messages.length - shownCount, 'more message')}`}
                </TextLink>
              </p>
            )}
          </>
        )}
      </Loaded>
    </LineSection>
  )
}

function Newest({ messages }: { messages: readonly Communication[] }) {
  const list = useRef<HTMLUListElement>(null)
  return (
    <ul ref={list} tabIndex={-1} className="-my-3 divide-y divide-line outline-none">
      {messages.map((message) => (
        <Row key={message.id} message={message} onDelete={() => void askToDelete(message, list)} />
      ))}
    </ul>
  )
}

function Row({ message, onDelete }: { message: Communication; onDelete: () => void }) {
  const { subject, isUnread, createdAt } = message
  const row = useRef<HTMLLIElement>(null)
  const read = useCall(markMessageRead, { told: { title: 'Marked as Read', tone: 'success' } })
  useEffect(() => {
    // The focused button has disappeared.
    if (read.isSuccess && !isUnread && document.activeElement === document.body) row.current?.focus()
  }, [read.isSuccess, isUnread])
  return (
    <li ref={row} tabIndex={-1} className="flex flex-wrap items-start gap-x-4 gap-y-1 py-3 outline-none">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex items-center gap-2">
          {isUnread && <UnreadMark />}
          <TextLink
            href={paths.messages({ thread: threadIdOf(message) })}
            quiet
            className={isUnread ? 'min-w-0 truncate font-semibold text-text' : 'min-w-0 truncate font-medium text-text'}
          >
            {subject}
          </TextLink>
        </p>
        <p className="text-sm text-muted">
          {senderOf(message)} · <DateTime value={createdAt} />
        </p>
        <p className="truncate text-muted">{message.message}</p>
      </div>
      <div className="flex flex-wrap gap-1 max-sm:-ml-3">
        {isUnread && (
          <Button
            variant="ghost"
            size="dense"
            icon={<Check aria-hidden className="size-4" />}
            pending={read.isPending}
            aria-label={`Mark as Read: ${subject}`}
            onClick={() => void read.submit({ params: { id: message.id } })}
          >
            Mark as Read
          </Button>
        )}
        <Button
          variant="ghost"
          size="dense"
          icon={<Trash2 aria-hidden className="size-4" />}
          aria-label={`Delete: ${subject}`}
          onClick={onDelete}
        >
          Delete
        </Button>
      </div>
    </li>
  )
}

/** The dot in front of an unread message. */
export function UnreadMark() {
  return (
    <span className="size-2 shrink-0 rounded-full bg-primary">
      <span className="sr-only">Unread:</span>
    </span>
  )
}
