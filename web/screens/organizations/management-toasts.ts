import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** The toasts of the organizations page, word for word (S607-S610, S634-S637). */

export const managementFailures = {
  create: { title: 'Failed to create organization', text: 'The organization was not created. Please try again.' },
  branding: { title: 'Failed to update branding', text: 'No changes were saved. Please try again.' },
  logo: { title: 'Failed to upload image', text: "The logo hasn't changed. Please try again." },
  removeAgent: { title: 'Failed to remove agent', text: 'The agent is still assigned. Please try again.' },
} as const satisfies Record<string, Failure>

export const brandingUpdated: ToastMessage = {
  title: 'Branding Updated',
  description: 'Your team can see it now.',
  tone: 'success',
}

/** An organization was created: for a customer, already active, or waiting for its package (D130, D211). */
export function organizationCreated(isForCustomer: boolean, givesAccess: boolean): ToastMessage {
  const own = givesAccess ? 'You can set it up now.' : 'Choose a package to open it to your team.'
  const description = isForCustomer ? 'We invited its contact as an admin.' : own
  return { title: 'Organization Created', description, tone: 'success' }
}

export const leavingFailure: Failure = { title: 'Failed to leave', text: "You're still a member. Please try again." }

/** A person has left an organization on their own (D179). */
export function organizationLeft(name: string): ToastMessage {
  return { title: `You left ${name}`, description: 'Your past conversations stay there.', tone: 'success' }
}
