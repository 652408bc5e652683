import type { ReactNode } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import type { NamedPerson } from '#contract/agents/admin-requests.ts'
import { adminCommunications, teamMessageTypes, type TeamThread } from '#contract/messages/admin-messages.ts'
import { inbox, type InboxState, type InboxThread, inboxStates } from '#contract/messages/inbox.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { type ListColumn, type ListFilter, timeOrders } from '#web/client/lists/list-tools.tsx'
import { List } from '#web/client/lists/list.tsx'
import { Badge, type BadgeTone } from '#web/kit/badge.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { UnreadMark } from '#web/screens/messages/communications.tsx'
import { nameType, priorityNames, typeNames } from '#web/screens/messages/labels.ts'
import { textColumn, timeColumn, filterBy } from '../columns.tsx'
import { nameOf, PersonLines } from '../person-name.tsx'

export const typeOptions = teamMessageTypes.map((value) => ({ value, label: typeNames[value] }))

export const everybody = 'Everyone'

/** How urgent a message is, unless it is like most. */
export function PriorityBadge({ priority }: Pick<TeamThread, 'priority'>) {
  if (priority === 'normal') return null
  return <Badge tone={priority === 'high' ? 'warning' : 'neutral'}>{priorityNames[priority]} priority</Badge>
}

const typeFilter = filterBy('messageType', ['type', 'types'], teamMessageTypes, (type) => typeNames[type])

const filters: readonly ListFilter[] = [
  {
    name: 'assignee',
    label: 'Filter by assignee',
    options: [
      { value: 'all', label: 'Everyone’s' },
      { value: 'mine', label: 'Mine' },
      { value: 'nobody', label: 'Nobody’s' },
    ],
  },
  {
    name: 'box',
    label: 'Filter by box',
    options: [
      { value: 'all', label: 'All messages' },
      { value: 'unread', label: 'Unread' },
      { value: 'from_people', label: 'From users' },
      { value: 'to_person', label: 'To one user' },
      { value: 'contact', label: 'From the contact page' },
    ],
  },
  typeFilter,
]

/** The conversations with people and strangers, by default the customer's newest message first. */
export function InboxList({ state }: { state: InboxState | undefined }) {
  const [search] = useSearchParams()
  const [path] = useLocation()
  const isOfStrangers = search.get('contact') === 'open'
  // The way back from a stranger's message leads to the same list, although the message takes the place of "open".
  const list = isOfStrangers ? withValue(withValue(search, 'box', 'contact'), 'state', state ?? 'all') : search
  const hrefOf = ({ messageId, contactId }: InboxThread) =>
    `${path}?${messageId ? withValue(search, 'message', messageId) : withValue(list, 'contact', contactId ?? '')}`
  return (
    <List
      call={inbox}
      nouns={['thread', 'threads']}
      searchHint="Words, name or email"
      emptyText={emptyTexts[state ?? 'all']}
      filters={isOfStrangers ? filters.filter(({ name }) => name !== 'box') : filters}
      columns={columns(hrefOf)}
      sortedBy="-asked"
      fixed={{ state, ...(isOfStrangers && { box: 'contact' }) }}
    />
  )
}

const emptyTexts: Record<InboxState | 'all', string> = {
  open: 'Messages that need an answer will appear here.',
  waiting: 'Conversations that wait for the customer will appear here.',
  closed: 'Conversations that are done will appear here.',
  all: 'Messages between people and the admins will appear here.',
}

/** What was sent to everyone, and what Luna itself wrote to one person, until somebody answers. */
export function NoticeList() {
  const [search] = useSearchParams()
  const [path] = useLocation()
  return (
    <List
      call={adminCommunications}
      nouns={['notice', 'notices']}
      searchHint="Words, name or email"
      emptyText="Messages to everyone, and news that Luna sends by itself, will appear here."
      filters={[typeFilter]}
      columns={noticeColumns((id) => `${path}?${withValue(search, 'message', id)}`)}
      sortedBy="-created"
      fixed={{ box: 'notices' }}
    />
  )
}

/** The columns; the subject links to the conversation. */
function columns(hrefOf: (row: InboxThread) => string): readonly ListColumn<InboxThread>[] {
  return [
    { title: 'Id', csv: ({ id }) => id },
    textColumn('Subject', ({ subject }) => subject, {
      sort: 'subject',
      phone: 'lead',
      cell: (row) => (
        <Subject
          row={row}
          href={hrefOf(row)}
          title={row.contactId ? `${row.subject}: ${row.name}` : row.subject}
          writer={row.answeredBy}
        >
          <PriorityBadge priority={row.priority} />
        </Subject>
      ),
    }),
    { title: 'Message', csv: ({ message }) => message },
    textColumn('With', ({ name }) => name, { sort: 'person', phone: 'left', cell: (row) => <With row={row} /> }),
    { title: 'Email', csv: ({ email }) => email },
    textColumn('State', ({ state }) => stateNames[state], {
      phone: 'left',
      cell: ({ state, assignee }) => (
        <span className="flex flex-col items-start gap-0.5 max-sm:flex-row max-sm:items-center max-sm:gap-2">
          <StateBadge state={state} />
          <span className="text-xs break-words text-muted">{assignee ? nameOf(assignee) : 'Unassigned'}</span>
        </span>
      ),
    }),
    { title: 'Assignee', csv: ({ assignee }) => (assignee ? nameOf(assignee) : '') },
    { title: 'Type', csv: ({ messageType }) => nameType(messageType) },
    ...countColumns,
    {
      title: 'Customer wrote',
      sort: 'asked',
      orders: ['Oldest message first', 'Newest message first'],
      phone: 'left',
      cell: ({ askedAt }) => (askedAt ? <DateTime value={askedAt} withTime /> : <None />),
    },
    { title: 'Newest from customer', csv: ({ askedAt }) => askedAt ?? '' },
    {
      title: 'Unanswered since',
      sort: 'waiting',
      orders: ['Oldest unanswered first', 'Newest unanswered first'],
      phone: 'left',
      csv: ({ openSince }) => openSince ?? '',
      cell: (row) => <Unanswered row={row} />,
    },
    { title: 'Newest answer', csv: ({ answeredAt }) => answeredAt ?? '' },
    { title: 'Seconds to first answer', csv: ({ firstAnswerSeconds }) => firstAnswerSeconds ?? '' },
  ]
}

