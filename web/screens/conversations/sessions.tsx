import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import { useSearchParams } from 'wouter'
import { searchTranscripts } from '#contract/conversations/transcripts.ts'
import { sessions, type VoiceSession } from '#contract/conversations/voice.ts'
import { useAddressText, withValue } from '#web/client/addresses/address-text.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Pagination } from '#web/kit/pagination.tsx'
import { SearchField } from '#web/kit/fields/search-field.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { NotCharged } from './not-charged.tsx'
import { LoadingSessions, NoSessions } from './recent-sessions.tsx'
import { agentsOf, findSessions, periodOptions, readSessionFilters, splitCharged } from './session-filters.ts'
import { SessionList } from './session-list.tsx'
import { TranscriptSettings } from './transcript-settings.tsx'

const pageSize = 20
/** As the server takes it. */
const minWordsLength = 2

/** /dashboard/sessions: every session, found by agent, time and what was said, twenty a page (D58, D90). */
export default function Sessions() {
  const list = useQuery(query(sessions))
  return (
    <Page
      title="Your Sessions"
      description="Every conversation, the newest first."
      above={<ParentLink href={paths.dashboard()} name="Your Dashboard" />}
      actions={
        <LinkButton href={paths.minutes()} variant="secondary">
          Minutes Statement
        </LinkButton>
      }
    >
      <div className="flex flex-col gap-4">
        {list.isPending && (
          <Card>
            <LoadingSessions count={8} />
          </Card>
        )}
        {list.isError && <LoadError what="your sessions" failed={list} />}
        {list.data &&
          (list.data.length > 0 ? (
            <Found all={list.data} />
          ) : (
            <Card>
              <NoSessions />
            </Card>
          ))}
        <TranscriptSettings />
      </div>
    </Page>
  )
}

function Found({ all }: { all: readonly VoiceSession[] }) {
  const [search, setSearch] = useSearchParams()
  const [words, setWords] = useAddressText('q', { restarts: 'page' })
  const searchField = useRef<HTMLInputElement>(null)
  const [nowMs] = useState(() => Date.now())
  const filters = readSessionFilters(search)
  // What stands in the address has been typed to its end.
  const said = search.get('q')?.trim() ?? ''
  const texts = useQuery({
    ...query(searchTranscripts, { query: { q: said } }),
    enabled: said.length >= minWordsLength,
  })
  const lines = new Map(texts.data?.map(({ sessionId, line }) => [sessionId, line]))
  const { talks, free } = splitCharged(all)
  const find = (among: readonly VoiceSession[]) => findSessions(among, filters, words, new Set(lines.keys()), nowMs)
  const found = find(talks)
  const pageCount = Math.max(1, Math.ceil(found.length / pageSize))
  const page = Math.min(pageCount, Math.max(1, Math.floor(Number(search.get('page'))) || 1))
  const first = (page - 1) * pageSize

  function clear() {
    setWords('')
    setSearch(new URLSearchParams())
    // The button that had the focus goes.
    searchField.current?.focus()
  }

  return (
    <>
      <FilterBar all={all} words={words} onWords={setWords} searchField={searchField} />
      <p role="status" className="text-sm text-muted">
        {found.length} {found.length === 1 ? 'session' : 'sessions'}
        {texts.isFetching && ' so far. Searching your transcripts…'}
      </p>
      {texts.isError && <LoadError what="what was said" failed={texts} />}
      <Card>
        {found.length > 0 ? (
          <SessionList sessions={found.slice(first, first + pageSize)} words={words} lines={lines} />
        ) : talks.length > 0 ? (
          <NothingFound onClear={clear} />
        ) : (
          <NoSessions />
        )}
      </Card>
      <Pagination
        page={page}
        pageCount={pageCount}
        hrefOf={(to) => `${paths.sessions()}?${withValue(search, 'page', String(to))}`}
      />
      <NotCharged sessions={find(free)} words={words} lines={lines} />
    </>
  )
}

/** No agent has this id. */
const allAgents = 'all'

interface BarProps {
  all: readonly VoiceSession[]
  words: string
  onWords: (words: string) => void
  searchField: RefObject<HTMLInputElement | null>
}

function FilterBar({ all, words, onWords, searchField }: BarProps) {
  const [search, setSearch] = useSearchParams()
  const { agentId, days, isKept } = readSessionFilters(search)
  const agents = agentsOf(all).map(({ id, name }) => ({ value: id, label: name }))

  // Each choice is a step that the browser's Back takes back, and begins at the first page.
  function choose(name: string, value: string) {
    setSearch((old) => withValue(withValue(old, name, value), 'page', ''))
  }

  return (
    <div className="grid grid-cols-2 items-center gap-2 md:grid-cols-[minmax(0,1fr)_14rem_10rem_auto]">
      <SearchField
        ref={searchField}
        label="Search sessions"
        placeholder="Search agents and texts"
        value={words}
        onChange={onWords}
        className="max-md:col-span-2"
      />
      <Select
        name="agent"
        label="Agent"
        hideLabel
        options={[{ value: allAgents, label: 'All agents' }, ...agents]}
        value={agentId ?? allAgents}
        onChange={(next) => choose('agent', next === allAgents ? '' : next)}
      />
      <Select
        name="days"
        label="Time"
        hideLabel
        options={periodOptions}
        value={periodOptions.find(({ value }) => Number(value) === days)?.value ?? 'any'}
        onChange={(next) => choose('days', next === 'any' ? '' : next)}
      />
      <Checkbox
        name="kept"
        label="With transcript"
        checked={isKept}
        onChange={(next) => choose('kept', next ? '1' : '')}
      />
    </div>
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="No sessions found"
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear Filters
        </Button>
      }
    >
      Words are looked for in the names of agents and in the transcripts that you keep.
    </EmptyState>
  )
}
