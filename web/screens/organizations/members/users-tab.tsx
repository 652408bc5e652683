import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { invitations } from '#contract/organizations/invitations.ts'
import { members } from '#contract/organizations/members.ts'
import { useAddressText, withValue } from '#web/client/addresses/address-text.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { SearchField } from '#web/kit/fields/search-field.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { LoadingTab } from '../loading-tab.tsx'
import { type TabProps } from '../scope.ts'
import { categoryOptions, roleOptions } from './choices.ts'
import { InviteForm } from './invite-form.tsx'
import { InvitedRow } from './invited-row.tsx'
import { MemberRow } from './member-row.tsx'
import { all, findPeople, listPeople, type PersonRow } from './people.ts'

const step = 50

/** Members, open invitations, and the form to invite (S391-S396, S537). */
export default function UsersTab({ overview, scope }: TabProps) {
  const known = useQuery(query(members, { query: scope }))
  const invited = useQuery(query(invitations, { query: scope }))
  const isReady = known.data && invited.data
  return (
    <div className="flex flex-col gap-6">
      <InviteForm scope={scope} />
      <Card title="Members">
        {known.isError && <LoadError what="the members" failed={known} />}
        {invited.isError && <LoadError what="the invitations" failed={invited} />}
        {!isReady && !known.isError && !invited.isError && <LoadingTab />}
        {isReady && <People rows={listPeople(known.data, invited.data)} overview={overview} scope={scope} />}
      </Card>
    </div>
  )
}

const categories = [{ value: all, label: 'All categories' }, ...categoryOptions] as const
const roles = [{ value: all, label: 'All' }, ...roleOptions] as const

function People({ rows, overview, scope }: { rows: readonly PersonRow[] } & TabProps) {
  const [search, setSearch] = useSearchParams()
  const [words, setWords] = useAddressText('q')
  const [limit, setLimit] = useState(step)
  const category = categories.find(({ value }) => value === search.get('category'))?.value ?? all
  const role = roles.find(({ value }) => value === search.get('role'))?.value ?? all
  const found = findPeople(rows, { words, category, role })
  const choose = (name: string, value: string) => setSearch((old) => withValue(old, name, value === all ? '' : value))

  return (
    <>
      <div className="mb-4 grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem_10rem]">
        <SearchField label="Search members" placeholder="Name or email" value={words} onChange={setWords} />
        <Select
          name="category"
          label="Filter by category"
          hideLabel
          options={categories}
          value={category}
          onChange={(value) => choose('category', value)}
        />
        <Select
          name="role"
          label="Filter by role"
          hideLabel
          options={roles}
          value={role}
          onChange={(value) => choose('role', value)}
        />
      </div>
      <p role="status" className="mb-2 text-sm text-muted">
        {found.length === 1 ? '1 person' : `${found.length} people`}
      </p>
      {found.length === 0 && (
        <EmptyState title="No one found" icon={<Users aria-hidden className="size-6" />}>
          Try different words, another category or another role.
        </EmptyState>
      )}
      <ul aria-label="Members" className="divide-y divide-line">
        {found.slice(0, limit).map((row) => (
          <li key={row.id} className="py-4">
            {row.kind === 'member' ? (
              <MemberRow row={row} overview={overview} scope={scope} />
            ) : (
              <InvitedRow row={row} scope={scope} />
            )}
          </li>
        ))}
      </ul>
      {found.length > limit && (
        <Button variant="secondary" wide onClick={() => setLimit(limit + step)}>
          Show More
        </Button>
      )}
    </>
  )
}
