import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

export const settingsFailures = {
  platformSettings: { title: 'Failed to save settings', text: 'No changes were saved. Please try again.' },
} as const satisfies Record<string, Failure>

export const settingsSuccesses = {
  settingsSaved: { title: 'Settings Saved', description: 'They are now in effect.', tone: 'success' },
} as const satisfies Record<string, ToastMessage>
