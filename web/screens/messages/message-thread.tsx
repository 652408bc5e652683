import { Trash2 } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { markMessageRead, sendMessage, type Communication } from '#contract/messages/messages.ts'
import { useCall } from '#web/client/api.ts'
import { CallForm } from '#web/client/forms/call-form.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { classes } from '#web/kit/classes.ts'
import { askToDelete, messageSent, senderOf } from './own-messages.tsx'

interface Props {
  /** The id of its first message. */
  id: string
  /** Oldest first. */
  messages: readonly Communication[]
}

/** A complete thread with a reply form; opening it marks it as read (D66). */
export function MessageThread({ id, messages }: Props) {
  const subject = messages[0]?.subject ?? ''
  return (
    <Card title={subject} className="max-w-3xl">
      <ThreadMessages
        messages={messages}
        senderOf={senderOf}
        isOurs={({ isOwn }) => isOwn}
        fateOf={({ seenAt }) => (seenAt ? <>Read on {<DateTime value={seenAt} withTime />}</> : 'Not read yet')}
      />
      <div className="mt-6">
        <CallForm
          call={sendMessage}
          fields={['message']}
          words={{ message: { label: 'Your message', rows: 4 } }}
          toBody={(words) => ({ ...words, subject, inReplyTo: id })}
          submit="Send Message"
          pendingText="Sending…"
          told={messageSent}
          isRepeated
        />
      </div>
    </Card>
  )
}

interface ThreadProps<Row extends Communication> {
  /** Oldest first. */
  messages: readonly Row[]
  senderOf: (message: Row) => string
  /** Whether the message comes from our side; those messages appear on the right. */
  isOurs: (message: Row) => boolean
  /** Says whether one of our messages has been read. */
  fateOf: (message: Row) => ReactNode
  /** Additional buttons for a message. */
  actionsOf?: (message: Row) => ReactNode
}

/** The messages of a thread; showing them marks them as read (D66). */
export function ThreadMessages<Row extends Communication>(props: ThreadProps<Row>) {
  const { messages } = props
  const list = useRef<HTMLOListElement>(null)
  useReadOnSight(messages)
  return (
    <ol ref={list} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      {messages.map((message) => (
        <Message key={message.id} {...props} message={message} onDelete={() => void askToDelete(message, list)} />
      ))}
    </ol>
  )
}

/** Marks each unread message as read, once; if that fails, it stays unread. */
function useReadOnSight(messages: readonly Communication[]) {
  const marked = useRef(new Set<string>())
  const { mutate } = useCall(markMessageRead)
  useEffect(() => {
    for (const { id, isUnread } of messages) {
      if (!isUnread || marked.current.has(id)) continue
      marked.current.add(id)
      mutate({ params: { id } })
    }
  }, [messages, mutate])
}

interface MessageProps<Row extends Communication> extends Omit<ThreadProps<Row>, 'messages'> {
  message: Row
  onDelete: () => void
}

function Message<Row extends Communication>(props: MessageProps<Row>) {
  const { message, senderOf: nameSender, isOurs, fateOf, actionsOf, onDelete } = props
  const { subject, createdAt, messageType, priority } = message
  const isRight = isOurs(message)
  return (
    <li
      className={classes(
        'flex max-w-full flex-col gap-2 rounded-card p-4',
        isRight ? 'ml-auto bg-soft sm:max-w-[85%]' : 'border border-line sm:max-w-[85%]',
      )}
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="font-semibold">{nameSender(message)}</span>
        <span className="text-muted">
          <DateTime value={createdAt} withTime />
        </span>
        {messageType === 'announcement' && <Badge>Announcement</Badge>}
        {priority === 'high' && <Badge tone="warning">High priority</Badge>}
      </p>
      <p className="break-words whitespace-pre-line">{message.message}</p>
      <div className="-mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-sm text-muted">{isRight && fateOf(message)}</p>
        <div className="ml-auto flex flex-wrap justify-end">
          {actionsOf?.(message)}
          <Button
            variant="ghost"
            size="dense"
            icon={<Trash2 aria-hidden className="size-4" />}
            aria-label={`Delete: ${subject}, ${nameSender(message)}`}
            onClick={onDelete}
          >
            Delete
          </Button>
        </div>
      </div>
    </li>
  )
}
