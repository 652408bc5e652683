import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** The levels of the members who can use an agent of their organization (S519). */
export const accessLevels = [
  { value: 'standard', label: 'Standard: all members' },
  { value: 'premium', label: 'Premium: premium members' },
  { value: 'full', label: 'Full: members with full access' },
] as const

export const privateHelp = "Set in the agent's own settings, along with the organizations that can use it."

/** Returns the toast of an agent that was added to an organization, from either list (S435, S632). */
export function agentAdded(agentName: string, organizationName: string): ToastMessage {
  return { title: 'Agent Added', description: `${organizationName} can now use ${agentName}.`, tone: 'success' }
}
