import { useQuery } from '@tanstack/react-query'
import { agentRequests, type AgentRequest, requestLimits, submitRequest } from '#contract/agents/requests.ts'
import { countText } from '#contract/amounts.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { showFailure, withdrawFailure } from '#web/client/failure.ts'
import { openForm } from '#web/client/forms/call-dialog.tsx'
import { Loaded, LoadingRows } from '#web/client/loaded.tsx'
import { Button, type ButtonSize } from '#web/kit/button.tsx'
import { LineSection } from '#web/kit/card.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { RequestStatusBadge } from './request-status.tsx'

const shownCount = 4

/** The four latest requests, and the button to add one (S111, S112, S305). */
export function RequestedAgents() {
  const list = useQuery(query(agentRequests))
  const moreCount = (list.data?.length ?? 0) - shownCount
  return (
    <LineSection title="Your Requested Agents" aside={<SubmitRequest />}>
      <Loaded
        read={list}
        what="your requests"
        skeleton={<LoadingRows what="your requests" count={3} />}
        empty={<p className="text-muted">No requests yet. If you're missing an agent, let us know.</p>}
      >
        {(requests) => (
          <ul className="-my-3 divide-y divide-line">
            {requests.slice(0, shownCount).map((request) => (
              <RequestRow key={request.id} request={request} />
            ))}
          </ul>
        )}
      </Loaded>
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

export function SubmitRequest({ size = 'dense' }: { size?: ButtonSize }) {
  return (
    <Button variant={size === 'dense' ? 'ghost' : 'secondary'} size={size} onClick={() => void openRequestForm()}>
      Submit Request
    </Button>
  )
}

const incomplete = { title: 'Missing Information', text: 'Please fill out all required fields.' }

/** Asks for the agent, its purpose and the priority; its name starts as the search without results (S116, S187-S190, D58). */
export function openRequestForm(agentName = ''): Promise<unknown> {
  return openForm({
    title: 'Request New Agent',
    description: "Tell us which agent you need. We'll reply by message.",
    width: 'medium',
    call: submitRequest,
    known: { agentName: agentName.trim().slice(0, requestLimits.agentName) },
    sections: [{ fields: ['agentName', 'description'] }, { fields: ['useCase', 'priority'], columns: 2 }],
    onInvalid: () => showFailure(incomplete),
    done: () => withdrawFailure(incomplete),
    submit: 'Submit Request',
    pendingText: 'Submitting…',
  })
}
