import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useId, useRef, useState, type RefObject } from 'react'
import { useSearchParams, useLocation } from 'wouter'
import { countText } from '#contract/amounts.ts'
import { type Agent, agents } from '#contract/agents/agents.ts'
import { useAddressText, withValue } from '#web/client/addresses/address-text.ts'
import { query } from '#web/client/api.ts'
import { useMe } from '#web/client/me.ts'
import { AgentBadge, AgentCardFrame, cardParts } from '#web/screens/agents/agent-card.tsx'
import { Loaded } from '#web/client/loaded.tsx'
import { NoAgents } from '#web/screens/agents/assigned-agents.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { openRequestForm } from '#web/screens/agents/requests/requested-agents.tsx'
import { AgentButton } from '#web/screens/agents/person-actions.tsx'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { SearchField } from '#web/kit/fields/search-field.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { Tabs } from '#web/kit/tabs.tsx'
import {
  type AgentFilters,
  allAgents,
  categoriesOf,
  findAgents,
  readFilters,
  showOptions,
  sortOptions,
} from './agent-filters.ts'
import { useLoadToast } from '#web/client/load-toast.ts'
import { useKnownOrganization } from '#web/client/organization.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Banner } from '#web/kit/banner.tsx'

const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'

/** /marketplace: every agent that the person can see, with search, filters and sorting (S077-S084). */
export default function Marketplace() {
  const list = useQuery(query(agents))
  // In an organization, these are the agents assigned to the person.
  const isTeam = useMe()?.hasOrganizationAccess === true
  return (
    <Page title="Agent Marketplace">
      <OrganizationMissing />
      <Loaded read={list} what="the agents" skeleton={<LoadingCards />}>
        {(all) => (isTeam && all.length === 0 ? <NoAgents /> : <Agents all={all} />)}
      </Loaded>
    </Page>
  )
}

function Agents({ all }: { all: readonly Agent[] }) {
  const [search, setSearch] = useSearchParams()
  const [words, setWords] = useAddressText('q')
  const searchField = useRef<HTMLInputElement>(null)
  const categories = categoriesOf(all)
  const { category, show, sort } = readFilters(search, categories)
  const found = findAgents(all, { words, category, show, sort })

  // Each choice is a history entry, so that the browser's Back button undoes it.
  function choose(name: string, value: string, usual: string) {
    setSearch((old) => withValue(old, name, value === usual ? '' : value))
  }
  function clear() {
    setWords('')
    setSearch(new URLSearchParams())
    // The focused button disappears.
    searchField.current?.focus()
  }

  return (
    <>
      <FilterBar {...{ words, show, sort, searchField }} onWords={setWords} onChoose={choose} />
      <Tabs
        label="Categories"
        tabs={categories.map((value) => ({ value, label: value }))}
        value={category}
        onChange={(next) => choose('category', next, allAgents)}
      >
        <p role="status" className="mb-4 text-sm text-muted">
          {countText(found.length, 'agent')}
        </p>
        {found.length === 0 ? (
          <NothingFound words={words} onClear={clear} />
        ) : (
          <ul className={grid}>
            {found.map((agent) => (
              <li key={agent.id} data-agent={agent.id}>
                <AgentCardFrame {...cardParts(agent)} level={2} badge={<AgentBadge agent={agent} />}>
                  <AgentButton agent={agent} />
                </AgentCardFrame>
              </li>
            ))}
          </ul>
        )}
      </Tabs>
    </>
  )
}

interface BarProps extends Pick<AgentFilters, 'words' | 'show' | 'sort'> {
  searchField: RefObject<HTMLInputElement | null>
  onWords: (words: string) => void
  onChoose: (name: string, value: string, usual: string) => void
}

/** On phones, what is shown and in which order stays folded, so that the first agent is in sight. */
function FilterBar({ words, show, sort, searchField, onWords, onChoose }: BarProps) {
  const [isUnfolded, setUnfolded] = useState(show !== 'all' || sort !== 'name')
  const id = useId()
  return (
    <div className="mb-2 grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:mb-4 sm:grid-cols-[minmax(0,30rem)_11rem_10rem]">
      <SearchField
        ref={searchField}
        label="Search agents"
        placeholder="Search by name or topic"
        value={words}
        onChange={onWords}
      />
      <Button
        variant="secondary"
        aria-label="Filter and sort"
        aria-expanded={isUnfolded}
        aria-controls={id}
        icon={<SlidersHorizontal aria-hidden className="size-4" />}
        onClick={() => setUnfolded(!isUnfolded)}
        className="sm:hidden"
      />
      <div
        id={id}
        className={classes(
          'col-span-2 grid grid-cols-2 gap-2 sm:contents large-text:grid-cols-1',
          !isUnfolded && 'max-sm:hidden',
        )}
      >
        <Select
          name="show"
          label="Show"
          hideLabel
          options={showOptions}
          value={show}
          onChange={(next) => onChoose('show', next, 'all')}
        />
        <Select
          name="sort"
          label="Sort"
          hideLabel
          options={sortOptions}
          value={sort}
          onChange={(next) => onChoose('sort', next, 'name')}
        />
      </div>
    </div>
  )
}

/** Offers two ways to continue: see all agents, or request the missing one (S082, D58). */
function NothingFound({ words, onClear }: { words: string; onClear: () => void }) {
  return (
    <EmptyState
      title="No agents found"
      action={
        <>
          <Button variant="secondary" onClick={onClear}>
            Clear Filters
          </Button>
          <Button onClick={() => void openRequestForm(words)}>Request This Agent</Button>
        </>
      }
    >
      Try another word, or tell us which agent you need.
    </EmptyState>
  )
}

/** Placeholders of the same size as the filters and the cards. */
function LoadingCards() {
  return (
    <SkeletonGroup label="Loading agents…">
      <Skeleton className="mb-4 h-9 max-w-form" />
      <Skeleton className="mb-12 h-10 w-full" />
      <div className={grid}>
        {[1, 2, 3, 4, 5, 6].map((card) => (
          <div key={card} className="overflow-hidden rounded-card border border-line bg-surface">
            <Skeleton className="aspect-[16/9] w-full" />
            <div className="flex flex-col gap-3 p-4">
              {['h-6 w-24', 'h-6 w-48 max-w-full', 'h-15 w-full', 'h-10 w-36', 'h-9 w-full'].map((size) => (
                <Skeleton key={size} className={size} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}

/** Shown if the home page could not load the organization; a retry goes there once it loads (D3). */
function OrganizationMissing() {
  const { data, isError, isFetching, refetch } = useLoadToast(useKnownOrganization())
  const [, navigate] = useLocation()

  async function retry() {
    const { data: found } = await refetch()
    if (found?.isMember) navigate(paths.home(), { replace: true })
  }

  if (data || !isError) return null
  return (
    <div className="mb-6">
      <Banner
        tone="warning"
        actions={
          <Button
            variant="secondary"
            size="dense"
            pending={isFetching}
            pendingText="Trying…"
            onClick={() => void retry()}
          >
            Retry
          </Button>
        }
      >
        We could not load your organization.
      </Banner>
    </div>
  )
}
