import { imageErrors } from '#contract/images/images.ts'
import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** The toasts of failures; their titles are specified word for word. */
export const registrationFailures = {
  organizationRegistration: {
    title: 'Registration Failed',
    text: 'Failed to submit registration. Please try again.',
  },
  registrationLink: { title: 'Registration Error', text: 'Could not open the checkout. Please try again.' },
  registrationLogo: {
    title: 'Failed to upload image',
    text: 'Your registration was saved without it. You can add the logo later.',
  },
  brokenImage: { title: 'Failed to upload image', text: imageErrors.broken_image[1] },
  wideImage: { title: 'Failed to upload image', text: imageErrors.image_too_wide[1] },
} as const satisfies Record<string, Failure>

/** The toasts of successes. */
export const registrationSuccesses = {
  registrationSubmitted: {
    title: 'Registration Submitted',
    description: 'One payment, and your organization is ready.',
    tone: 'success',
  },
} as const satisfies Record<string, ToastMessage>
