import { adminActs, actTargets, type AdminAct } from '#contract/audit/acts.ts'
import type { CsvColumn } from '#contract/csv.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { AdminList } from '../admin-list.tsx'
import { type ListColumn, type ListFilter, timeOrders } from '../list-tools.tsx'

/** Who changed what, for whom, when and why (D153). */
export function ActsList() {
  return (
    <AdminList
      call={adminActs}
      nouns={['act', 'acts']}
      searchHint="Admin, user, reason or request"
      emptyText="Every change by a platform admin will appear here."
      filters={filters}
      columns={columns}
      csv={csv}
      sortedBy="-at"
    />
  )
}

/** The acts in words; others appear under the name of their call. */
const actNames: Record<string, string> = {
  'user.role': 'Changed role',
  'user.status': 'Changed status',
  'user.delete': 'Deleted user',
  'user.restore': 'Restored user',
  'organization.create': 'Created organization',
  'organization.status': 'Changed status',
  'organization.appGrant': 'Granted or withdrew the app',
  'credits.adjust': 'Adjusted credits',
  'payment.refund': 'Refunded payment',
  'debt.forgive': 'Forgave debt',
  'agent_request.status': 'Changed agent request',
  'message.send': 'Sent message',
  'message.withdraw': 'Withdrew message',
  'setting.change': 'Changed setting',
  'agent.create': 'Created agent',
  'agent.update': 'Changed agent',
  'agent.delete': 'Deleted agent',
  'agent.archive': 'Archived agent',
  'agent.sync': 'Synced agent',
  'agent.test': 'Tested agent',
}

/** Other acts in organizations carry the name of the call that caused them. */
function nameAct(action: string): string {
  return actNames[action] ?? inWords(action.replace(/^organization\./, ''))
}

const filters: readonly ListFilter[] = [
  {
    name: 'targetKind',
    label: 'Filter by what was changed',
    options: [{ value: 'all', label: 'All acts' }, ...actTargets.map((value) => ({ value, label: inWords(value) }))],
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
    title: 'Act',
    sort: 'action',
    phone: 'lead',
    cell: ({ action }) => <span className="font-medium">{nameAct(action)}</span>,
  },
  {
    title: 'On',
    sort: 'target',
    phone: 'left',
    cell: ({ targetName, targetId }) => <span className="wrap-anywhere">{targetName ?? targetId}</span>,
  },
  { title: 'Change', phone: 'left', cell: (act) => <Change act={act} /> },
]

/** The values before and after, and the reason. */
export function Change({ act: { before, after, reason } }: { act: AdminAct }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const changed = names.filter((name) => show(before?.[name]) !== show(after?.[name]))
  return (
    <>
      {changed.map((name) => (
        <span key={name} className="block wrap-anywhere">
          {inWords(name)}: {name in (before ?? {}) && `${show(before?.[name])} → `}
          {show(after?.[name])}
        </span>
      ))}
      {reason && <span className="block wrap-anywhere text-muted">“{reason}”</span>}
    </>
  )
}

function show(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(show).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'string') return JSON.stringify(value)
  return /^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value
}

/** Turns `user.role` and `isActive` into words: "User role", "Is active". */
function inWords(name: string): string {
  const words = name.replaceAll(/[._]/g, ' ').replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const csv: readonly CsvColumn<AdminAct>[] = [
  ['Time', ({ at }) => at],
  ['Admin', ({ adminEmail }) => adminEmail],
  ['Act', ({ action }) => nameAct(action)],
  ['Kind', ({ targetKind }) => targetKind],
  ['Id', ({ targetId }) => targetId],
  ['Name', ({ targetName }) => targetName ?? ''],
  ['Before', ({ before }) => (before ? JSON.stringify(before) : '')],
  ['After', ({ after }) => (after ? JSON.stringify(after) : '')],
  ['Reason', ({ reason }) => reason ?? ''],
  ['Request', ({ requestId }) => requestId],
]
