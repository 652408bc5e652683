import { disputeStates, disputes, type Dispute } from '#contract/admin/disputes.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { type ListColumn } from '#web/client/lists/list-tools.tsx'
import { List } from '#web/client/lists/list.tsx'
import { amountColumn, createdColumn, stateColumn, linkColumn, filterBy, payerColumns } from '../columns.tsx'
import { Deadline } from './money-back.tsx'
import { disputeNames, reasonText } from './words.ts'

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

const filters = [filterBy('state', ['state', 'states'], disputeStates, (state) => disputeNames[state].label)]

const columns: readonly ListColumn<Dispute>[] = [
  { title: 'Id', csv: ({ id }) => id },
  linkColumn(
    'Reason',
    ({ reason }) => reasonText(reason),
    ({ id }) => paths.adminDispute(id),
    { belowOf: ({ description }) => description },
  ),
  ...payerColumns({ phone: 'left' }),
  stateColumn('State', ({ state }) => disputeNames[state], { phone: 'right' }),
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
