import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** The toasts of the settings (D131). */

export const failures = {
  settings: { title: 'Failed to save settings', text: 'No changes were saved. Please try again.' },
  autoPurchase: { title: 'Failed to save auto-refill', text: 'No changes were saved. Please try again.' },
  archive: { title: 'Failed to archive organization', text: "It's still active. Please try again." },
} as const satisfies Record<string, Failure>

export const successes = {
  saved: { title: 'Settings Saved', tone: 'success' },
  autoPurchaseSaved: { title: 'Auto-Refill Updated', tone: 'success' },
  archived: { title: 'Organization Archived', description: 'You can still view everything in it.', tone: 'success' },
} as const satisfies Record<string, ToastMessage>
