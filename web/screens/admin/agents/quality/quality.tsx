import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { agentVersions } from '#contract/agents/versions.ts'
import { keyOf, send } from '#web/client/api.ts'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { QualityFigures } from './quality-figures.tsx'
import { VersionList } from './version-list.tsx'
import { VersionView } from './version-view.tsx'

/** The figures with all versions, or the one version that is being looked at. */
export function Quality({ agentId }: { agentId: string }) {
  const [shown, setShown] = useState<number | null>(null)
  const [left, setLeft] = useState<number | null>(null)
  const read = useVersions(agentId)
  const pages = read.data?.pages ?? []
  const versions = pages.flatMap((page) => page.versions)
  if (shown !== null) {
    return (
      <VersionView
        agentId={agentId}
        revision={shown}
        onBack={() => {
          setLeft(shown)
          setShown(null)
        }}
      />
    )
  }
  return (
    <div className="flex flex-col gap-8">
      {read.isError && !read.isFetchNextPageError && <LoadError what="the versions" failed={read} />}
      {read.isPending && <LoadingRows what="versions" />}
      {pages[0] && (
        <>
          <QualityFigures total={pages[0].total} versions={versions} />
          <VersionList versions={versions} returningTo={left} onView={setShown} />
          {read.hasNextPage && <OlderVersions read={read} />}
        </>
      )}
    </div>
  )
}

/** Reads the next page; a failure shows where it was asked for. */
function OlderVersions({ read }: { read: ReturnType<typeof useVersions> }) {
  return (
    <div className="flex flex-col items-center gap-3">
      {read.isFetchNextPageError && (
        <Banner tone="danger" title="We could not load older versions" announce>
          Please try again.
        </Banner>
      )}
      <Button variant="secondary" pending={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
        Show Older Versions
      </Button>
    </div>
  )
}

/** Reads the versions page by page, newest first. */
function useVersions(id: string) {
  return useInfiniteQuery({
    queryKey: [...keyOf(agentVersions), id],
    queryFn: ({ pageParam }) =>
      send(agentVersions, { params: { id }, query: pageParam === null ? {} : { before: pageParam } }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ hasOlder, versions }) => (hasOlder ? (versions.at(-1)?.revision ?? null) : null),
  })
}
