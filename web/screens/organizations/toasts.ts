import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** The toasts of failures; their titles are specified word for word. */
export const organizationFailures = {
  invite: { title: 'Failed to send invitation', text: 'Please try again.' },
} as const satisfies Record<string, Failure>

/** The toasts of successes. */
export const organizationSuccesses = {
  messageToAdmins: {
    title: 'Message Sent',
    description: 'Your admins will see it in their messages.',
    tone: 'success',
  },
  invitationSent: { title: 'Invitation Sent', description: 'The link in it works for 14 days.', tone: 'success' },
} as const satisfies Record<string, ToastMessage>

/** The user has accepted an invitation and switched to its organization (D111). */
export function joined(organizationName: string): ToastMessage {
  return { title: 'Welcome to the Team', description: `You're now part of ${organizationName}.`, tone: 'success' }
}