/** Columns that only the files of both lists have. */
const countColumns: readonly ListColumn<Pick<TeamThread, 'priority' | 'messageCount' | 'unreadCount'>>[] = [
  { title: 'Priority', csv: ({ priority }) => priorityNames[priority] },
  { title: 'Messages', csv: ({ messageCount }) => messageCount },
  { title: 'Unread', csv: ({ unreadCount }) => unreadCount },
]

function Unanswered({ row: { openSince, askedAt } }: { row: InboxThread }) {
  if (!openSince) return <None />
  return (
    // On phones nothing names a column, and the newest message is often the only one without an answer.
    <span className={openSince === askedAt ? 'max-sm:hidden' : ''}>
      <span className="sm:hidden">Unanswered since </span>
      <DateTime value={openSince} withTime />
    </span>
  )
}

function None() {
  return <span className="text-muted max-sm:hidden">None</span>
}

function With({ row: { name, email } }: { row: InboxThread }) {
  return (
    <>
      <span className="block wrap-anywhere">{name || email}</span>
      <span className="block text-xs wrap-anywhere text-muted lg:min-w-44">{email}</span>
    </>
  )
}

interface SubjectProps {
  row: Pick<TeamThread, 'message' | 'messageCount' | 'unreadCount'>
  href: string
  title: string
  /** The member of the team who wrote the shown message; null for the customer. */
  writer: NamedPerson | null
  children?: ReactNode
}

/** The link to a conversation, marked while something in it is unread, above the beginning of its newest message. */
function Subject({ row: { message, messageCount, unreadCount }, href, title, writer, children }: SubjectProps) {
  const isUnread = unreadCount > 0
  return (
    <>
      <span className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 break-words">
          {isUnread && (
            <span className="mr-2 inline-flex align-middle">
              <UnreadMark />
            </span>
          )}
          <TextLink href={href} quiet className={isUnread ? 'font-semibold text-text' : 'font-medium text-text'}>
            {title}
          </TextLink>
          {messageCount > 1 && <span className="ml-2 text-xs text-muted">{messageCount} messages</span>}
        </span>
        {children}
      </span>
      <span className="mt-0.5 line-clamp-1 max-w-prose text-xs font-normal wrap-anywhere text-muted">
        {writer && `${nameOf(writer)}: `}
        {message}
      </span>
    </>
  )
}

function noticeColumns(hrefOf: (id: string) => string): readonly ListColumn<TeamThread>[] {
  return [
    { title: 'Id', csv: ({ id }) => id },
    textColumn('Subject', ({ subject }) => subject, {
      sort: 'subject',
      phone: 'lead',
      cell: (row) => (
        <Subject
          row={row}
          href={hrefOf(row.id)}
          title={row.subject}
          writer={row.audience === 'admins' ? null : row.sender}
        />
      ),
    }),
    { title: 'Message', csv: ({ message }) => message },
    { title: 'From', csv: ({ sender }) => nameOf(sender) },
    textColumn('With', ({ person }) => (person ? nameOf(person) : everybody), {
      sort: 'person',
      phone: 'left',
      cell: ({ person }) => (person ? <PersonLines person={person} /> : everybody),
    }),
    { title: 'Email', csv: ({ person }) => person?.email ?? '' },
    textColumn('Type', ({ messageType }) => nameType(messageType), {
      phone: 'left',
      cell: ({ messageType, priority }) => (
        <span className="inline-flex flex-wrap items-center gap-1.5">
          {nameType(messageType)}
          <PriorityBadge priority={priority} />
        </span>
      ),
    }),
    ...countColumns,
    timeColumn('Newest', ({ createdAt }) => createdAt, {
      sort: 'created',
      orders: timeOrders,
      phone: 'left',
      csv: undefined,
    }),
    { title: 'Sent', csv: ({ createdAt }) => createdAt },
  ]
}

/** What the inbox shows: the conversations of one state, all of them, or what the product and the team sent out. */
export type Shown = InboxState | 'all' | 'notices'

const others: readonly Shown[] = ['all', 'notices']

/** Returns what the URL asks for; open conversations unless it says otherwise. */
export function readShown(search: URLSearchParams): Shown {
  const known: readonly Shown[] = [...inboxStates, ...others]
  return known.find((shown) => shown === search.get('state')) ?? (search.get('contact') === 'open' ? 'all' : 'open')
}

export const stateNames: Record<InboxState, string> = { open: 'Open', waiting: 'Waiting', closed: 'Closed' }

const tones: Record<InboxState, BadgeTone> = { open: 'warning', waiting: 'neutral', closed: 'success' }

export function StateBadge({ state }: { state: InboxState }) {
  return <Badge tone={tones[state]}>{stateNames[state]}</Badge>
}
