import type { RequestStatus } from '#contract/agents/requests.ts'
import { Badge, type BadgeTone } from '#web/kit/badge.tsx'

const tones: Record<RequestStatus, BadgeTone> = {
  received: 'soft',
  reviewed: 'neutral',
  'in progress': 'neutral',
  approved: 'brand',
  published: 'brand',
  denied: 'danger',
  'already exists': 'danger',
}

/** The status of a request. */
export function RequestStatusBadge({ status }: { status: RequestStatus }) {
  return (
    <Badge tone={tones[status]}>
      <RequestStatusName status={status} />
    </Badge>
  )
}

/** The status with a capital first letter. */
export function RequestStatusName({ status }: { status: RequestStatus }) {
  return <span className="inline-block first-letter:uppercase">{status}</span>
}
