import { adminActs, actTargets, type AdminAct } from '#contract/audit/acts.ts'
import type { CsvColumn } from '#contract/csv.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { CallList } from '#web/client/lists/call-list.tsx'
import { type ListColumn, type ListFilter, timeOrders } from '#web/client/lists/list-tools.tsx'
import { targetNames } from '../labels.ts'
import { changesOf, inWords, nameAct, nameTarget, sayValues } from './act-words.ts'

/** The audit log: every change with its author, time, target and reason (D153). */
export function ActsList() {
  return (
    <CallList
      call={adminActs}
      nouns={['action', 'actions']}
      searchHint="Admin, user, reason or request"
      emptyText="Every change by a platform admin will appear here."
      filters={filters}
      columns={columns}
      csv={csv}
      sortedBy="-at"
    />
  )
}

const filters: readonly ListFilter[] = [
  {
    name: 'targetKind',
    label: 'Filter by kind',
    options: [
      { value: 'all', label: 'All actions' },
      ...actTargets.map((value) => ({ value, label: targetNames[value] })),
    ],
  },
]

const columns: readonly ListColumn<AdminAct>[] = [
  { title: 'Time', sort: 'at', orders: timeOrders, phone: 'left', cell: ({ at }) => <DateTime value={at} withTime /> },
  {
    title: 'Admin',
    sort: 'admin',
    phone: 'left',
    cell: ({ adminEmail }) => <span className="wrap-anywhere">{adminEmail}</span>,
  },
  {
    title: 'Action',
    sort: 'action',
    phone: 'lead',
    cell: ({ action }) => <span className="font-medium">{nameAct(action)}</span>,
  },
  {
    title: 'Target',
    sort: 'target',
    phone: 'left',
    cell: (act) => <span className="wrap-anywhere">{nameTarget(act)}</span>,
  },
  { title: 'Change', phone: 'left', cell: (act) => <Change act={act} /> },
]

/** The values before and after, and the reason. */
export function Change({ act }: { act: AdminAct }) {
  return (
    <>
      {changesOf(act).map(({ name, before, after }) => (
        <span key={name} className="block wrap-anywhere">
          {name}: {before !== null && `${before} → `}
          {after}
        </span>
      ))}
      {act.reason && <span className="block wrap-anywhere text-muted">“{act.reason}”</span>}
    </>
  )
}

const csv: readonly CsvColumn<AdminAct>[] = [
  ['Time', ({ at }) => at],
  ['Admin', ({ adminEmail }) => adminEmail],
  ['Action', ({ action }) => nameAct(action)],
  ['Kind', ({ targetKind }) => inWords(targetKind)],
  ['Id', ({ targetId }) => targetId],
  ['Name', nameTarget],
  ['Before', ({ before }) => sayValues(before)],
  ['After', ({ after }) => sayValues(after)],
  ['Reason', ({ reason }) => reason ?? ''],
  ['Request', ({ requestId }) => requestId],
]
