import type { RequestStatus } from '#contract/agents/requests.ts'
import { statusNames } from '#web/screens/agents/labels.ts'
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
  return <Badge tone={tones[status]}>{statusNames[status]}</Badge>
}
