import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { agentRequests, type AgentRequest } from '#contract/agents/requests.ts'
import { query } from '#web/client/api.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Loaded } from '#web/client/loaded.tsx'
import { MessagePlaces } from '#web/screens/frame/message-places.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { RequestStatusBadge, statusNames } from './request-status.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Pagination, usePage } from '#web/kit/pagination.tsx'
import { SubmitRequest } from './requested-agents.tsx'
/** /dashboard/requests: every request and its status, twenty per page, newest first (D58, D61). */
export default function Requests() {
  const list = useQuery(query(agentRequests))
  const { page, pageCount, shown } = usePage(list.data ?? [])
  return (
    <Page
      title="Your Requested Agents"
      description="Agents you've requested and where each one stands."
      actions={<SubmitRequest size="default" />}
    >
      <MessagePlaces at={paths.requests()} />
      <div className="flex flex-col gap-4">
        <Card>
          <Loaded
            read={list}
            what="your requests"
            empty={
              <EmptyState title="No requests yet">
                Need an agent that isn't here? Submit a request, and we'll look into it.
              </EmptyState>
            }
          >
            {() => (
              <ul className="-my-4 divide-y divide-line">
                {shown.map((request) => (
                  <Request key={request.id} request={request} />
                ))}
              </ul>
            )}
          </Loaded>
        </Card>
        <Pagination page={page} pageCount={pageCount} hrefOf={(to) => paths.requests({ page: to })} />
      </div>
    </Page>
  )
}

function Request({ request }: { request: AgentRequest }) {
  const { agentName, status, useCase, priority, createdAt, description, history, agentId } = request
  const note = history.findLast((line) => line.note)?.note
  return (
    <li className="flex flex-col gap-1 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 flex-1 basis-48 font-medium break-words">{agentName}</h2>
        <RequestStatusBadge status={status} />
      </div>
      <p className="text-sm text-muted">
        {useCase} · {priority} priority · <DateTime value={createdAt} />
      </p>
      {agentId && (
        <p>
          <TextLink href={paths.agent(agentId)}>
            See the agent<span className="sr-only"> for {agentName}</span>
          </TextLink>
        </p>
      )}
      {note && <p className="mt-1 max-w-prose border-l-2 border-primary pl-3 whitespace-pre-line">{note}</p>}
      <details className="group mt-1">
        <summary className="inline-flex cursor-pointer items-center gap-1 rounded-control text-sm text-link pointer-coarse:min-h-11">
          <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
          Details<span className="sr-only"> of {agentName}</span>
        </summary>
        <p className="mt-2 max-w-prose break-words whitespace-pre-line">{description}</p>
        <History lines={history} />
      </details>
    </li>
  )
}

/** Every status of the request so far, with its notes. */
function History({ lines }: { lines: AgentRequest['history'] }) {
  return (
    <ol aria-label="History" className="mt-4 flex max-w-prose flex-col gap-3 text-sm">
      {lines.map(({ status, note, changedAt }) => (
        <li key={changedAt}>
          <p className="flex flex-wrap gap-x-3">
            <span className="font-medium">{statusNames[status]}</span>
            <span className="text-muted">
              <DateTime value={changedAt} withTime />
            </span>
          </p>
          {note && <p className="whitespace-pre-line text-muted">{note}</p>}
        </li>
      ))}
    </ol>
  )
}
