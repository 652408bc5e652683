import { countText } from '#contract/amounts.ts'
import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** The toasts of failures; their titles are specified word for word. */
export const memberFailures = {
  category: { title: 'Failed to update user category', text: "The category hasn't changed. Please try again." },
  changeMember: { title: 'Failed to update member', text: 'No changes were saved. Please try again.' },
  removeMember: { title: 'Failed to remove member', text: 'Please try again.' },
} as const satisfies Record<string, Failure>

/** The toasts of successes. */
export const memberSuccesses = {
  invitationRevoked: { title: 'Invitation Revoked', description: 'Its link no longer works.', tone: 'success' },
  categoryUpdated: { title: 'Category Updated', tone: 'success' },
  memberUpdated: { title: 'Member Updated', tone: 'success' },
  memberRemoved: { title: 'Member Removed', description: 'Their usage stays in your figures.', tone: 'success' },
} as const satisfies Record<string, ToastMessage>

/** Counts the members who were changed in one step. */
export function membersUpdated(count: number): ToastMessage {
  return {
    title: countText(count, 'Member Updated', 'Members Updated'),
    tone: 'success',
  }
}
