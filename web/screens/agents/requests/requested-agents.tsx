import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countText } from '#contract/amounts.ts'
import { agentRequests, type AgentRequest } from '#contract/agents/requests.ts'
import { query } from '#web/client/api.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { RequestDialog } from './request-dialog.tsx'
import { RequestStatusBadge } from './request-status.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Button, type ButtonSize } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LineSection } from '#web/kit/card.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { TextLink } from '#web/kit/text-link.tsx'

const shownCount = 4

/** The four latest requests, and the button to add one (S111, S112, S305). */
export function RequestedAgents() {
  const list = useQuery(query(agentRequests))
  const moreCount = (list.data?.length ?? 0) - shownCount
  return (
    <LineSection title="Your Requested Agents" aside={<SubmitRequest />}>
      {list.isPending && <LoadingRequests count={3} />}
      {list.isError && <LoadError what="your requests" failed={list} />}
      {list.data?.length === 0 && (
        <p className="text-muted">No requests yet. If you're missing an agent, let us know.</p>
      )}
      {list.data && list.data.length > 0 && (
        <ul className="-my-3 divide-y divide-line">
          {list.data.slice(0, shownCount).map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </ul>
      )}
      {moreCount > 0 && (
        <p className="mt-3">
          <TextLink href={paths.requests()}>{`+${countText(moreCount, 'more request')}`}</TextLink>
        </p>
      )}
    </LineSection>
  )
}

function RequestRow({ request: { agentName, status, useCase, createdAt } }: { request: AgentRequest }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate font-medium">
          <TextLink href={paths.requests()} quiet className="text-text">
            {agentName}
          </TextLink>
        </p>
        <p className="text-sm text-muted">
          {useCase} · <DateTime value={createdAt} />
        </p>
      </div>
      <RequestStatusBadge status={status} />
    </li>
  )
}

/** Opens the Request New Agent dialog. */
export function SubmitRequest({ size = 'dense' }: { size?: ButtonSize }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size={size} onClick={() => setOpen(true)}>
        Submit Request
      </Button>
      <RequestDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

export function NoRequests() {
  return (
    <EmptyState title="No requests yet">
      Need an agent that isn't here? Submit a request, and we'll look into it.
    </EmptyState>
  )
}

export function LoadingRequests({ count }: { count: number }) {
  return (
    <SkeletonGroup label="Loading your requests…" className="flex flex-col gap-3">
      {Array.from({ length: count }, (_, row) => (
        <Skeleton key={row} className="h-12" />
      ))}
    </SkeletonGroup>
  )
}
