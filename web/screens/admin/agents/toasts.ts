import type { AdminAgent } from '#contract/agents/admin-agents.ts'
import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

export const agentFailures = {
  createAgent: { title: 'Failed to create agent', text: 'The agent was not created. Please try again.' },
  createPrivateAgent: { title: 'Failed to create private agent', text: 'The agent was not created. Please try again.' },
  updateAgent: { title: 'Failed to update agent', text: 'No changes were saved. Please try again.' },
  deleteAgent: { title: 'Failed to delete agent', text: 'The agent was not deleted. Please try again.' },
  bringBack: { title: 'Failed to bring back this version', text: 'No changes were saved. Please try again.' },
  syncAgent: { title: 'Failed to sync agent', text: 'Please try again.' },
  uploadImage: { title: 'Failed to upload image', text: 'Please try again.' },
} as const satisfies Record<string, Failure>

export const agentSuccesses = {
  imageUploaded: { title: 'Image uploaded successfully', tone: 'success' },
} as const satisfies Record<string, ToastMessage>

export function agentCreated(agent: AdminAgent): ToastMessage {
  const title = agent.isPrivate
    ? 'Private agent created successfully with organization access'
    : 'Agent created successfully'
  return { title, description: describeSync(agent), tone: 'success' }
}

export function agentUpdated(agent: AdminAgent): ToastMessage {
  return { title: 'Agent updated successfully', description: describeSync(agent), tone: 'success' }
}

/** Returns what to show once an agent has the words of an earlier version again. */
export function versionBroughtBack(number: number, agent: AdminAgent): ToastMessage {
  return { title: `Version ${number} brought back`, description: describeSync(agent), tone: 'success' }
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

/** Returns a sentence on whether the voice provider has the agent that was just saved (D148). */
function describeSync({ syncState, syncError }: AdminAgent): string {
  return syncState === 'synced'
    ? 'Synced with the voice provider.'
    : `Not synced: ${syncError ?? 'it will sync before the next conversation.'}`
}
