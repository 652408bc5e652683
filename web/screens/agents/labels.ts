import type { requestPriorities, RequestStatus } from '#contract/agents/requests.ts'

/** The words for the stored values of agent requests; the admins' selection has the specification's spelling (S489). */

export const priorityNames: Record<(typeof requestPriorities)[number], string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
}

export const statusNames: Record<RequestStatus, string> = {
  received: 'Received',
  reviewed: 'Reviewed',
  approved: 'Approved',
  'in progress': 'In progress',
  published: 'Published',
  denied: 'Denied',
  'already exists': 'Already exists',
}
