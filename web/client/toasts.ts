import { imageErrors, imageTooLargeText } from '#contract/images/images.ts'
import type { Failure } from './failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

const unreachable = "We couldn't reach Luna. Please check your connection and try again."

/** The catalogue of failures, word for word. */
export const failures = {
  signIn: {
    title: 'Sign In Failed',
    text: 'Please check your credentials and try again.',
    unreachable,
  },
  registration: {
    title: 'Registration Failed',
    text: 'Please try again with different information.',
    unreachable,
  },
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
  paymentSetup: { title: 'Payment Setup Failed', text: 'Please try again or contact support.' },
  subscribeSetup: {
    title: 'Setup Error',
    text: 'Failed to initialize subscription payment. Please try again.',
  },
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
  payment: { title: 'Payment Failed', text: 'Please check your card and try again.' },
  minutesLate: {
    title: 'Payment Processed',
    text: 'Payment succeeded but credits may take a few minutes to appear.',
  },
  resetMail: { title: 'Failed to send reset email', text: 'Please try again in a few minutes.' },
  resetLink: { title: 'Invalid reset link', text: 'This reset link is invalid or has expired' },
  resetPassword: { title: 'Failed to reset password', text: 'Please try again.' },
  unlock: { title: 'Error', text: 'Failed to unlock agent. Please try again.' },
  verificationMail: { title: 'Failed to send the email', text: 'Please try again in a few minutes.' },
  changeEmail: { title: 'Failed to change your email', text: "Your email hasn't changed. Please try again." },
  changePassword: { title: 'Failed to change your password', text: "Your password hasn't changed. Please try again." },
  endSignIn: { title: 'Failed to sign out', text: 'That browser is still signed in. Please try again.' },
  photo: { title: 'Failed to upload image', text: "Your photo hasn't changed. Please try again." },
  photoTooLarge: { title: 'File too large', text: imageTooLargeText },
  photoType: { title: 'Invalid file type', text: imageErrors.wrong_image_type[1] },
  deleteAccount: { title: 'Failed to delete your account', text: 'Nothing was deleted. Please try again.' },
  dataExport: { title: 'Failed to start your export', text: 'Please try again in a few minutes.' },
  removePhoto: { title: 'Failed to remove your photo', text: 'Please try again.' },
  names: { title: 'Error', text: 'Failed to save your name. Please try again.' },
  cancelSubscription: {
    title: 'Failed to cancel subscription',
    text: 'Your subscription is unchanged. Please try again.',
  },
  resumeSubscription: {
    title: 'Failed to resume subscription',
    text: 'Your subscription will still end as planned. Please try again.',
  },
  settings: { title: 'Failed to update settings', text: 'No changes were saved. Please try again.' },
  cardSetup: { title: 'Card Setup Failed', text: 'Please try again or contact support.' },
  cardRefused: { title: 'Card Not Saved', text: 'Please check your card and try again.' },
  saveCard: {
    title: 'Card Not Saved',
    text: "Your bank approved it, but we couldn't save the card. Please try again.",
  },
  debtLate: {
    title: 'Payment Processed',
    text: 'Your payment went through, but it may take a few minutes to show up.',
  },
  requestIncomplete: { title: 'Missing Information', text: 'Please fill out all required fields.' },
  submitRequest: { title: 'Error', text: 'Failed to submit request. Please try again.' },
  messageIncomplete: { title: 'Error', text: 'Please fill in both subject and message.' },
  sendMessage: { title: 'Error', text: 'Failed to send message. Please try again.' },
  markRead: { title: 'Error', text: 'Failed to mark message as read.' },
  deleteMessage: { title: 'Error', text: 'Failed to delete message.' },
  rating: { title: 'Error', text: 'Failed to save your rating. Please try again.' },
  transcriptSettings: { title: 'Error', text: 'Failed to save your transcript settings. Please try again.' },
  copyLink: {
    title: 'Copy Failed',
    text: "Your browser didn't allow it. Please select the link and copy it yourself.",
  },
  switchContext: { title: 'Failed to switch', text: "You're still where you were before. Please try again." },
  requestMinutes: { title: 'Failed to send your request', text: 'Please try again in a few minutes.' },
  copyId: { title: 'Copy Failed', text: "Your browser didn't allow it. Please select the ID and copy it yourself." },
  invite: { title: 'Failed to send invitation', text: 'Please try again.' },
  checkList: { title: 'Failed to check the list', text: 'Nothing was sent. Please try again.' },
  makeLink: { title: 'Failed to make the link', text: 'Please try again.' },
  revokeInvitation: { title: 'Failed to revoke invitation', text: 'Please try again.' },
  category: { title: 'Failed to update user category', text: "The category hasn't changed. Please try again." },
  changeMember: { title: 'Failed to update member', text: 'No changes were saved. Please try again.' },
  removeMember: { title: 'Failed to remove member', text: 'Please try again.' },
  addAgents: { title: 'Failed to add agents to organization', text: 'Please try again.' },
  changeAssignment: { title: 'Failed to update agent', text: 'No changes were saved. Please try again.' },
  removeAssignment: { title: 'Failed to remove agent from organization', text: 'Please try again.' },
  deleteTranscript: { title: 'Error', text: 'Failed to delete the transcript. Please try again.' },
} as const satisfies Record<string, Failure>

