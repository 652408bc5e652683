import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { customer, customerTimeline } from '#contract/admin/customers.ts'
import type { TimelineLine } from '#contract/admin/timeline.ts'
import type { NamedPerson } from '#contract/agents/admin-requests.ts'
import { formatCount, formatDuration } from '#contract/amounts.ts'
import { formatAgo } from '#contract/dates.ts'
import { adminThread, sendTeamMessage, type TeamMessage, withdrawMessage } from '#contract/messages/admin-messages.ts'
import { findInboxThread } from '#contract/messages/inbox.ts'
import { fillAnswer, savedAnswers } from '#contract/messages/saved-answers.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { isChangedMeanwhile } from '#web/client/api-error.ts'
import { query, useCall, write } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ask } from '#web/kit/dialogs/confirm-dialog.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { ThreadMessages } from '#web/screens/messages/message-thread.tsx'
import { TimelineList } from '../customers/timeline.tsx'
import { nameOf } from '../person-name.tsx'
import { useDuty } from '../use-duty.ts'
import { AnswerForm, joined, sentToast } from './answer-form.tsx'
import { Gone, Handling, lookMs } from './handling.tsx'
import { everybody } from './inbox-list.tsx'

/** The id of the link back to the list. */
export const wayBackId = 'way-back'

/** One thread in full with what is known of its person; opening it marks it as read for this admin only (D64-D66). */
export function Thread({ id }: { id: string }) {
  const found = useQuery({ ...query(adminThread, { params: { id } }), staleTime: 0, refetchInterval: lookMs })
  return (
    <Loaded read={found} what="the messages" empty={<Gone />}>
      {(messages) => <Opened id={id} messages={messages} />}
    </Loaded>
  )
}

function Opened({ id, messages }: { id: string; messages: readonly TeamMessage[] }) {
  const { data } = useQuery({
    ...query(findInboxThread, { params: { messageId: id } }),
    staleTime: 0,
    refetchInterval: lookMs,
  })
  const [reply, setReply] = useState('')
  const person = personIn(messages)
  const shown = <Messages messages={messages} person={person} reply={reply} onReply={setReply} />
  if (!person) return shown
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,24rem)]">
      {shown}
      <div className="flex min-w-0 flex-col gap-4">
        {data?.thread && <Handling thread={data.thread} />}
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
              onClick={() => void withdraw(message)}
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
    </Card>
  )
}

