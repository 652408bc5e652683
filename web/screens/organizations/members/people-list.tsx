import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { useAddressText, withValue } from '#web/client/addresses/address-text.ts'
import { countAbove } from '#web/client/lists/list-focus.ts'
import { Button } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Pagination } from '#web/kit/pagination.tsx'
import { usePage } from '#web/kit/use-page.ts'
import type { TabProps } from '../scope.ts'
import { BulkBar } from './bulk-bar.tsx'
import { clearFilters, readFilters } from './people-filters.ts'
import { PeopleTable } from './people-table.tsx'
import { PeopleTools } from './people-tools.tsx'
import { findPeople, type PersonRow, sortPeople } from './people.ts'
import { PersonDialog } from './person-dialog.tsx'

const pageSize = 25
const nobody: ReadonlySet<string> = new Set()

/** The organization's people as a table; the address holds filters, sort order, page and the opened person. */
export function People({ rows, overview, scope }: { rows: readonly PersonRow[] } & TabProps) {
  const [search, setSearch] = useSearchParams()
  const [path] = useLocation()
  const [words, setWords] = useAddressText('q', { restarts: 'page' })
  const [chosen, setChosen] = useState(nobody)
  const { sort, ...filters } = readFilters(search)
  const found = sortPeople(findPeople(rows, { ...filters, words }), sort)
  const { page, pageCount, shown } = usePage(found, pageSize)
  // What the filters hide is never changed with the rest.
  const selected = found.filter(({ kind, id }) => kind === 'member' && chosen.has(id))
  const select = (people: readonly PersonRow[]) => setChosen(new Set(people.map(({ id }) => id)))

  function clear() {
    setWords('')
    setSearch(clearFilters)
    // The pressed button disappears.
    countAbove()?.focus()
  }

  return (
    <div className="flex flex-col gap-4">
      <PeopleTools rows={rows} found={found} words={words} onWords={setWords} onClear={clear} />
      {found.length === 0 ? (
        <EmptyState
          title="No one found"
          action={
            <Button variant="secondary" onClick={clear}>
              Clear Filters
            </Button>
          }
        >
          Try different words, another category or another role.
        </EmptyState>
      ) : (
        <PeopleTable rows={shown} sort={sort} scope={scope} selected={selected} onSelect={select} />
      )}
      <Pagination
        page={page}
        pageCount={pageCount}
        hrefOf={(to) => `${path}?${withValue(search, 'page', to === 1 ? '' : String(to))}`}
      />
      {selected.length > 0 && <BulkBar selected={selected} found={found} scope={scope} onSelect={select} />}
      <PersonDialog
        row={rows.find(({ id }) => id === search.get('person'))}
        overview={overview}
        scope={scope}
        onClose={() => setSearch((old) => withValue(old, 'person', ''), { replace: true })}
      />
    </div>
  )
}
