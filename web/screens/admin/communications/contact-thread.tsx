import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answerContact, type ContactMessage } from '#contract/messages/contact.ts'
import { findInboxThread, type InboxThread } from '#contract/messages/inbox.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { ApiError } from '#web/client/api-error.ts'
import { query, useCall } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Card } from '#web/kit/card.tsx'
import { takeFocus } from '#web/kit/kept-focus.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { useDuty } from '../use-duty.ts'
import { AnswerForm } from './answer-form.tsx'
import { Gone, Handling, lookMs } from './handling.tsx'

/** A stranger's message from the contact page; it gets one answer, by mail (D177). */
export function ContactThread({ id }: { id: string }) {
  const found = useQuery({
    ...query(findInboxThread, { params: { messageId: id } }),
    staleTime: 0,
    refetchInterval: lookMs,
  })
  if (found.error instanceof ApiError && found.error.status === 404) return <Gone />
  return (
    <Loaded read={found} what="the message">
      {({ contact, thread }) => (contact ? <Opened contact={contact} thread={thread} /> : <Gone />)}
    </Loaded>
  )
}

function Opened({ contact, thread }: { contact: ContactMessage; thread: InboxThread | null }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,24rem)]">
      <Message contact={contact} />
      <div className="flex min-w-0 flex-col gap-4">
        {thread && <Handling thread={thread} />}
        <Card title="Sender">
          <p className="wrap-anywhere">{contact.name}</p>
          <p className="wrap-anywhere text-muted">{contact.email}</p>
          <p className="mt-2 text-sm">
            {thread?.accountId ? (
              <>
                <TextLink href={paths.adminCustomer(thread.accountId)}>Has an account with this address</TextLink>.
                Anyone can type an address, so do not discuss the account here.
              </>
            ) : (
              'No account has this address.'
            )}
          </p>
        </Card>
      </div>
    </div>
  )
}

function Message({
  contact: { id, name, email, message, createdAt, answer, answeredAt },
}: {
  contact: ContactMessage
}) {
  const mayChange = useDuty('messages.change')
  const [isSent, setSent] = useState(false)
  return (
    <Card
      title={<span className="wrap-anywhere">{name}</span>}
      description={
        <span className="wrap-anywhere">
          {email} · <DateTime value={createdAt} withTime />
        </span>
      }
      className="max-w-3xl"
    >
      <p className="wrap-anywhere whitespace-pre-line">{message}</p>
      {answer !== null && answeredAt && (
        // The form that had the focus is gone.
        <div ref={isSent ? takeFocus : undefined} tabIndex={-1} className="mt-4 border-t border-line pt-4">
          <p className="text-sm text-muted">
            Answered by email on <DateTime value={answeredAt} withTime />
          </p>
          <p className="mt-1 wrap-anywhere whitespace-pre-line">{answer}</p>
        </div>
      )}
      {answer === null && mayChange && <ContactAnswer id={id} name={name} onSent={() => setSent(true)} />}
      {answer === null && !mayChange && (
        <p className="mt-6 text-muted">Your role can read messages but not answer them.</p>
      )}
    </Card>
  )
}

function ContactAnswer({ id, name, onSent }: { id: string; name: string; onSent: () => void }) {
  const [text, setText] = useState('')
  const send = useCall(answerContact, {
    told: ({ email }) => ({ title: 'Answer Sent', description: `We are sending it to ${email}.`, tone: 'success' }),
    done: onSent,
  })
  return (
    <AnswerForm
      label="Your answer"
      sendLabel="Send by Email"
      text={text}
      onText={setText}
      firstName={name.split(' ')[0] ?? ''}
      pending={send.isPending}
      sentCount={0}
      onSend={(message, close) => send.submit({ params: { id }, body: { message, ...(close && { close }) } })}
    />
  )
}