/** Withdraws a message after a question, because it is then gone for good (D65). */
function withdraw({ id, subject, recipient }: TeamMessage): Promise<boolean> {
  return ask({
    title: 'Withdraw this message?',
    text: `“${subject}” will disappear for ${recipient ? nameOf(recipient) : 'everyone'} and for all admins, even if it was read.`,
    confirm: 'Withdraw Message',
    keep: 'Keep Message',
    act: () => write(withdrawMessage, { params: { id } }).catch(() => undefined),
    next: () => document.querySelector(`#${wayBackId} a`),
  })
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

interface AnswerProps {
  person: NamedPerson
  messages: readonly TeamMessage[]
  newest: TeamMessage
  text: string
  onText: (text: string) => void
}

/** Continues the thread with the same subject; what somebody else has just answered is said first (D187). */
function ThreadAnswer({ person, messages, newest, text, onText }: AnswerProps) {
  const [sentCount, setSentCount] = useState(0)
  const [known] = useState(() => new Set(messages.map(({ id }) => id)))
  const send = useCall(sendTeamMessage, {
    told: sentToast,
    done: () => {
      setSentCount((count) => count + 1)
      onText('')
    },
  })
  const answer = messages.findLast(({ id, audience }) => audience === 'person' && !known.has(id))
  const other = answer?.isOwn ? undefined : answer
  return (
    <>
      {other && (
        <div className="mt-4">
          <Banner tone="warning" announce>
            {nameOf(other.sender)} answered <Ago value={other.createdAt} />.
            {isChangedMeanwhile(send.error) && ' Your answer was not sent. Read theirs first, then send yours.'}
          </Banner>
        </div>
      )}
      <AnswerForm
        label="Your message"
        sendLabel="Send Message"
        text={text}
        onText={onText}
        firstName={person.firstName}
        pending={send.isPending}
        sentCount={sentCount}
        onSend={(message, close) =>
          send.submit({
            body: {
              subject: newest.subject,
              message,
              messageType: 'support',
              toUserId: person.id,
              inReplyTo: newest.id,
              seenId: newest.id,
              ...(close && { close }),
            },
          })
        }
      />
    </>
  )
}

const shownCount = 5

interface BesideProps {
  person: NamedPerson
  /** Gets the saved answer that names what was given back. */
  onAnswer: (text: string) => void
}

/** What an answer needs to know of its person: plan, balance, and the last conversations and payments. */
function Beside({ person, onAnswer }: BesideProps) {
  return (
    <>
      <CustomerCard person={person} />
      <LastLines person={person} onAnswer={onAnswer} />
    </>
  )
}

function CustomerCard({ person }: { person: NamedPerson }) {
  const found = useQuery({ ...query(customer, { params: { id: person.id } }), staleTime: 0 })
  return (
    <Card title="Customer">
      <p>
        <TextLink href={paths.adminCustomer(person.id)}>{nameOf(person)}</TextLink>
      </p>
      <Loaded read={found} what="the customer">
        {({ plan, balance }) => (
          <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
            <dt className="text-muted">Plan</dt>
            <dd>{plan ? plan.name : 'None'}</dd>
            <dt className="text-muted">Balance</dt>
            <dd className="tabular">{formatDuration(Math.floor(balance.month + balance.purchased))}</dd>
          </dl>
        )}
      </Loaded>
    </Card>
  )
}

/** A conversation that went wrong is most probably what the person writes about, otherwise the newest charge. */
function findLikely(lines: readonly TimelineLine[]): TimelineLine | undefined {
  return lines.find(wasWrong) ?? lines.find(isCharged)
}

/** Whether it is over and nothing was charged for it, or the agent was never heard. */
function wasWrong(line: TimelineLine): boolean {
  if (line.kind !== 'conversation' || line.facts.charged === null) return false
  return line.facts.charged === 0 || !line.facts.wasHeard
}

function isCharged(line: TimelineLine): boolean {
  if (line.kind === 'conversation') return (line.facts.charged ?? 0) > 0
  return line.kind === 'payment' && line.state === 'paid'
}

function LastLines({ person, onAnswer }: BesideProps) {
  const shown = { kinds: 'conversation,payment,decline', limit: shownCount }
  const found = useQuery({
    ...query(customerTimeline, { params: { id: person.id }, query: shown }),
    staleTime: 0,
  })
  const { data: answers = [] } = useQuery(query(savedAnswers))
  const credited = answers.find(({ message }) => message.includes('{minutes}'))
  return (
    <Card title="Last Conversations and Payments">
      <Loaded read={found} what="the timeline">
        {({ lines }) =>
          lines.length === 0 ? (
            <p className="text-muted">No conversations or payments yet.</p>
          ) : (
            <TimelineList
              label="Last conversations and payments"
              lines={lines}
              whose={{ kind: 'user', id: person.id }}
              explained={findLikely(lines)}
              onCredited={(_line, minutes) => {
                const values = { firstName: person.firstName, minutes: formatDuration(Math.round(minutes * 60)) }
                if (credited) onAnswer(fillAnswer(credited.message, values))
              }}
            />
          )
        }
      </Loaded>
      <p className="mt-3 text-sm">
        <TextLink href={paths.adminCustomer(person.id)}>See the full timeline</TextLink>
      </p>
    </Card>
  )
}

const tickMs = 30_000

/** How long ago something happened, such as `1 minute ago`; it grows older while it is shown. */
function Ago({ value }: { value: string }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={value} className="whitespace-nowrap">
      {formatAgo(value, now)}
    </time>
  )
}
