import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { agentVersions } from '#contract/agents/versions.ts'
import { keyOf, send } from '#web/client/api.ts'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import type { TaskProps } from '../task.ts'
import { QualityFigures } from './quality-figures.tsx'
import { VersionList } from './version-list.tsx'
import { VersionView } from './version-view.tsx'

/** How an agent's conversations were judged, and the versions of its words. */
export default function QualityDialog({ agent, onClose, finalFocus }: TaskProps) {
  const [shown, setShown] = useState<number | null>(null)
  const [left, setLeft] = useState<number | null>(null)
  const read = useVersions(agent.id)
  const pages = read.data?.pages ?? []
  const versions = pages.flatMap((page) => page.versions)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Quality and Versions"
      description={agent.name}
      width="large"
      keepOpenOutside
      finalFocus={finalFocus}
    >
      {shown === null ? (
        <div className="flex flex-col gap-8">
          {read.isError && <LoadError what="the versions" failed={read} />}
          {read.isPending && <LoadingRows what="versions" />}
          {pages[0] && (
            <>
              <QualityFigures total={pages[0].total} versions={versions} />
              <VersionList versions={versions} returningTo={left} onView={setShown} />
              {read.hasNextPage && (
                <Button
                  variant="secondary"
                  className="self-center"
                  pending={read.isFetchingNextPage}
                  onClick={() => void read.fetchNextPage()}
                >
                  Show Older Versions
                </Button>
              )}
            </>
          )}
        </div>
      ) : (
        <VersionView
          agentId={agent.id}
          revision={shown}
          onBack={() => {
            setLeft(shown)
            setShown(null)
          }}
        />
      )}
    </Dialog>
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
