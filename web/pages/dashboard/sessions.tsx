import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { sessions } from '#contract/voice.ts'
import { query } from '#web/api.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { Page } from '#web/parts/page-layout.tsx'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { LoadingSessions, NoSessions } from './recent-sessions.tsx'
import { newestFirst, SessionList } from './session-list.tsx'

const pageSize = 20

/** /dashboard/sessions: every session, twenty a page, the newest first (D58). */
export default function Sessions() {
  const list = useQuery(query(sessions))
  const [search] = useSearchParams()
  const pageCount = Math.max(1, Math.ceil((list.data?.length ?? 0) / pageSize))
  const page = Math.min(pageCount, Math.max(1, Math.floor(Number(search.get('page'))) || 1))
  const first = (page - 1) * pageSize
  return (
    <Page title="Your Sessions" description={<TextLink href={paths.dashboard()}>Back to your dashboard</TextLink>}>
      <div className="flex flex-col gap-4">
        <Card>
          {list.isPending && <LoadingSessions count={8} />}
          {list.isError && <LoadError what="your sessions" failed={list} />}
          {list.data &&
            (list.data.length > 0 ? (
              <SessionList sessions={newestFirst(list.data).slice(first, first + pageSize)} />
            ) : (
              <NoSessions />
            ))}
        </Card>
        <Pagination page={page} pageCount={pageCount} hrefOf={(to) => paths.sessions({ page: to })} />
      </div>
    </Page>
  )
}
