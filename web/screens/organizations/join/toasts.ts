import type { Failure } from '#web/client/failure.ts'

/** The toasts of failures; their titles are specified word for word. */
export const joinFailures = {
  joinOrganization: { title: 'Failed to join', text: 'No changes were made. Please try again.' },
  declineInvitation: { title: 'Failed to decline', text: 'The invitation is still open. Please try again.' },
} as const satisfies Record<string, Failure>
