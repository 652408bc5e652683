import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** The toasts of successes. */
export const organizationSuccesses = {
  messageToAdmins: {
    title: 'Message Sent',
    description: 'Your admins will see it in their messages.',
    tone: 'success',
  },
} as const satisfies Record<string, ToastMessage>