export const successes = {
  orderPaid: { title: 'Payment Successful', description: 'Your organization is being set up.', tone: 'success' },
  passwordSet: { title: 'Password Set Successfully!', description: 'Taking you to your dashboard.', tone: 'success' },
  accountRestored: {
    title: 'Welcome Back',
    description: "Your account was scheduled for deletion. You signed in, so we're keeping it.",
    tone: 'success',
  },
  subscriptionResumed: {
    title: 'Subscription Resumed',
    description: 'It will renew as before.',
    tone: 'success',
  },
  registrationSubmitted: {
    title: 'Registration Submitted',
    description: 'One payment, and your organization is ready.',
    tone: 'success',
  },
  accountCreated: { title: 'Account Created', description: 'You are signed in.', tone: 'success' },
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
  settingsUpdated: {
    title: 'Settings Updated',
    description: 'Auto-purchase settings have been saved.',
    tone: 'success',
  },
  cardSaved: {
    title: 'Card Saved',
    description: "We'll use it for renewals and automatic purchases.",
    tone: 'success',
  },
  debtPaid: { title: 'Debt Paid', description: 'You can talk to your agents again.', tone: 'success' },
  requestSubmitted: {
    title: 'Request Submitted',
    description: "Thank you! We'll review your agent request and get back to you soon.",
    tone: 'success',
  },
  messageSent: {
    title: 'Message Sent',
    description: 'Your message has been sent to the admin team.',
    tone: 'success',
  },
  messageToAdmins: {
    title: 'Message Sent',
    description: 'Your admins will see it in their messages.',
    tone: 'success',
  },
  minutesRequested: { title: 'Request Sent', description: 'Your admins will see your message.', tone: 'success' },
  messageRead: { title: 'Marked as Read', tone: 'success' },
  messageDeleted: { title: 'Message Deleted', tone: 'success' },
  linkCopied: { title: 'Link Copied', description: 'Share it with anyone who might like Luna.', tone: 'success' },
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
  transcriptDeleted: { title: 'Transcript Deleted', tone: 'success' },
} as const satisfies Record<string, ToastMessage>

/** Access continues until the given day (S284, D41). */
export function subscriptionCancelled(endsOn: string | null): ToastMessage {
  const until = endsOn ? `, ${endsOn}` : ''
  return {
    title: 'Subscription Cancelled',
    description: `You can keep using Luna until the end of the billing period${until}.`,
    tone: 'success',
  }
}

/** How many agents are new in an organization; the others already assigned got the level (D126). */
export function agentsAdded(count: number): ToastMessage {
  const what = count === 1 ? '1 agent is' : `${count} agents are`
  return { title: 'Agents Added', description: `${what} new for your members.`, tone: 'success' }
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

/** A link was sent to an address (D24). */
export function mailSent(to: string): ToastMessage {
  return { title: 'Email Sent', description: `Please open the link we sent to ${to}.`, tone: 'success' }
}
