import type { AdminAgent } from '#contract/agents/admin-agents.ts'
import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** The toasts of the admin panel, kept apart so that only admins load them (S629, S647-S657, D161). */

export const adminFailures = {
  userStatus: { title: 'Failed to update user status', text: 'No changes were saved. Please try again.' },
  userRole: { title: 'Failed to update user role', text: 'No changes were saved. Please try again.' },
  deleteUser: { title: 'Failed to delete user', text: 'The user was not deleted. Please try again.' },
  restoreUser: { title: 'Failed to restore user', text: 'The user is still deleted. Please try again.' },
  adjustMinutes: {
    title: 'Failed to adjust credits',
    text: 'Please try again from this form. The credits will not be adjusted twice.',
  },
  organizationStatus: {
    title: 'Failed to update organization status',
    text: 'No changes were saved. Please try again.',
  },
  grantApp: { title: 'Failed to grant the branded app', text: 'No changes were saved. Please try again.' },
  withdrawApp: { title: 'Failed to withdraw the branded app', text: 'No changes were saved. Please try again.' },
  refund: {
    title: 'Failed to refund payment',
    text: 'Please try again from this form. The payment will not be refunded twice.',
  },
  platformSettings: { title: 'Failed to save settings', text: 'No changes were saved. Please try again.' },
  createAgent: { title: 'Failed to create agent', text: 'The agent was not created. Please try again.' },
  createPrivateAgent: { title: 'Failed to create private agent', text: 'The agent was not created. Please try again.' },
  updateAgent: { title: 'Failed to update agent', text: 'No changes were saved. Please try again.' },
  deleteAgent: { title: 'Failed to delete agent', text: 'The agent was not deleted. Please try again.' },
  syncAgent: { title: 'Failed to sync agent', text: 'Please try again.' },
  addAgent: { title: 'Failed to add agent to organization', text: 'No changes were saved. Please try again.' },
  uploadImage: { title: 'Failed to upload image', text: 'Please try again.' },
  requestStatus: {
    title: 'Failed to update agent request status',
    text: 'No changes were saved. Please try again.',
  },
  answerContact: { title: 'Answer Not Sent', text: 'Failed to send your answer. Please try again.' },
  sendMessage: { title: 'Message Not Sent', text: 'Failed to send message' },
  withdrawMessage: { title: 'Failed to withdraw message', text: 'People can still read it. Please try again.' },
  download: { title: 'Download Failed', text: 'Please try again.' },
} as const satisfies Record<string, Failure>

export const adminSuccesses = {
  userStatusUpdated: { title: 'User status updated successfully', tone: 'success' },
  userRoleUpdated: { title: 'User role updated successfully', tone: 'success' },
  userDeleted: { title: 'User deleted successfully', tone: 'success' },
  userRestored: { title: 'User Restored', description: 'They can sign in again.', tone: 'success' },
  minutesAdjusted: { title: 'Credits Adjusted', tone: 'success' },
  organizationStatusUpdated: { title: 'Organization status updated successfully', tone: 'success' },
  appGranted: { title: 'Branded App Granted', description: 'Its admins can now publish it.', tone: 'success' },
  appWithdrawn: { title: 'Branded App Withdrawn', description: 'It is no longer published.', tone: 'success' },
  requestStatusUpdated: { title: 'Agent request status updated successfully', tone: 'success' },
  messageSent: { title: 'Message Sent', tone: 'success' },
  contactAnswered: { title: 'Answer Sent', tone: 'success' },
  messageWithdrawn: { title: 'Message Withdrawn', description: 'No one can see it now.', tone: 'success' },
  settingsSaved: { title: 'Settings Saved', description: 'They are now in effect.', tone: 'success' },
  imageUploaded: { title: 'Image uploaded successfully', tone: 'success' },
  refunded: { title: 'Payment Refunded', description: 'The payment provider will return the money.', tone: 'success' },
} as const satisfies Record<string, ToastMessage>

/** Returns a sentence on whether the voice provider has the agent that was just saved (D148). */
function describeSync({ syncState, syncError }: AdminAgent): string {
  return syncState === 'synced'
    ? 'Synced with the voice provider.'
    : `Not synced: ${syncError ?? 'it will sync before the next conversation.'}`
}

export function agentCreated(agent: AdminAgent): ToastMessage {
  const title = agent.isPrivate
    ? 'Private agent created successfully with organization access'
    : 'Agent created successfully'
  return { title, description: describeSync(agent), tone: 'success' }
}

export function agentUpdated(agent: AdminAgent): ToastMessage {
  return { title: 'Agent updated successfully', description: describeSync(agent), tone: 'success' }
}

/** People keep their conversations with a deleted agent (D146). */
export function agentDeleted(isArchived: boolean): ToastMessage {
  const description = isArchived ? 'People keep their conversations with it.' : 'It had no conversations to keep.'
  return { title: 'Agent deleted successfully', description, tone: 'success' }
}

export function agentSynced({ syncState, syncError }: AdminAgent): ToastMessage {
  if (syncState === 'synced')
    return { title: 'Synced', description: 'The voice provider has the latest version.', tone: 'success' }
  return { title: 'Not synced', description: syncError ?? 'Please try again.', tone: 'danger' }
}

export function agentAssigned(agentName: string, organizationName: string): ToastMessage {
  return { title: 'Agent Added', description: `${organizationName} can now use ${agentName}.`, tone: 'success' }
}
