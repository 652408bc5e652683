import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type RefObject, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { countText, savedTimeText } from '#contract/amounts.ts'
import {
  maxKeptDays,
  searchTranscripts,
  transcriptSettings,
  updateTranscriptSettings,
} from '#contract/conversations/transcripts.ts'
import { myConversations, type VoiceSession } from '#contract/conversations/voice.ts'
import { formatMonth, ownDay, ownTimeZone } from '#contract/dates.ts'
import { ownHoursSaved } from '#contract/results/hours-saved.ts'
import { useAddressText, withValue } from '#web/client/addresses/address-text.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query, useCall } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { useLoadToast } from '#web/client/load-toast.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { SearchField } from '#web/kit/fields/search-field.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { Switch } from '#web/kit/fields/switch.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Pagination, usePage } from '#web/kit/pagination.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { NumberSetting } from '#web/screens/billing/account/number-setting.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import {
  agentsOf,
  findConversations,
  periodOptions,
  readConversationFilters,
  splitCharged,
} from './conversation-filters.ts'
import { ConversationList } from './conversation-list.tsx'
import { TalkTime } from './talk-time.tsx'
/** The least that the server accepts. */
const minWordsLength = 2

/** /dashboard/sessions: every conversation, searchable by agent, time and words, twenty a page (D58, D90). */
export default function Conversations() {
  const list = useQuery(query(myConversations))
  return (
    <Page
      title="Your Sessions"
      description="Every session, newest first."
      above={<ParentLink href={paths.dashboard()} name="Your Dashboard" />}
      actions={
        <LinkButton href={paths.minutes()} variant="secondary">
          Minutes Statement
        </LinkButton>
      }
    >
      <div className="in-order flex flex-col gap-4">
        <Loaded read={list} what="your sessions" empty={<Card>{noConversations}</Card>}>
          {(all) => (
            <>
              <Found all={all} />
              <TalkTime />
              <SavedThisMonth />
            </>
          )}
        </Loaded>
        <TranscriptSettings />
      </div>
    </Page>
  )
}

/** The sum of the person's own answers of this month, once there is one. */
function SavedThisMonth() {
  const [month] = useState(() => ownDay(new Date()).slice(0, 7))
  const { data } = useLoadToast(useQuery(query(ownHoursSaved, { query: { month, timeZone: ownTimeZone() } })))
  if (!data?.savedMinutes) return null
  return (
    <p className="text-muted">
      You said your sessions saved you <span>{savedTimeText(data.savedMinutes)}</span> in {formatMonth(month)}.{' '}
      <TextLink href={paths.howHoursCount()}>How saved hours are counted</TextLink>
    </p>
  )
}

function Found({ all }: { all: readonly VoiceSession[] }) {
  const [search, setSearch] = useSearchParams()
  const [words, setWords] = useAddressText('q', { restarts: 'page' })
  const searchField = useRef<HTMLInputElement>(null)
  const [nowMs] = useState(() => Date.now())
  const filters = readConversationFilters(search)
  // The words in the address have been typed to the end.
  const said = search.get('q')?.trim() ?? ''
  const texts = useQuery({
    ...query(searchTranscripts, { query: { q: said } }),
    enabled: said.length >= minWordsLength,
  })
  const lines = new Map(texts.data?.map(({ sessionId, line }) => [sessionId, line]))
  const { conversations, free } = splitCharged(all)
  const find = (among: readonly VoiceSession[]) =>
    findConversations(among, filters, words, new Set(lines.keys()), nowMs)
  const found = find(conversations)
  const { page, pageCount, shown } = usePage(found)

  function clear() {
    setWords('')
    setSearch(new URLSearchParams())
    // The focused button disappears.
    searchField.current?.focus()
  }

  return (
    <>
      <FilterBar all={all} words={words} onWords={setWords} searchField={searchField} />
      <p role="status" className="text-sm text-muted">
        <span>{countText(found.length, 'session')}</span>
        {texts.isFetching && <span> so far. Searching your transcripts…</span>}
      </p>
      {texts.isError && <LoadError what="your transcripts" failed={texts} />}
      <Card>
        {found.length > 0 ? (
          <ConversationList conversations={shown} words={words} lines={lines} />
        ) : conversations.length > 0 ? (
          <NothingFound onClear={clear} />
        ) : (
          noConversations
        )}
      </Card>
      <Pagination
        page={page}
        pageCount={pageCount}
        hrefOf={(to) => `${paths.sessions()}?${withValue(search, 'page', String(to))}`}
      />
      <NotCharged conversations={find(free)} words={words} lines={lines} />
    </>
  )
}

