import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '#contract/amounts.ts'
import { adminThread, type TeamMessage } from '#contract/messages/admin-messages.ts'
import { query } from '#web/client/api.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { handOnFocus } from '#web/kit/kept-focus.ts'
import { AnswerForm, ThreadMessages } from '#web/screens/messages/message-thread.tsx'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { nameOf } from '../person-name.tsx'
import { everybody } from './thread-list.tsx'
import { useRenewMessages, useSendTeamMessage, useWithdraw } from './use-team-messages.ts'

/** The id of the link back to the list. */
export const wayBackId = 'way-back'

/** One thread in full; opening it marks it as read for this admin only (D64-D66). */
export function Thread({ id }: { id: string }) {
  const found = useQuery({ ...query(adminThread, { params: { id } }), staleTime: 0 })
  if (found.isPending) return <LoadingRows what="messages" />
  if (found.isError) return <LoadError what="the messages" failed={found} />
  return found.data.length === 0 ? <Gone /> : <Messages messages={found.data} />
}

function Gone() {
  return <EmptyState title="There is nothing here">These messages were deleted or withdrawn.</EmptyState>
}

/** Returns the other person; null for a message to everyone. */
function personIn(messages: readonly TeamMessage[]) {
  for (const { audience, sender, recipient } of messages) {
    if (audience === 'admins') return sender
    if (recipient) return recipient
  }
  return null
}

function Messages({ messages }: { messages: readonly TeamMessage[] }) {
  const renew = useRenewMessages()
  const [asked, setAsked] = useState<Asked | null>(null)
  const person = personIn(messages)
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
        renew={renew}
      />
      {person && newest && <Answer personId={person.id} newest={newest} />}
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

/** Continues the thread with the same subject. */
function Answer({ personId, newest }: { personId: string; newest: TeamMessage }) {
  const [sentCount, setSentCount] = useState(0)
  const send = useSendTeamMessage(() => setSentCount(sentCount + 1))
  return (
    <AnswerForm
      sentCount={sentCount}
      onSend={(message) =>
        send.submit({
          body: { subject: newest.subject, message, messageType: 'support', toUserId: personId, inReplyTo: newest.id },
        })
      }
    />
  )
}
