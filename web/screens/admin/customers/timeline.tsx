import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { customerTimeline, organizationTimeline } from '#contract/admin/customers.ts'
import { keyOf, send } from '#web/client/api.ts'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { readFilter, TimelineFilters, type TimelineFilter } from './timeline-filters.tsx'
import { TimelineList } from './timeline-list.tsx'
import type { Whose } from './whose.ts'

/** Everything that happened to a customer, newest first, with filters and days in the address. */
export function Timeline({ whose }: { whose: Whose }) {
  const [search] = useSearchParams()
  const filter = readFilter(search)
  const read = useTimeline(whose, filter)
  const lines = read.data?.pages.flatMap((page) => page.lines) ?? []
  useNamedLine(search.get('line'), lines.length > 0)
  const isFiltered = filter.kinds.length > 0 || filter.from !== '' || filter.to !== ''
  return (
    <Card title="Timeline" description="Days are counted in UTC.">
      <div className="flex flex-col gap-4">
        <TimelineFilters filter={filter} whose={whose} />
        {read.isPending && <LoadingRows what="timeline" />}
        {read.isError && !read.isFetchNextPageError && <LoadError what="the timeline" failed={read} />}
        {read.data && lines.length === 0 && (
          <EmptyState title={isFiltered ? 'Nothing found' : 'Nothing happened yet'}>
            {isFiltered ? 'Try other kinds or days.' : 'Conversations, payments and emails will appear here.'}
          </EmptyState>
        )}
        {lines.length > 0 && <TimelineList lines={lines} whose={whose} />}
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
