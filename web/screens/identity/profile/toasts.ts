import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** What could not be done, word for word as specified. */
export const profileFailures = {
  verificationMail: { title: 'Failed to send the email', text: 'Please try again in a few minutes.' },
  changeEmail: { title: 'Failed to change your email', text: "Your email hasn't changed. Please try again." },
  changePassword: { title: 'Failed to change your password', text: "Your password hasn't changed. Please try again." },
  endSignIn: { title: 'Failed to sign out', text: 'That browser is still signed in. Please try again.' },
  photo: { title: 'Failed to upload image', text: "Your photo hasn't changed. Please try again." },
  deleteAccount: { title: 'Failed to delete your account', text: 'Nothing was deleted. Please try again.' },
  dataExport: { title: 'Failed to start your export', text: 'Please try again in a few minutes.' },
  removePhoto: { title: 'Failed to remove your photo', text: 'Please try again.' },
} as const satisfies Record<string, Failure>

/** What has been done. */
export const profileSuccesses = {
  namesSaved: { title: 'Name Saved', tone: 'success' },
  passwordChanged: {
    title: 'Password Changed',
    description: 'We signed you out on your other devices.',
    tone: 'success',
  },
  photoSaved: { title: 'Photo Saved', tone: 'success' },
  photoRemoved: { title: 'Photo Removed', tone: 'success' },
  signInEnded: { title: 'Browser Signed Out', description: 'That browser is no longer signed in.', tone: 'success' },
  signInsEnded: {
    title: 'Signed Out Everywhere Else',
    description: 'Only this browser is signed in.',
    tone: 'success',
  },
} as const satisfies Record<string, ToastMessage>

/** A link was sent to an address (D24). */
export function mailSent(to: string): ToastMessage {
  return { title: 'Email Sent', description: `Please open the link we sent to ${to}.`, tone: 'success' }
}
