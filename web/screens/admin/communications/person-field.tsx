import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { countText, formatCount } from '#contract/amounts.ts'
import type { NamedPerson } from '#contract/agents/admin-requests.ts'
import { adminUsers } from '#contract/admin/users.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Button } from '#web/kit/button.tsx'
import { SearchField } from '#web/kit/fields/search-field.tsx'
import { listQuery } from '#web/client/lists/pages.ts'
import { nameOf } from '../person-name.tsx'

/** The number of people shown at a time. */
const shownCount = 6

interface Props {
  person: NamedPerson | null
  onChange: (person: NamedPerson | null) => void
}

/** Selects one person by name or email address. */
export function PersonField({ person, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const wasChosen = useRef(person !== null)
  // The focused control is gone, so focus moves to the first control of the new state.
  useEffect(() => {
    if (wasChosen.current === (person !== null)) return
    wasChosen.current = person !== null
    box.current?.querySelector<HTMLElement>('button, input')?.focus()
  }, [person])
  return (
    <div ref={box} role="group" aria-label="User" className="flex flex-col gap-2">
      {person ? <Chosen person={person} onChange={onChange} /> : <Finder onChange={onChange} />}
    </div>
  )
}

function Chosen({ person, onChange }: { person: NamedPerson; onChange: Props['onChange'] }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-card border border-line bg-soft px-4 py-2">
      <p className="min-w-0">
        <span className="block font-medium wrap-anywhere">{nameOf(person)}</span>
        <span className="block text-sm wrap-anywhere text-muted">{person.email}</span>
      </p>
      <Button variant="ghost" size="dense" onClick={() => onChange(null)}>
        Choose Another
      </Button>
    </div>
  )
}

function Finder({ onChange }: { onChange: Props['onChange'] }) {
  const [words, setWords] = useState('')
  const search = useDeferredValue(words.trim())
  const found = useQuery({
    ...listQuery(adminUsers, { search }, 1),
    enabled: search !== '',
  })
  const people = search === '' ? [] : (found.data?.rows ?? []).slice(0, shownCount)
  return (
    <>
      <SearchField label="Find a user" placeholder="Name or email" value={words} onChange={setWords} />
      {search !== '' && found.isError && <LoadError what="the users" failed={found} />}
      <p role="status" className={'text-sm text-muted'}>
        {statusOf(search, found.isPending, found.data?.total ?? 0)}
      </p>
      {people.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line">
          {people.map(({ id, email, firstName, lastName }) => {
            const named = { id, email, firstName, lastName }
            return (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => onChange(named)}
                  className="block min-h-11 w-full px-4 py-2 text-left transition-colors hover:bg-hover"
                >
                  <span className="block font-medium wrap-anywhere">{nameOf(named)}</span>
                  <span className="block text-sm wrap-anywhere text-muted">{email}</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

function statusOf(search: string, isPending: boolean, count: number): string {
  if (search === '') return 'Type a name or email address.'
  if (isPending) return 'Searching…'
  if (count === 0) return 'No one found.'
  if (count > shownCount) return `${formatCount(count)} users found. Add more words to narrow it down.`
  return `${countText(count, 'user')} found`
}
