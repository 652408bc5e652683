import { amountColumn, createdColumn } from '../columns.tsx'
import { disputeStates, disputes, type Dispute } from '#contract/admin/disputes.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { List } from '#web/client/lists/list.tsx'
import { type ListColumn, type ListFilter } from '#web/client/lists/list-tools.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { rowLinkClasses } from '#web/kit/table.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { PayerLink } from '../person-name.tsx'
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
  { title: 'Id', csv: ({ id }) => id },
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
    csv: ({ reason }) => reasonText(reason),
  },
  {
    title: 'Customer',
    phone: 'left',
    cell: ({ payer }) => <PayerLink payer={payer} />,
    csv: ({ payer }) => payer.name,
  },
  { title: 'Email', csv: ({ payer }) => payer.email },
  {
    title: 'State',
    phone: 'right',
    cell: ({ state }) => <Badge tone={disputeNames[state].tone}>{disputeNames[state].label}</Badge>,
    csv: ({ state }) => disputeNames[state].label,
  },
  {
    title: 'Deadline',
    sort: 'due',
    orders: ['Nearest deadline first', 'Latest deadline first'],
    phone: 'right',
    cell: (dispute) => <Deadline dispute={dispute} />,
    csv: ({ dueAt }) => dueAt ?? '',
  },
  { title: 'Submissions', csv: ({ submissions }) => submissions },
  createdColumn('Opened'),
  { title: 'Payment', csv: ({ description }) => description },
  { title: 'Receipts', csv: ({ receiptNumbers }) => receiptNumbers.join(' ') },
  amountColumn,
]
