import { countText } from '#contract/amounts.ts'
import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** The toasts of failures; their titles are specified word for word. */
export const organizationFailures = {
  invite: { title: 'Failed to send invitation', text: 'Please try again.' },
  addAgents: { title: 'Failed to add agents to organization', text: 'Please try again.' },
} as const satisfies Record<string, Failure>

/** The toasts of successes. */
export const organizationSuccesses = {
  messageToAdmins: {
    title: 'Message Sent',
    description: 'Your admins will see it in their messages.',
    tone: 'success',
  },
  invitationSent: { title: 'Invitation Sent', description: 'The link in it works for 14 days.', tone: 'success' },
  agentRemoved: { title: 'Agent Removed', description: 'Members no longer see it.', tone: 'success' },
} as const satisfies Record<string, ToastMessage>

/** Counts the agents that are new in an organization; those assigned before only get the level (D126). */
export function agentsAdded(count: number): ToastMessage {
  const what = countText(count, 'more agent')
  return { title: 'Agents Added', description: `Your members can talk to ${what}.`, tone: 'success' }
}

/** The user has accepted an invitation and switched to its organization (D111). */
export function joined(organizationName: string): ToastMessage {
  return { title: 'Welcome to the Team', description: `You're now part of ${organizationName}.`, tone: 'success' }
}
