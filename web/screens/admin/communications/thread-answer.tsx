import { useState } from 'react'
import type { NamedPerson } from '#contract/agents/admin-requests.ts'
import type { TeamMessage } from '#contract/messages/admin-messages.ts'
import { isChangedMeanwhile } from '#web/client/api-error.ts'
import { Ago } from '#web/kit/text/ago.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { nameOf } from '../person-name.tsx'
import { AnswerForm } from './answer-form.tsx'
import { useSendTeamMessage } from './use-team-messages.ts'

interface Props {
  person: NamedPerson
  messages: readonly TeamMessage[]
  newest: TeamMessage
  text: string
  onText: (text: string) => void
}

/** Continues the thread with the same subject; what somebody else has just answered is said first (D187). */
export function ThreadAnswer({ person, messages, newest, text, onText }: Props) {
  const [sentCount, setSentCount] = useState(0)
  const [known] = useState(() => new Set(messages.map(({ id }) => id)))
  const send = useSendTeamMessage(() => {
    setSentCount((count) => count + 1)
    onText('')
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
