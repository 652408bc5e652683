import { imageErrors } from '#contract/images/images.ts'
import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** The toasts of failures; their titles are specified word for word. */
export const organizationFailures = {
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
  signupValidation: {
    title: 'Validation Failed',
    text: 'Invalid organization ID or no pending invitation found',
  },
  signupPassword: { title: 'Password Error', text: 'Passwords do not match' },
  signup: { title: 'Registration Failed', text: 'Failed to create account' },
  joinOrganization: { title: 'Failed to join', text: 'No changes were made. Please try again.' },
  declineInvitation: { title: 'Failed to decline', text: 'The invitation is still open. Please try again.' },
  orderIncomplete: { title: 'Invalid Request', text: 'Missing registration details or amount' },
  orderWithoutSecret: {
    title: 'Payment Setup Error',
    text: 'Payment could not be initialized. Missing client secret.',
  },
  orderPayment: { title: 'Error', text: 'Failed to initialize payment' },
  orderUnexpected: { title: 'Payment Error', text: 'An unexpected error occurred' },
  autoPurchaseChoice: { title: 'Error', text: 'Failed to save your choice. Please try again.' },
  passwordMismatch: { title: 'Password Mismatch', text: 'Passwords do not match. Please try again.' },
  passwordTooShort: { title: 'Password Too Short', text: 'Password must be at least 8 characters long.' },
  passwordSetup: {
    title: 'Setup Failed',
    text: 'Failed to set up password. Please use the link in your e-mail.',
  },
  loginAfterSetup: { title: 'Sign In Failed', text: 'Login failed after password setup' },
  attachOrganization: { title: 'Error', text: 'Failed to save your answer. Please try again.' },
  copyId: { title: 'Copy Failed', text: "Your browser didn't allow it. Please select the ID and copy it yourself." },
  invite: { title: 'Failed to send invitation', text: 'Please try again.' },
  checkList: { title: 'Failed to check the list', text: 'Nothing was sent. Please try again.' },
  makeLink: { title: 'Failed to create the link', text: 'Please try again.' },
  revokeInvitation: { title: 'Failed to revoke invitation', text: 'Please try again.' },
  category: { title: 'Failed to update user category', text: "The category hasn't changed. Please try again." },
  changeMember: { title: 'Failed to update member', text: 'No changes were saved. Please try again.' },
  removeMember: { title: 'Failed to remove member', text: 'Please try again.' },
  addAgents: { title: 'Failed to add agents to organization', text: 'Please try again.' },
  changeAssignment: { title: 'Failed to update agent', text: 'No changes were saved. Please try again.' },
  removeAssignment: { title: 'Failed to remove agent from organization', text: 'Please try again.' },
} as const satisfies Record<string, Failure>

/** The toasts of successes. */
export const organizationSuccesses = {
  orderPaid: { title: 'Payment Successful', description: 'Your organization is being set up.', tone: 'success' },
  passwordSet: { title: 'Password Set Successfully!', description: 'Taking you to your dashboard.', tone: 'success' },
  registrationSubmitted: {
    title: 'Registration Submitted',
    description: 'One payment, and your organization is ready.',
    tone: 'success',
  },
  accountCreated: { title: 'Account Created', description: "You're signed in.", tone: 'success' },
  messageToAdmins: {
    title: 'Message Sent',
    description: 'Your admins will see it in their messages.',
    tone: 'success',
  },
  copied: { title: 'Copied!', description: 'The organization ID is in your clipboard.', tone: 'success' },
  invitationSent: { title: 'Invitation Sent', description: 'The link in it works for 14 days.', tone: 'success' },
  invitationRevoked: { title: 'Invitation Revoked', description: 'Its link no longer works.', tone: 'success' },
  batchRevoked: { title: 'Invitations Revoked', description: 'Their links no longer work.', tone: 'success' },
  linkRevoked: { title: 'Link Revoked', description: 'It can no longer be used to join.', tone: 'success' },
  sharedLinkCopied: { title: 'Link Copied', description: 'Share it with the people who should join.', tone: 'success' },
  categoryUpdated: { title: 'Category Updated', tone: 'success' },
  memberUpdated: { title: 'Member Updated', tone: 'success' },
  memberRemoved: { title: 'Member Removed', description: 'Their usage stays in your figures.', tone: 'success' },
  agentUpdated: { title: 'Agent Updated', tone: 'success' },
  agentRemoved: { title: 'Agent Removed', description: 'Members no longer see it.', tone: 'success' },
} as const satisfies Record<string, ToastMessage>

/** Counts the agents that are new in an organization; those assigned before only get the level (D126). */
export function agentsAdded(count: number): ToastMessage {
  const what = count === 1 ? '1 more agent' : `${count} more agents`
  return { title: 'Agents Added', description: `Your members can talk to ${what}.`, tone: 'success' }
}

/** The open invitations of a batch were sent again (D118). */
export function batchResent(count: number): ToastMessage {
  const what = count === 1 ? '1 new link is' : `${count} new links are`
  return { title: 'Invitations Sent', description: `${what} on the way.`, tone: 'success' }
}

/** A link admits an address to the organization (S645). */
export function invitationVerified(organizationName: string): ToastMessage {
  return { title: 'Validation Successful', description: `Welcome to ${organizationName}.`, tone: 'success' }
}

/** The user has accepted an invitation and switched to its organization (D111). */
export function joined(organizationName: string): ToastMessage {
  return { title: 'Welcome to the Team', description: `You're now part of ${organizationName}.`, tone: 'success' }
}
