import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** The toasts of the app builder. */

export const appFailures = {
  save: { title: 'Failed to save your app', text: 'No changes were saved. Please try again.' },
  publish: { title: 'Failed to publish your app', text: "It's still a draft. Please try again." },
  unpublish: { title: 'Failed to unpublish your app', text: "It's still published. Please try again." },
  logo: { title: 'Failed to upload image', text: "The logo hasn't changed. Please try again." },
  removeLogo: { title: 'Failed to remove your logo', text: "The logo hasn't changed. Please try again." },
} as const satisfies Record<string, Failure>

export const appSuccesses = {
  saved: { title: 'App Saved', tone: 'success' },
  published: { title: 'App Published', description: 'Anyone can open and install it now.', tone: 'success' },
  unpublished: { title: 'App Unpublished', description: 'Only your admins can see it now.', tone: 'success' },
  logoSaved: { title: 'Logo Saved', tone: 'success' },
  logoRemoved: { title: 'Logo Removed', tone: 'success' },
} as const satisfies Record<string, ToastMessage>
