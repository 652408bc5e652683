import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '#contract/amounts.ts'
import type { NamedPerson } from '#contract/agents/admin-requests.ts'
import { adminThread, type TeamMessage } from '#contract/messages/admin-messages.ts'
import { findInboxThread } from '#contract/messages/inbox.ts'
import { query } from '#web/client/api.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { handOnFocus } from '#web/kit/kept-focus.ts'
import { ThreadMessages } from '#web/screens/messages/message-thread.tsx'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { nameOf } from '../person-name.tsx'
import { joined } from './answer-form.tsx'
import { Beside } from './beside.tsx'
import { Gone, lookMs } from './gone.tsx'
import { Handling } from './handling.tsx'
import { ThreadAnswer } from './thread-answer.tsx'
import { everybody } from './thread-list.tsx'
import { useWithdraw } from './use-team-messages.ts'
import { useDuty } from '../use-duty.ts'

/** The id of the link back to the list. */
export const wayBackId = 'way-back'

/** One thread in full with what is known of its person; opening it marks it as read for this admin only (D64-D66). */
export function Thread({ id }: { id: string }) {
  const found = useQuery({ ...query(adminThread, { params: { id } }), staleTime: 0, refetchInterval: lookMs })
  const inboxed = useQuery({
    ...query(findInboxThread, { params: { messageId: id } }),
    staleTime: 0,
    refetchInterval: lookMs,
  })
  const [reply, setReply] = useState('')
  if (found.isPending) return <LoadingRows what="messages" />
  if (found.isError) return <LoadError what="the messages" failed={found} />
  if (found.data.length === 0) return <Gone />
  const person = personIn(found.data)
  const messages = <Messages messages={found.data} person={person} reply={reply} onReply={setReply} />
  if (!person) return messages
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,24rem)]">
      {messages}
      <div className="flex min-w-0 flex-col gap-4">
        {inboxed.data?.thread && <Handling thread={inboxed.data.thread} />}
        <Beside person={person} onAnswer={(text) => setReply((typed) => joined(typed, text))} />
      </div>
    </div>
  )
}

/** Returns the other person; null for a message to everyone. */
function personIn(messages: readonly TeamMessage[]): NamedPerson | null {
  for (const { audience, sender, recipient } of messages) {
    if (audience === 'admins') return sender
    if (recipient) return recipient
  }
  return null
}

interface MessagesProps {
  messages: readonly TeamMessage[]
  person: NamedPerson | null
  reply: string
  onReply: (text: string) => void
}

function Messages({ messages, person, reply, onReply }: MessagesProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const mayChange = useDuty('messages.change')
  const newest = messages.at(-1)
  return (
    <Card
      title={newest?.subject}
      description={
        <span className="wrap-anywhere">
          {person ? `With ${nameOf(person)}, ${person.email}` : `To ${everybody.toLowerCase()}`}
        </span>
      }
      className="max-w-3xl"
    >
      <ThreadMessages
        messages={messages}
        senderOf={({ isOwn, sender }) => (isOwn ? 'You' : nameOf(sender))}
        isOurs={({ audience }) => audience !== 'admins'}
        fateOf={(message) => <Fate message={message} />}
        actionsOf={(message) =>
          mayChange &&
          message.audience !== 'admins' && (
            <Button
              variant="ghost"
              size="dense"
              icon={<Undo2 aria-hidden className="size-4" />}
              aria-label={`Withdraw: ${message.subject}, ${nameOf(message.sender)}`}
              onClick={(event) => setAsked({ message, opener: event.currentTarget, open: true })}
            >
              Withdraw
            </Button>
          )
        }
      />
      {person && newest && mayChange && (
        <ThreadAnswer person={person} messages={messages} newest={newest} text={reply} onText={onReply} />
      )}
      {person && !mayChange && <p className="mt-6 text-muted">Your role can read messages but not answer them.</p>}
      {asked && <WithdrawDialog {...asked} onClose={() => setAsked({ ...asked, open: false })} />}
    </Card>
  )
}

interface Asked {
  message: TeamMessage
  /** The pressed button. */
  opener: HTMLElement
  open: boolean
}

/** Asks for confirmation, because a withdrawn message is gone for good (D65). */
function WithdrawDialog({ message, opener, open, onClose }: Asked & { onClose: () => void }) {
  const withdraw = useWithdraw(() => handOnFocus(document.querySelector<HTMLElement>(`#${wayBackId} a`)))
  const { id, subject, recipient } = message
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      finalFocus={() => (opener.isConnected ? opener : document.getElementById(wayBackId))}
      title="Withdraw this message?"
      confirmLabel="Withdraw Message"
      keepLabel="Keep Message"
      onConfirm={() => withdraw.submit({ params: { id } })}
    >
      “{subject}” will disappear for {recipient ? nameOf(recipient) : 'everyone'} and for all admins, even if it was
      read.
    </ConfirmDialog>
  )
}

function Fate({ message: { toUserId, seenAt, readCount } }: { message: TeamMessage }) {
  if (toUserId === null) return readCount === 0 ? 'Not read yet' : `Read by ${formatCount(readCount)}`
  if (seenAt === null) return 'Not read yet'
  return (
    <>
      Read on <DateTime value={seenAt} withTime />
    </>
  )
}
