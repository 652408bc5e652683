import { teamMessageTypes, type TeamThread } from '#contract/messages/admin-messages.ts'
import type { CsvColumn } from '#contract/csv.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { UnreadMark } from '#web/screens/messages/communications.tsx'
import { nameType, priorityNames, typeNames } from '#web/screens/messages/labels.ts'
import { type ListColumn, type ListFilter, timeOrders } from '#web/client/lists/list-tools.tsx'
import { nameOf, PersonLines } from '../person-name.tsx'

/** The list of notices, on screen and as a CSV file. */

export const typeOptions = teamMessageTypes.map((value) => ({ value, label: typeNames[value] }))

export const everybody = 'Everyone'

export const typeFilter: ListFilter = {
  name: 'messageType',
  label: 'Filter by type',
  options: [{ value: 'all', label: 'All types' }, ...typeOptions],
}

/** The columns; the subject links to the thread. */
export function threadColumns(hrefOf: (id: string) => string): readonly ListColumn<TeamThread>[] {
  return [
    {
      title: 'Subject',
      sort: 'subject',
      phone: 'lead',
      cell: (row) => <Subject row={row} href={hrefOf(row.id)} />,
    },
    {
      title: 'With',
      sort: 'person',
      phone: 'left',
      cell: ({ person }) => (person ? <PersonLines person={person} /> : everybody),
    },
    {
      title: 'Type',
      phone: 'left',
      cell: ({ messageType, priority }) => (
        <span className="inline-flex flex-wrap items-center gap-1.5">
          {nameType(messageType)}
          {priority !== 'normal' && (
            <Badge tone={priority === 'high' ? 'warning' : 'neutral'}>{priorityNames[priority]} priority</Badge>
          )}
        </span>
      ),
    },
    {
      title: 'Newest',
      sort: 'created',
      orders: timeOrders,
      phone: 'left',
      cell: ({ createdAt }) => <DateTime value={createdAt} withTime />,
    },
  ]
}

function Subject({ row, href }: { row: TeamThread; href: string }) {
  const { subject, message, messageCount, unreadCount, audience, sender } = row
  const isUnread = unreadCount > 0
  return (
    <>
      <span className="flex items-center gap-2">
        {isUnread && <UnreadMark />}
        <span className="min-w-0 break-words">
          <TextLink href={href} quiet className={isUnread ? 'font-semibold text-text' : 'font-medium text-text'}>
            {subject}
          </TextLink>
          {messageCount > 1 && <span className="ml-2 text-xs text-muted">{messageCount} messages</span>}
        </span>
      </span>
      <span className="mt-0.5 line-clamp-1 max-w-prose text-xs font-normal wrap-anywhere text-muted">
        {audience === 'admins' ? '' : `${nameOf(sender)}: `}
        {message}
      </span>
    </>
  )
}

export const threadCsv: readonly CsvColumn<TeamThread>[] = [
  ['Id', ({ id }) => id],
  ['Subject', ({ subject }) => subject],
  ['Message', ({ message }) => message],
  ['From', ({ sender }) => nameOf(sender)],
  ['With', ({ person }) => (person ? nameOf(person) : everybody)],
  ['Email', ({ person }) => person?.email ?? ''],
  ['Type', ({ messageType }) => nameType(messageType)],
  ['Priority', ({ priority }) => priorityNames[priority]],
  ['Messages', ({ messageCount }) => messageCount],
  ['Unread', ({ unreadCount }) => unreadCount],
  ['Sent', ({ createdAt }) => createdAt],
]
