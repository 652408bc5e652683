import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** The toasts of the settings (D131). */

export const failures = {
  autoPurchase: { title: 'Failed to save auto-refill', text: 'No changes were saved. Please try again.' },
} as const satisfies Record<string, Failure>

export const successes = {
  autoPurchaseSaved: { title: 'Auto-Refill Updated', tone: 'success' },
} as const satisfies Record<string, ToastMessage>
