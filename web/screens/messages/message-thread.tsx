import { Trash2 } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { markMessageRead, messageLimits, sendMessage, type Communication } from '#contract/messages/messages.ts'
import { bodyOf, useCall } from '#web/client/api.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { classes } from '#web/kit/classes.ts'
import { type FieldErrors, Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { useSendMessage } from './contact-admin.tsx'
import { useDeleteMessage } from './use-delete-message.tsx'
import { senderOf } from './use-messages.ts'

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
      <Answer threadId={id} subject={subject} />
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
  const deletion = useDeleteMessage(list)
  useReadOnSight(messages)
  return (
    <>
      <ol ref={list} tabIndex={-1} className="flex flex-col gap-4 outline-none">
        {messages.map((message) => (
          <Message key={message.id} {...props} message={message} onDelete={(opener) => deletion.ask(message, opener)} />
        ))}
      </ol>
      {deletion.dialog}
    </>
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
  onDelete: (opener: HTMLElement) => void
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
            onClick={(event) => onDelete(event.currentTarget)}
          >
            Delete
          </Button>
        </div>
      </div>
    </li>
  )
}

const words = z.pick(bodyOf(sendMessage), { message: true })

/** A form that adds a message to the thread and is cleared after sending. */
function Answer({ threadId, subject }: { threadId: string; subject: string }) {
  const [sentCount, setSentCount] = useState(0)
  const send = useSendMessage(() => setSentCount(sentCount + 1))
  return (
    <AnswerForm sentCount={sentCount} onSend={(message) => send.submit({ subject, message, inReplyTo: threadId })} />
  )
}

interface AnswerProps {
  /** The number of messages sent so far. */
  sentCount: number
  onSend: (message: string) => Promise<FieldErrors | void>
}

export function AnswerForm({ sentCount, onSend }: AnswerProps) {
  const box = useRef<HTMLDivElement>(null)
  // The focused button disappears with the form that was sent.
  useEffect(() => {
    if (sentCount > 0) box.current?.querySelector('textarea')?.focus()
  }, [sentCount])
  return (
    <div ref={box} className="mt-6">
      <Form key={sentCount} schema={words} onSubmit={({ message }) => onSend(message)} className="flex flex-col gap-3">
        <TextArea name="message" label="Your message" rows={4} maxLength={messageLimits.message} required />
        <div className="flex justify-end">
          <SubmitButton pendingText="Sending…">Send Message</SubmitButton>
        </div>
      </Form>
    </div>
  )
}