/** Not the id of any agent. */
const allAgents = 'all'

interface BarProps {
  all: readonly VoiceSession[]
  words: string
  onWords: (words: string) => void
  searchField: RefObject<HTMLInputElement | null>
}

function FilterBar({ all, words, onWords, searchField }: BarProps) {
  const [search, setSearch] = useSearchParams()
  const { agentId, days, isKept } = readConversationFilters(search)
  const agents = agentsOf(all).map(({ id, name }) => ({ value: id, label: name }))

  // Each choice adds an entry to the browser's history and starts at the first page.
  function choose(name: string, value: string) {
    setSearch((old) => withValue(withValue(old, name, value), 'page', ''))
  }

  return (
    <div className="grid grid-cols-2 items-center gap-2 lg:grid-cols-[minmax(0,1fr)_14rem_10rem_auto]">
      <SearchField
        ref={searchField}
        label="Search sessions"
        placeholder="Search agents and transcripts"
        value={words}
        onChange={onWords}
        className="max-lg:col-span-2"
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
      We search agent names and the transcripts you keep.
    </EmptyState>
  )
}

/** There may be many, and few people look for them. */
const freeShownCount = 3

/** Calls that cost nothing. They are listed apart from the conversations and count in no figure (D189). */
function NotCharged({ conversations, ...found }: ComponentProps<typeof ConversationList>) {
  const [isAll, setAll] = useState(false)
  if (conversations.length === 0) return null
  return (
    <Card
      title="Not charged"
      description="Calls that didn't start, lasted less than 10 seconds, or had no sound from the agent. They don't count toward any total."
    >
      <ConversationList conversations={isAll ? conversations : conversations.slice(0, freeShownCount)} {...found} />
      {conversations.length > freeShownCount && !isAll && (
        <Button variant="secondary" size="dense" className="mt-6" onClick={() => setAll(true)}>
          {`Show All ${conversations.length}`}
        </Button>
      )}
    </Card>
  )
}

/** Shown before the first conversation: the way to the agents. */
const noConversations = (
  <EmptyState title="No sessions yet" action={<LinkButton href={paths.marketplace()}>Browse Agents</LinkButton>}>
    Pick an agent and say hello. Your sessions will show up here.
  </EmptyState>
)

/** Whether transcripts are kept, and for how long (D90). */
function TranscriptSettings() {
  const settings = useQuery(query(transcriptSettings))
  const update = useCall(updateTranscriptSettings)
  return (
    <Card title="Transcripts" description="What you and your agents say is private. Only you can read it.">
      {settings.data?.isAllowedHere === false && (
        <p className="mb-4 text-muted">
          Your organization doesn't keep transcripts. These settings apply only to sessions outside it.
        </p>
      )}
      <Loaded read={settings} what="your transcript settings">
        {(shown) => (
          <div className="grid gap-x-12 gap-y-6 md:grid-cols-2">
            <Switch
              name="save"
              label="Save transcript"
              help="Keeps a transcript of every session. When this is off, you decide after each one."
              checked={update.isPending ? (update.variables.body.save ?? shown.save) : shown.save}
              onChange={(save) => void update.submit({ body: { save } })}
            />
            <NumberSetting
              name="keptDays"
              label="Days until a transcript is deleted"
              wrong={`Please choose 1 to ${maxKeptDays} days`}
              value={shown.keptDays}
              min={1}
              max={maxKeptDays}
              onSave={(keptDays) => update.mutateAsync({ body: { keptDays } }).then(Boolean, () => false)}
            />
          </div>
        )}
      </Loaded>
    </Card>
  )
}
