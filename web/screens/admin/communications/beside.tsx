import { useQuery } from '@tanstack/react-query'
import { customer, customerTimeline } from '#contract/admin/customers.ts'
import type { TimelineLine } from '#contract/admin/timeline.ts'
import type { NamedPerson } from '#contract/agents/admin-requests.ts'
import { formatDuration } from '#contract/amounts.ts'
import { fillAnswer, savedAnswers } from '#contract/messages/saved-answers.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Card } from '#web/kit/card.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { TimelineList } from '../customers/timeline-list.tsx'
import { nameOf } from '../person-name.tsx'

const shownCount = 5

interface Props {
  person: NamedPerson
  /** Gets the saved answer that names what was given back. */
  onAnswer: (text: string) => void
}

/** What an answer needs to know of its person: plan, balance, and the last conversations and payments. */
export function Beside({ person, onAnswer }: Props) {
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

function LastLines({ person, onAnswer }: Props) {
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
