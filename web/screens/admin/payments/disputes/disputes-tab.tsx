import { disputeStates, disputes, type Dispute } from '#contract/admin/disputes.ts'
import { formatDollars, plainDollars } from '#contract/amounts.ts'
import type { CsvColumn } from '#contract/csv.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { List } from '#web/client/lists/list.tsx'
import { type ListColumn, type ListFilter, timeOrders } from '#web/client/lists/list-tools.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { rowLinkClasses } from '#web/kit/table.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { PayerLink } from '../payer-link.tsx'
import { Deadline } from './deadline.tsx'
import { disputeNames, reasonText } from './dispute-words.ts'

/** Money that banks ask back; those that wait for evidence come first, by their deadline (D44). */
export default function DisputesTab() {
  return (
    <List
      call={disputes}
      nouns={['dispute', 'disputes']}
      searchHint="Name or email"
      emptyText="A dispute appears when a customer asks their bank to take a payment back."
      filters={filters}
      columns={columns}
      csv={csv}
      sortedBy="due"
      rowsPerPage={25}
      isLinked
    />
  )
}

const filters: readonly ListFilter[] = [
  {
    name: 'state',
    label: 'Filter by state',
    options: [
      { value: 'all', label: 'All states' },
      ...disputeStates.map((value) => ({ value, label: disputeNames[value].label })),
    ],
  },
]

const columns: readonly ListColumn<Dispute>[] = [
  {
    title: 'Reason',
    phone: 'lead',
    cell: ({ id, reason, description }) => (
      <>
        <TextLink
          href={paths.adminDispute(id)}
          quiet
          className={`font-medium wrap-anywhere text-text! ${rowLinkClasses}`}
        >
          {reasonText(reason)}
        </TextLink>
        <span className="block text-xs font-normal wrap-anywhere text-muted">{description}</span>
      </>
    ),
  },
  { title: 'Customer', phone: 'left', cell: ({ payer }) => <PayerLink payer={payer} /> },
  {
    title: 'State',
    phone: 'right',
    cell: ({ state }) => <Badge tone={disputeNames[state].tone}>{disputeNames[state].label}</Badge>,
  },
  {
    title: 'Deadline',
    sort: 'due',
    orders: ['Nearest deadline first', 'Latest deadline first'],
    phone: 'right',
    cell: (dispute) => <Deadline dispute={dispute} />,
  },
  {
    title: 'Opened',
    sort: 'created',
    orders: timeOrders,
    phone: 'left',
    cell: ({ createdAt }) => <DateTime value={createdAt} />,
  },
  { title: 'Amount', sort: 'amount', numeric: true, phone: 'figure', cell: ({ amount }) => formatDollars(amount) },
]

const csv: readonly CsvColumn<Dispute>[] = [
  ['Id', ({ id }) => id],
  ['Customer', ({ payer }) => payer.name],
  ['Email', ({ payer }) => payer.email],
  ['Amount', ({ amount }) => plainDollars(amount)],
  ['Reason', ({ reason }) => reasonText(reason)],
  ['State', ({ state }) => disputeNames[state].label],
  ['Deadline', ({ dueAt }) => dueAt ?? ''],
  ['Submissions', ({ submissions }) => submissions],
  ['Opened', ({ createdAt }) => createdAt],
  ['Payment', ({ description }) => description],
  ['Receipts', ({ receiptNumbers }) => receiptNumbers.join(' ')],
]
