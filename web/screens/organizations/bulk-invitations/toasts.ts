import { countText } from '#contract/amounts.ts'
import { type Failure, notReached } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** The toasts of failures; their titles are specified word for word. */
export const bulkInvitationFailures = {
  checkList: {
    title: 'Failed to check the list',
    text: 'Nothing was sent. Please try again.',
    unreachable: notReached,
  },
  makeLink: { title: 'Failed to create the link', text: 'Please try again.' },
} as const satisfies Record<string, Failure>

/** The toasts of successes. */
export const bulkInvitationSuccesses = {
  batchRevoked: { title: 'Invitations Revoked', description: 'Their links no longer work.', tone: 'success' },
  linkRevoked: { title: 'Link Revoked', description: 'It can no longer be used to join.', tone: 'success' },
  sharedLinkCopied: { title: 'Link Copied', description: 'Share it with the people who should join.', tone: 'success' },
} as const satisfies Record<string, ToastMessage>

/** The open invitations of a batch were sent again (D118). */
export function batchResent(count: number): ToastMessage {
  const what = countText(count, 'new link is', 'new links are')
  return { title: 'Invitations Sent', description: `${what} on the way.`, tone: 'success' }
}
