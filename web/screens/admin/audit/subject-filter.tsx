import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useSearchParams } from 'wouter'
import { type ActSubject, actSubjectKinds, actSubjects } from '#contract/audit/acts.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { query } from '#web/client/api.ts'
import { SearchSelect } from '#web/kit/fields/search-select.tsx'

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
