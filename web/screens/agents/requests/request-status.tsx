import type { RequestStatus } from '#contract/agents/requests.ts'
import { Badge, type BadgeTone } from '#web/kit/badge.tsx'

/** The words for the statuses; the admins' selection has the specification's spelling (S489). */
export const statusNames: Record<RequestStatus, string> = {
  received: 'Received',
  reviewed: 'Reviewed',
  approved: 'Approved',
  'in progress': 'In progress',
  published: 'Published',
  denied: 'Denied',
  'already exists': 'Already exists',
}

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
