import type { messagePriorities, teamMessageTypes } from '#contract/messages/admin-messages.ts'

/** The words for the stored values of messages. */

type MessageType = (typeof teamMessageTypes)[number] | 'minutes_request' | 'agents_request'

export const typeNames: Record<MessageType, string> = {
  general: 'General',
  announcement: 'Announcement',
  support: 'Support',
  minutes_request: 'Request for minutes',
  agents_request: 'Request for agents',
}

/** Returns the type of a message in words. */
export function nameType(type: string): string {
  return type in typeNames ? typeNames[type as MessageType] : 'Message'
}

export const priorityNames: Record<(typeof messagePriorities)[number], string> = {
  low: 'Low',
  normal: 'Normal',
  high: 'High',
}
