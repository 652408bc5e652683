import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { agentFields } from '#contract/agents/agent-fields.ts'
import { formatCount } from '#contract/amounts.ts'
import { searchable } from '#contract/identity/typed-text.ts'
import { organizationChoices } from '#contract/admin/users.ts'
import type { Answer } from '#contract/call.ts'
import { wordsOf } from '#contract/field-words.ts'
import { query } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { useFieldError } from '#web/kit/fields/form-state.ts'
import { SearchField } from '#web/kit/fields/search-field.tsx'
import { Skeleton } from '#web/kit/skeleton.tsx'

/** The length from which a list gets a search field. */
const manyFrom = 8
/** The number shown at a time; a search finds the rest. */
const mostShown = 100

interface AccessProps {
  isPrivate: boolean | undefined
  ids: readonly number[]
  onPrivate: (isPrivate: boolean) => void
}

/** Whether only some organizations can use the agent, and which. */
export function AccessField({ isPrivate = false, ids, onPrivate }: AccessProps) {
  const [isOn, setOn] = useState(isPrivate)
  const { label, help } = wordsOf(agentFields, 'isPrivate')
  return (
    <>
      <Checkbox
        name="isPrivate"
        label={label}
        help={help}
        checked={isOn}
        onChange={(next) => {
          setOn(next)
          onPrivate(next)
        }}
      />
      {isOn && <OrganizationsField start={ids} />}
    </>
  )
}

/** Selects the organizations that can use a private agent, for members of every level (S493, D125). */
function OrganizationsField({ start }: { start: readonly number[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(start))
  const all = useQuery(query(organizationChoices, { query: {} }))
  const error = useFieldError('organizationIds')
  // Rendered before its list loads, so that an error can always be shown.
  return (
    <fieldset
      name="organizationIds"
      tabIndex={-1}
      aria-describedby={error ? 'organizations-error' : undefined}
      className="flex min-w-0 flex-col gap-2"
    >
      <legend className="mb-1.5 font-medium">Organizations ({chosen.size} selected)</legend>
      <input type="hidden" name="organizationIds" value={[...chosen].toSorted((a, b) => a - b).join(',')} />
      <Loaded read={all} what="the organizations" skeleton={<Skeleton className="h-24" />}>
        {(known) => <Organizations all={known} chosen={chosen} onChange={setChosen} />}
      </Loaded>
      {error && (
        <p id="organizations-error" role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface Props {
  all: Answer<typeof organizationChoices>
  chosen: ReadonlySet<number>
  onChange: (chosen: ReadonlySet<number>) => void
}

function Organizations({ all, chosen, onChange }: Props) {
  const [words, setWords] = useState('')
  // Organizations that already have the agent come first, and stay there while boxes are checked.
  const [had] = useState(chosen)
  const search = searchable(words.trim())
  const found = all
    .toSorted((a, b) => Number(had.has(b.id)) - Number(had.has(a.id)))
    .filter(({ name }) => searchable(name).includes(search))
  const shown = found.slice(0, mostShown)
  const toggle = (id: number, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    onChange(next)
  }
  return (
    <>
      {all.length >= manyFrom && (
        <SearchField label="Search organizations" placeholder="Name" value={words} onChange={setWords} />
      )}
      <div className="max-h-56 overflow-y-auto rounded-control border border-control-line px-3 py-1">
        {shown.map(({ id, name }) => (
          <Checkbox
            key={id}
            name={`organization-${id}`}
            label={name}
            checked={chosen.has(id)}
            onChange={(isChosen) => toggle(id, isChosen)}
          />
        ))}
        {found.length > shown.length && (
          <p className="py-2 text-sm text-muted">
            {formatCount(found.length - shown.length)} more. Search by name to find them.
          </p>
        )}
        {shown.length === 0 && (
          <p className="py-2 text-muted">
            {all.length === 0 ? 'There are no organizations yet.' : 'No organizations match your search.'}
          </p>
        )}
      </div>
    </>
  )
}
