import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useSearchParams } from 'wouter'
import {
  actPeople,
  adminActs,
  actTargets,
  type AdminAct,
  type ActSubject,
  actSubjectKinds,
  actSubjects,
} from '#contract/audit/acts.ts'
import type { Answer } from '#contract/call.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { type ListColumn, type ListFilter, timeOrders } from '#web/client/lists/list-tools.tsx'
import { List } from '#web/client/lists/list.tsx'
import { SearchSelect } from '#web/kit/fields/search-select.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { textColumn, timeColumn, filterBy } from '../columns.tsx'
import { dayNames, Days, readDays } from '../days.tsx'
import { targetNames } from '../labels.ts'
import { changesOf, inWords, nameAct, nameTarget, sayValues } from './act-words.ts'

/** The audit log: every change with its author, time, target and reason (D153). */
export function ActsList() {
  const [search] = useSearchParams()
  const people = useQuery({ ...query(actPeople), staleTime: 0 })
  const subject = readSubject(search)
  const byAdmin = personFilter(people.data ?? [])
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-3">
        <SubjectFilter />
        <Days />
      </div>
      <List
        call={adminActs}
        nouns={['action', 'actions']}
        searchHint="Admin, user, reason or request"
        emptyText="Every change by a platform admin will appear here."
        filters={subject ? [byAdmin] : [kindFilter, byAdmin]}
        rowsPerPage={25}
        fixed={{ ...subject, ...readDays(search) }}
        narrowing={[...subjectNames, ...dayNames]}
        columns={columns}
        sortedBy="-at"
      />
    </div>
  )
}

const kindFilter = filterBy('targetKind', ['kind', 'actions'], actTargets, (kind) => targetNames[kind])

function personFilter(people: Answer<typeof actPeople>): ListFilter {
  const options = people.map(({ id, email }) => ({ value: id, label: email }))
  return {
    name: 'adminId',
    label: 'Filter by admin',
    isLong: true,
    options: [{ value: 'all', label: 'All admins' }, ...options],
  }
}

const columns: readonly ListColumn<AdminAct>[] = [
  timeColumn('Time', ({ at }) => at, { sort: 'at', orders: timeOrders, phone: 'left' }),
  textColumn('Admin', ({ adminEmail }) => adminEmail, {
    sort: 'admin',
    phone: 'left',
    cell: ({ adminEmail }) => <span className="wrap-anywhere">{adminEmail}</span>,
  }),
  textColumn('Action', ({ action }) => nameAct(action), {
    sort: 'action',
    phone: 'lead',
    cell: ({ action }) => <span className="font-medium">{nameAct(action)}</span>,
  }),
  { title: 'Kind', csv: ({ targetKind }) => inWords(targetKind) },
  { title: 'Id', csv: ({ targetId }) => targetId },
  { title: 'Target', sort: 'target', phone: 'left', cell: (act) => <Target act={act} /> },
  { title: 'Name', csv: nameTarget },
  { title: 'Change', phone: 'left', cell: (act) => <Change act={act} /> },
  { title: 'Before', csv: ({ before, names }) => sayValues(before, names) },
  { title: 'After', csv: ({ after, names }) => sayValues(after, names) },
  { title: 'Reason', csv: ({ reason }) => reason ?? '' },
  { title: 'Request', csv: ({ requestId }) => requestId },
]

/** The changed thing; people and organizations lead to their pages. */
function Target({ act }: { act: AdminAct }) {
  const name = <span className="wrap-anywhere">{nameTarget(act)}</span>
  if (act.targetName === null) return name
  if (act.targetKind === 'user') return <TextLink href={paths.adminCustomer(act.targetId)}>{name}</TextLink>
  if (act.targetKind === 'organization')
    return <TextLink href={paths.adminOrganization(Number(act.targetId))}>{name}</TextLink>
  return name
}

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

/** The names in the URL of whom the log is about. */
export const subjectNames = ['kind', 'subject'] as const

/** Returns whom the log is about, from the URL; null for everyone. */
export function readSubject(search: URLSearchParams): { targetKind: string; targetId: string } | null {
  const [kind, id] = [search.get('kind'), search.get('subject')]
  return kind && id ? { targetKind: kind, targetId: id } : null
}

const everyone = { value: '', label: 'Everyone' }

/** Narrows the log to one person or organization, found by name or email; the URL keeps it. */
export function SubjectFilter() {
  const [search, setSearch] = useSearchParams()
  const [typed, setTyped] = useState('')
  const words = useDeferredValue(typed.trim())
  const subject = readSubject(search)
  const named = actSubjectKinds.find((kind) => kind === subject?.targetKind)
  const found = useQuery({
    ...query(actSubjects, { query: { search: words || undefined } }),
    placeholderData: keepPreviousData,
  })
  const about = useQuery({
    ...query(actSubjects, { query: { kind: named, id: subject?.targetId } }),
    enabled: named !== undefined,
  })
  const chosen = named && about.data?.[0]
  const options = (found.data ?? []).map(toOption)
  // Subjects of other kinds, which other pages link to, have no name here.
  const current = subject && { value: `${subject.targetKind}:${subject.targetId}`, label: 'One subject' }
  const shown = chosen ? toOption(chosen) : current
  const listed = shown && !options.some(({ value }) => value === shown.value) ? [shown, ...options] : options
  return (
    <div className="min-w-0 grow basis-64 sm:max-w-96">
      <SearchSelect
        name="subject"
        label="About"
        searchLabel="Search people and organizations"
        options={[everyone, ...listed]}
        value={shown?.value ?? everyone.value}
        onSearch={setTyped}
        onChange={(value) => {
          const [kind = '', id = ''] = value.split(':')
          const change = { kind, subject: id, targetKind: '', page: '' }
          setSearch((old) => Object.entries(change).reduce((rest, [name, to]) => withValue(rest, name, to), old))
        }}
      />
    </div>
  )
}

function toOption({ kind, id, name, email }: ActSubject) {
  return { value: `${kind}:${id}`, label: email ? `${name} · ${email}` : name }
}
