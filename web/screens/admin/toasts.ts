import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** The toasts of an agent that is added to an organization, for the forms of both lists (S632). */

export const adminFailures = {
  addAgent: { title: 'Failed to add agent to organization', text: 'No changes were saved. Please try again.' },
} as const satisfies Record<string, Failure>

export function agentAssigned(agentName: string, organizationName: string): ToastMessage {
  return { title: 'Agent Added', description: `${organizationName} can now use ${agentName}.`, tone: 'success' }
}
