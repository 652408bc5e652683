import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { customerTimeline, organizationTimeline } from '#contract/admin/customers.ts'
import { lineKinds, type LineKind } from '#contract/admin/timeline.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { keyOf, send } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { classes } from '#web/kit/classes.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Days, readDays } from '../days.tsx'
import { kindNames } from './line-words.ts'
import { TimelineList } from './timeline-list.tsx'
import type { Whose } from '../person-name.tsx'

/** Everything that happened to a customer, newest first, with filters and days in the address. */
export function Timeline({ whose }: { whose: Whose }) {
  const [search] = useSearchParams()
  const filter = readFilter(search)
  const read = useTimeline(whose, filter)
  const lines = read.data?.pages.flatMap((page) => page.lines) ?? []
  useNamedLine(search.get('line'), lines.length > 0)
  const isFiltered = filter.kinds.length > 0 || Boolean(filter.from ?? filter.to)
  return (
    <Card title="Timeline" description="Days are counted in UTC.">
      <div className="flex flex-col gap-4">
        <TimelineFilters filter={filter} whose={whose} />
        <Loaded read={read} what="the timeline">
          {() =>
            lines.length > 0 ? (
              <TimelineList lines={lines} whose={whose} />
            ) : (
              <EmptyState title={isFiltered ? 'Nothing found' : 'Nothing happened yet'}>
                {isFiltered ? 'Try other kinds or days.' : 'Conversations, payments and emails will appear here.'}
              </EmptyState>
            )
          }
        </Loaded>
        {read.hasNextPage && <Earlier read={read} />}
      </div>
    </Card>
  )
}

/** Reads the next page; a failure shows where it was asked for. */
function Earlier({ read }: { read: ReturnType<typeof useTimeline> }) {
  return (
    <div className="flex flex-col items-center gap-3">
      {read.isFetchNextPageError && (
        <Banner tone="danger" title="We could not load earlier lines" announce>
          Please try again.
        </Banner>
      )}
      <Button variant="secondary" pending={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
        Show Earlier
      </Button>
    </div>
  )
}

function useTimeline(whose: Whose, { kinds, from, to }: TimelineFilter) {
  const call = whose.kind === 'user' ? customerTimeline : organizationTimeline
  const filter = {
    ...(kinds.length > 0 && { kinds: kinds.join(',') }),
    ...(from && { from }),
    ...(to && { to }),
  }
  return useInfiniteQuery({
    queryKey: [...keyOf(call), whose.id, filter],
    queryFn: ({ pageParam, signal }) =>
      send(
        call,
        { params: { id: String(whose.id) }, query: { ...filter, ...(pageParam && { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
}

/** Leads to the line that the address names, once it is there. */
function useNamedLine(id: string | null, isThere: boolean): void {
  useEffect(() => {
    const line = isThere && id ? document.getElementById(id) : null
    line?.scrollIntoView({ block: 'center' })
    line?.focus({ preventScroll: true })
  }, [id, isThere])
}

interface TimelineFilter {
  kinds: readonly LineKind[]
  from: string | undefined
  to: string | undefined
}

/** Returns the filters in the address, without what no timeline knows. */
function readFilter(search: URLSearchParams): TimelineFilter {
  const named = (search.get('kinds') ?? '').split(',')
  return {
    kinds: lineKinds.filter((kind) => named.includes(kind)),
    ...readDays(search),
  }
}

/** Messages and sign-ins are those of a person. */
const kindsOf: Record<Whose['kind'], readonly LineKind[]> = {
  user: lineKinds,
  organization: lineKinds.filter((kind) => kind !== 'message' && kind !== 'security'),
}

/** The kinds and the days that a timeline shows, all in the address; no kind is every kind. */
function TimelineFilters({ filter, whose }: { filter: TimelineFilter; whose: Whose }) {
  const [, setSearch] = useSearchParams()
  const set = (kinds: string) => setSearch((old) => withValue(withValue(old, 'kinds', kinds), 'line', ''))
  const toggle = (kind: LineKind) => {
    const isOn = filter.kinds.includes(kind)
    const kinds = lineKinds.filter((one) => (one === kind ? !isOn : filter.kinds.includes(one)))
    set(kinds.join(','))
  }
  return (
    <div className="flex flex-col gap-3">
      <div role="group" aria-label="Show" className="flex flex-wrap gap-1.5">
        <Pill isOn={filter.kinds.length === 0} onPress={() => set('')}>
          Everything
        </Pill>
        {kindsOf[whose.kind].map((kind) => (
          <Pill key={kind} isOn={filter.kinds.includes(kind)} onPress={() => toggle(kind)}>
            {kindNames[kind]}
          </Pill>
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <Days restarts="line" />
      </div>
    </div>
  )
}

function Pill({ isOn, onPress, children }: { isOn: boolean; onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className={classes(
        'inline-flex h-8 items-center rounded-full border px-3 text-sm font-medium transition-colors pointer-coarse:h-11',
        isOn
          ? 'border-primary bg-soft text-soft-text'
          : 'border-line text-muted hover:border-control-line hover:text-text',
      )}
    >
      {children}
    </button>
  )
}
