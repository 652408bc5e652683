import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answerContact, type ContactMessage, contactMessages } from '#contract/messages/contact.ts'
import { messageLimits } from '#contract/messages/messages.ts'
import { bodyOf, query } from '#web/client/api.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { messageFailures, messageSuccesses } from './toasts.ts'
import { useAdminCall } from '../use-admin-call.ts'

/** Messages that people without an account sent from the contact page; each gets one answer by mail (D177). */
export function ContactMessages() {
  const list = useQuery({ ...query(contactMessages), staleTime: 0 })
  if (list.isPending) return <LoadingRows what="messages" />
  if (list.isError) return <LoadError what="the messages" failed={list} />
  if (list.data.length === 0) {
    return <EmptyState title="No messages yet">Messages from people without an account will appear here.</EmptyState>
  }
  return (
    <ul aria-label="Messages from the contact page" className="flex max-w-3xl flex-col gap-4">
      {list.data.map((message) => (
        <li key={message.id}>
          <OneMessage message={message} />
        </li>
      ))}
    </ul>
  )
}

function OneMessage({
  message: { id, name, email, message, createdAt, answer, answeredAt },
}: {
  message: ContactMessage
}) {
  const [isAnswering, setAnswering] = useState(false)
  return (
    <Card
      title={<span className="wrap-anywhere">{name}</span>}
      description={
        <span className="wrap-anywhere">
          {email} · <DateTime value={createdAt} withTime />
        </span>
      }
      aside={answer === null ? <Badge tone="warning">Waiting</Badge> : <Badge tone="success">Answered</Badge>}
    >
      <p className="wrap-anywhere whitespace-pre-line">{message}</p>
      {answer !== null && answeredAt && (
        <div className="mt-4 border-t border-line pt-4">
          <p className="text-sm text-muted">
            Answered by email on <DateTime value={answeredAt} withTime />
          </p>
          <p className="mt-1 wrap-anywhere whitespace-pre-line">{answer}</p>
        </div>
      )}
      {answer === null && !isAnswering && (
        <Button className="mt-4" variant="secondary" aria-label={`Answer ${name}`} onClick={() => setAnswering(true)}>
          Answer
        </Button>
      )}
      {answer === null && isAnswering && <AnswerForm id={id} name={name} onClose={() => setAnswering(false)} />}
    </Card>
  )
}

const words = bodyOf(answerContact)

function AnswerForm({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const send = useAdminCall(answerContact, {
    list: contactMessages,
    failed: messageFailures.answerContact,
    done: ({ email }) =>
      showToast({ ...messageSuccesses.contactAnswered, description: `We are sending it to ${email}.` }),
  })
  return (
    <Form
      schema={words}
      onSubmit={(body) => send.submit({ params: { id }, body })}
      aria-label={`Answer to ${name}`}
      className="mt-4 flex flex-col gap-3"
    >
      <TextArea name="message" label="Your answer" rows={5} maxLength={messageLimits.message} required />
      <div className="flex flex-wrap gap-2">
        <SubmitButton pendingText="Sending…">Send by Email</SubmitButton>
        <Button variant="secondary" disabled={send.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
